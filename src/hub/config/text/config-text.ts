/** A position in a text. Both numbers start at 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

export type ConfigPath = ReadonlyArray<string | number>;

/** A config's value, and the position of each part of it. */
export interface ConfigText {
  readonly value: unknown;
  /** The position of a value, or of the nearest value around a missing one. `key`: the position of its name. */
  locate(path: ConfigPath, part?: "key" | "value"): TextPosition | undefined;
}
