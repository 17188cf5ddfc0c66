import { CallError } from "../errors/call-error.ts";

/** What a source cannot be opened with: one option of its config. A hub says where its config has that option. */
export class OptionError extends CallError {
  /** The path to the option: `["folders", 0]`. */
  readonly option: ReadonlyArray<string | number>;

  constructor(option: OptionError["option"], message: string, cause?: unknown) {
    super("VALIDATION_ERROR", message, undefined, { cause });
    this.option = option;
  }
}
