import type { OutputMode } from "../operation/operation-spec.ts";
import type { WarningHandler } from "./call/warnings.ts";

/** The options of an `OperationRegistry`. */
export interface OperationRegistryOptions {
  /** `strip` (the default) leaves out properties that an output schema does not name; `keep` keeps them. */
  readonly output?: OutputMode | undefined;
  /** Whether a result that does not fit its schema fails with `OUTPUT_INVALID`, instead of causing a warning. */
  readonly strict?: boolean | undefined;
  /** Default: prints each kind of warning once per operation. */
  readonly onWarning?: WarningHandler | undefined;
  /** How many milliseconds stopping a subscription waits for a handler that ignores its signal. Default: 1000. */
  readonly returnGrace?: number | undefined;
  /**
   * How many milliseconds a caller has to answer a question (`onElicitation`). The deadline of the call waits meanwhile.
   * Default: 600000.
   */
  readonly questionTimeout?: number | undefined;
}
