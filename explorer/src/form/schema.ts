/** A JSON Schema that is an object; `true` and `false` are turned into one. */
export type Schema = Readonly<Record<string, unknown>>;
