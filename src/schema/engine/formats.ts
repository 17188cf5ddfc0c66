import { Format } from "typebox/format";

/**
 * Makes the schema keyword `format: name` check strings with `test`. An unregistered format, unless it is a standard
 * one, accepts every string.
 *
 * Register a format before the first use of a schema that names it, because a compiled schema keeps its formats.
 * `Format.Set` of another copy of typebox has no effect here.
 *
 * @example
 * registerFormat("even-digits", (text) => /^(\d\d)*$/.test(text));
 */
export function registerFormat(name: string, test: (value: string) => boolean): void {
  Format.Set(name, test);
}

/** Whether strings are checked for a format. */
export function isCheckedFormat(name: string): boolean {
  return Format.Has(name);
}
