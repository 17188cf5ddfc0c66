import { Format } from "typebox/format";

/**
 * Makes the schema keyword `format: name` check strings with `test`. A format that nobody registered, beyond the
 * standard ones, accepts every string.
 *
 * Register before a schema that uses the format is first used: compiled schemas keep what they were compiled with.
 * `Format.Set` of a typebox copy of your own is not seen here.
 *
 * @example
 * registerFormat("even-digits", (text) => /^(\d\d)*$/.test(text));
 */
export function registerFormat(name: string, test: (value: string) => boolean): void {
  Format.Set(name, test);
}
