import type { RegisteredOperations } from "../../operation/operation-types.ts";
import type { OperationEnv } from "../../operation/operation-env.ts";
import { callsByName } from "../../operation/calls-by-name.ts";
import type { CallPort, GivenContext } from "./call-port.ts";

/** The options of `buildEnv`. */
export interface BuildEnvOptions {
  readonly registry: CallPort;
  /** The identity, deadline, signal and trace of every call through the env. */
  readonly context?: GivenContext | undefined;
}

/**
 * Calls by name: `env.namespace.name(input)`. Pass definitions as a type argument to type inputs and results.
 *
 * @example
 * const env = buildEnv<typeof operations>({ registry, context: { identity } });
 * const { data } = await env.math.add({ a: 1, b: 2 });
 */
export function buildEnv<TOperations = RegisteredOperations>(options: BuildEnvOptions): OperationEnv<TOperations> {
  const { registry, context } = options;
  return createEnv(registry, context, isChecked(context)) as OperationEnv<TOperations>;
}

/** The env of a call. The program that reads it knows its type. */
export function createEnv(port: CallPort, context: GivenContext | undefined, checked: boolean): unknown {
  return callsByName({
    call(id, input) {
      const request = { id, input, context, checked };
      return port.isStream(id) ? port.stream(request) : port.call(request);
    },
    has: (id) => port.has(id),
  });
}

/** Whether a context belongs to a checked call, or was spread from such a context. */
export function isChecked(context: GivenContext | undefined): boolean {
  return context !== undefined && "checked" in context && context.checked === true;
}
