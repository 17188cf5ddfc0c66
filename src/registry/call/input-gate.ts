import { CallError } from "../../errors/call-error.ts";
import { StackRation, withoutStack } from "../../errors/without-stack.ts";
import type { Check } from "../../schema/engine/engine.ts";
import { formatValueErrors } from "../../schema/explain/format-value-errors.ts";
import { collectErrors } from "../../schema/explain/collect-errors.ts";
import { isStandardSchema, runStandardSchema } from "../../schema/standard/standard-schema.ts";
import type { AnySchema } from "../../schema/types/static.ts";
import { getValidator } from "../../schema/engine/validator.ts";
import type { ValueError } from "../../schema/types/value-error.ts";

/** What lies between a caller's input and the handler. */
export interface InputGate {
  /** Set for schemas that pass a valid input to the handler unchanged. */
  readonly compiled: CompiledGate | undefined;
  /** The input for the handler. Throws (or rejects with) `VALIDATION_ERROR`. A promise only if the schema library needs one. */
  readonly admit: (input: unknown, checked: boolean) => unknown;
}

export interface CompiledGate {
  readonly accepts: Check;
  /**
   * The error for an input that is not accepted. `checked`: the call comes from outside. Then the error has no stack,
   * because a stack takes longer than the rest of a refusal, and would name none of the caller's code. Of other
   * refusals, only the first few of each second have a stack.
   */
  readonly refuse: (input: unknown, checked: boolean) => CallError;
}

export function createInputGate(id: string, schema: AnySchema): InputGate {
  const stacks = new StackRation();
  const refusal = (errors: readonly ValueError[], checked: boolean): CallError => {
    const message = `Input of ${id} is invalid: ${formatValueErrors(errors, "input")}`;
    const make = (): CallError => new CallError("VALIDATION_ERROR", message, { errors });
    return checked ? withoutStack(make) : stacks.make(make, refusal);
  };
  if (isStandardSchema(schema)) return standardGate(schema, refusal);
  const { check } = getValidator(schema);
  const refuse: CompiledGate["refuse"] = (input, checked) => refusal(collectErrors(schema, input), checked);
  return {
    compiled: { accepts: check, refuse },
    admit(input, checked) {
      if (check(input)) return input;
      // A missing input counts as an empty object if the schema accepts that.
      if (input === undefined && check({})) return {};
      throw refuse(input, checked);
    },
  };
}

type Refusal = (errors: readonly ValueError[], checked: boolean) => CallError;

function standardGate(schema: Parameters<typeof runStandardSchema>[0], refusal: Refusal): InputGate {
  const admitAs = (input: unknown, otherwise: (errors: readonly ValueError[]) => unknown): unknown => {
    const result = runStandardSchema(schema, input);
    const settle = (settled: Awaited<typeof result>): unknown =>
      "errors" in settled ? otherwise(settled.errors) : settled.value;
    return result instanceof Promise ? result.then(settle) : settle(result);
  };
  return {
    compiled: undefined,
    admit(input, checked) {
      const fail = (errors: readonly ValueError[]): never => {
        throw refusal(errors, checked);
      };
      // A missing input counts as an empty object if the schema accepts that, as above.
      return admitAs(input, (errors) => (input === undefined ? admitAs({}, () => fail(errors)) : fail(errors)));
    },
  };
}
