import { shorten } from "../../shared/short-text.ts";

const LONGEST_PATH = 200;

/** Thrown for an unusable schema: it is malformed, or refers to something that does not exist. */
export class SchemaError extends Error {
  override readonly name = "SchemaError";
  /** JSON pointer to the bad place in the schema. Behind a `$ref` that leads elsewhere: that reference and a pointer. */
  readonly path: string;
  /** What is wrong, without the place. */
  readonly reason: string;

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`Unusable schema${path === "" ? "" : ` at ${shorten(path, LONGEST_PATH)}`}: ${reason}`, options);
    this.path = path;
    this.reason = reason;
  }
}
