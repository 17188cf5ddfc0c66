import { CallError, messageOf } from "../../../errors/call-error.ts";
import { memberPath } from "../../../schema/types/value-error.ts";

/** The error of an input property that cannot be sent as the document asks. Nothing has left this process. */
export function badInput(property: string, problem: string, cause?: unknown): CallError {
  return badInputAt(memberPath("", property), problem, cause);
}

/** The same error for a value at a JSON pointer. */
export function badInputAt(path: string, problem: string, cause?: unknown): CallError {
  return new CallError(
    "VALIDATION_ERROR",
    `Cannot send ${path} of the input: ${problem}`,
    { errors: [{ path, message: problem }] },
    cause === undefined ? {} : { cause },
  );
}

/** The error for a property whose value could not be written. */
export function toInputError(property: string, thrown: unknown): CallError {
  if (thrown instanceof CallError) return thrown;
  const problem = thrown instanceof URIError ? "it holds an unpaired surrogate" : messageOf(thrown);
  return badInput(property, problem, thrown);
}
