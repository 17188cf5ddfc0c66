import { shorten } from "../../shared/short-text.ts";

const LONGEST_PATH = 200;

/** Thrown when a schema cannot be used: it is malformed, or refers to something that is not there. */
export class SchemaError extends Error {
  override readonly name = "SchemaError";
  /** JSON pointer to the offending place in the schema; after a `$ref` that led elsewhere, that reference and a pointer. */
  readonly path: string;
  /** What is wrong there, without the place. */
  readonly reason: string;

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`Unusable schema${path === "" ? "" : ` at ${shorten(path, LONGEST_PATH)}`}: ${reason}`, options);
    this.path = path;
    this.reason = reason;
  }
}
