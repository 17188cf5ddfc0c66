import { CallError, messageOf } from "../../../errors/call-error.ts";
import { memberPath } from "../../../schema/types/value-error.ts";

/** A property of the input cannot be sent as the document wants it: nothing has left this process. */
export function badInput(property: string, problem: string, cause?: unknown): CallError {
  const path = memberPath("", property);
  return new CallError(
    "VALIDATION_ERROR",
    `Cannot send ${path} of the input: ${problem}`,
    { errors: [{ path, message: problem }] },
    cause === undefined ? {} : { cause },
  );
}

/** Runs what writes a property of the input, and names the property in whatever goes wrong. */
export function writing<T>(property: string, write: () => T): T {
  try {
    return write();
  } catch (thrown) {
    if (thrown instanceof CallError) throw thrown;
    if (thrown instanceof URIError) throw badInput(property, "it holds an unpaired surrogate", thrown);
    throw badInput(property, messageOf(thrown), thrown);
  }
}
