import type { RegisteredOperations } from "../../operation/operation-types.ts";
import type { OperationEnv } from "../../operation/operation-env.ts";
import { checkAccess } from "../../operation/access-control.ts";
import { callsByName } from "../../operation/calls-by-name.ts";
import type { CallsByNameOptions } from "../../operation/calls-by-name.ts";
import { operationId } from "../../operation/operation-id.ts";
import type { CallPort, GivenContext } from "./call-port.ts";

/** The options of `buildEnv`. */
export interface BuildEnvOptions {
  readonly registry: CallPort;
  /** The identity, deadline, signal and trace of every call through the env. */
  readonly context?: GivenContext | undefined;
}

/**
 * Calls by name: `env.namespace.name(input)`. Pass definitions as a type argument to type inputs and results.
 * `Object.keys(env)` lists the namespaces, and `Object.keys(env.namespace)` the names in one.
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
  return callsByName(new RegistryCalls(port, context, checked));
}

/** A class, because many calls make an env. */
class RegistryCalls implements CallsByNameOptions {
  readonly #port: CallPort;
  readonly #context: GivenContext | undefined;
  readonly #checked: boolean;

  constructor(port: CallPort, context: GivenContext | undefined, checked: boolean) {
    this.#port = port;
    this.#context = context;
    this.#checked = checked;
  }

  call(id: string, input: unknown): unknown {
    const request = { id, input, context: this.#context, checked: this.#checked };
    return this.#port.isStream(id) ? this.#port.stream(request) : this.#port.call(request);
  }

  has(id: string): boolean {
    return this.#port.has(id);
  }

  /** A checked caller sees what it may call with some input, as in every list. */
  ids(path: string): string[] {
    const own = this.#port.getSpec(path);
    const below = this.#port.list(path === "" ? {} : { namespace: path });
    const specs = own === undefined ? below : [own, ...below];
    return specs
      .filter(({ accessControl }) => !this.#checked || checkAccess(accessControl, this.#context?.identity))
      .map((spec) => operationId(spec));
  }
}

/** Whether a context belongs to a checked call, or was spread from such a context. */
export function isChecked(context: GivenContext | undefined): boolean {
  return context !== undefined && "checked" in context && context.checked === true;
}
