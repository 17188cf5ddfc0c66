import { CallError } from "../errors/call-error.ts";
import type { Check } from "../schema/engine/engine.ts";
import { formatValueErrors } from "../schema/explain/format-value-errors.ts";
import { collectErrors } from "../schema/explain/collect-errors.ts";
import { isStandardSchema, runStandardSchema } from "../schema/standard/standard-schema.ts";
import type { AnySchema } from "../schema/types/static.ts";
import { getValidator } from "../schema/engine/validator.ts";
import type { ValueError } from "../schema/types/value-error.ts";

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
    const admitAs = (input: unknown, otherwise: (errors: readonly ValueError[]) => unknown): unknown => {
      const result = runStandardSchema(schema, input);
      const settle = (settled: Awaited<typeof result>): unknown =>
        "errors" in settled ? otherwise(settled.errors) : settled.value;
      return result instanceof Promise ? result.then(settle) : settle(result);
    };
    return {
      accepts: undefined,
      admit: (input) =>
        // As below: no input at all is an empty object, where that is enough.
        admitAs(input, (errors) => (input === undefined ? admitAs({}, () => refuse(errors)) : refuse(errors))),
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
