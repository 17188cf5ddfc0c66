import type { OperationEnv, UntypedEnv } from "../operation/operation-env.ts";
import type { CallPort, GivenContext } from "./call-port.ts";

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
export function buildEnv<TOperations = undefined>(options: BuildEnvOptions): OperationEnv<TOperations> {
  const { registry, context } = options;
  return createEnv(registry, context, isChecked(context)) as OperationEnv<TOperations>;
}

/** Awaiting, serialising or printing an env reads these names, and must not get a call instead. */
const READ_BY_THE_LANGUAGE: ReadonlySet<string> = new Set(["then", "toJSON", "toString", "valueOf"]);

/** The env of a call. It consists of proxies, so operations that are not called cost nothing. */
export function createEnv(port: CallPort, context: GivenContext | undefined, checked: boolean): UntypedEnv {
  const nodeAt = (path: string): unknown => {
    const children = new Map<string, unknown>();
    // A function, because a path can be an operation and a namespace at once.
    const call = (input?: unknown): unknown => {
      const request = { id: path, input, context, checked };
      return port.isStream(path) ? port.stream(request) : port.call(request);
    };
    return new Proxy(call, {
      get(target, key) {
        if (typeof key !== "string") return Reflect.get(target, key);
        const childPath = path === "" ? key : `${path}.${key}`;
        if (READ_BY_THE_LANGUAGE.has(key) && !port.has(childPath)) return undefined;
        let child = children.get(key);
        if (child === undefined) {
          child = nodeAt(childPath);
          children.set(key, child);
        }
        return child;
      },
    });
  };
  return nodeAt("") as UntypedEnv;
}

/** Whether a context belongs to a checked call, or was spread from such a context. */
export function isChecked(context: GivenContext | undefined): boolean {
  return context !== undefined && "checked" in context && context.checked === true;
}
