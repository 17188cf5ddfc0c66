import { CallError } from "../errors/call-error.ts";
import { withoutStack } from "../errors/without-stack.ts";
import type { Check } from "../schema/engine/engine.ts";
import { formatValueErrors } from "../schema/explain/format-value-errors.ts";
import { collectErrors } from "../schema/explain/collect-errors.ts";
import { isStandardSchema, runStandardSchema } from "../schema/standard/standard-schema.ts";
import type { AnySchema } from "../schema/types/static.ts";
import { getValidator } from "../schema/engine/validator.ts";
import type { ValueError } from "../schema/types/value-error.ts";

/** What stands between a caller's input and the handler. */
export interface InputGate {
  /** The compiled check, for schemas that hand an input that passes to the handler unchanged. */
  readonly accepts: Check | undefined;
  /**
   * The input for the handler. Throws (or rejects with) `VALIDATION_ERROR`. A promise only if the schema library needs one.
   * `checked`: the call comes from outside. Its error has no stack, which takes longer than the rest of a refusal: it would
   * name no code of whoever called.
   */
  readonly admit: (input: unknown, checked?: boolean) => unknown;
}

export function createInputGate(id: string, schema: AnySchema): InputGate {
  const fail = (errors: readonly ValueError[], checked = false): never => {
    const message = `Input of ${id} is invalid: ${formatValueErrors(errors, "input")}`;
    const make = (): CallError => new CallError("VALIDATION_ERROR", message, { errors });
    throw checked ? withoutStack(make) : make();
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
      admit: (input, checked) =>
        // A missing input counts as an empty object if the schema takes that, as below.
        admitAs(input, (errors) =>
          input === undefined ? admitAs({}, () => fail(errors, checked)) : fail(errors, checked),
        ),
    };
  }
  const { check } = getValidator(schema);
  return {
    accepts: check,
    admit(input, checked) {
      if (check(input)) return input;
      // A missing input counts as an empty object if the schema takes that.
      if (input === undefined && check({})) return {};
      return fail(collectErrors(schema, input), checked);
    },
  };
}
