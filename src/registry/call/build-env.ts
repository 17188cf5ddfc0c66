import type { RegisteredOperations } from "../../operation/operation-types.ts";
import type { OperationEnv, Subscription } from "../../operation/operation-env.ts";
import { checkAccess } from "../../operation/access-control.ts";
import { callsByName } from "../../operation/calls-by-name.ts";
import type { CallsByNameOptions } from "../../operation/calls-by-name.ts";
import { operationId } from "../../operation/operation-id.ts";
import { OperationType } from "../../operation/operation-type.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
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
    const type = this.#port.getSpec(id)?.type;
    if (type === OperationType.SUBSCRIPTION) return this.#port.stream(request);
    const answer = this.#port.call(request);
    return type === undefined ? orItems(answer, () => this.#port.stream(request)) : answer;
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

/**
 * The answer of a call whose operation is not there: its peer may be away. Nothing says whether it is a stream, so
 * whoever reads it as one gets the failure, too.
 */
function orItems(answer: Promise<ResponseEnvelope>, open: () => Subscription): Promise<ResponseEnvelope> {
  // A registry that loads operations when they are called answers with both itself.
  if (Symbol.asyncIterator in answer) return answer;
  // Who reads a stream awaits no answer, and the failure must not end the process.
  answer.catch(() => undefined);
  let items: Subscription | undefined;
  const stream = (): Subscription => (items ??= open());
  return Object.assign(answer, {
    next: () => stream().next(),
    return: () => stream().return(),
    throw: (thrown: unknown) => stream().throw(thrown),
    [Symbol.asyncIterator]: stream,
    [Symbol.asyncDispose]: async () => void (await stream().return()),
  });
}

/** Whether a context belongs to a checked call, or was spread from such a context. */
export function isChecked(context: GivenContext | undefined): boolean {
  return context !== undefined && "checked" in context && context.checked === true;
}
