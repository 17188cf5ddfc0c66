import { CallError } from "../errors/call-error.ts";
import type { Check } from "../schema/engine.ts";
import { formatValueErrors } from "../schema/format-value-errors.ts";
import { collectErrors } from "../schema/collect-errors.ts";
import { isStandardSchema, runStandardSchema } from "../schema/standard-schema.ts";
import type { AnySchema } from "../schema/static.ts";
import { getValidator } from "../schema/validator.ts";
import type { ValueError } from "../schema/value-error.ts";

/** What stands between a caller's input and the handler. */
export interface InputGate {
  /** The compiled check, where an input that passes goes to the handler as it is. */
  readonly accepts: Check | undefined;
  /** What the handler gets. Throws (or rejects with) `VALIDATION_ERROR`. A promise only when the library needs one. */
  admit(input: unknown): unknown;
}

export function createInputGate(id: string, schema: AnySchema): InputGate {
  const refuse = (errors: readonly ValueError[]): never => {
    throw new CallError("VALIDATION_ERROR", `Input of ${id} is invalid: ${formatValueErrors(errors, "input")}`, {
      errors,
    });
  };
  if (isStandardSchema(schema)) {
    const settle = (result: { value: unknown } | { errors: readonly ValueError[] }): unknown =>
      "errors" in result ? refuse(result.errors) : result.value;
    return {
      accepts: undefined,
      admit(input) {
        const result = runStandardSchema(schema, input);
        return result instanceof Promise ? result.then(settle) : settle(result);
      },
    };
  }
  const { check } = getValidator(schema);
  return {
    accepts: check,
    admit(input) {
      if (check(input)) return input;
      // No input at all is an empty object, where that is enough.
      if (input === undefined && check({})) return {};
      return refuse(collectErrors(schema, input));
    },
  };
}
