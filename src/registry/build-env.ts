import type { OperationEnv, UntypedEnv } from "../operation/operation-env.ts";
import type { CallPort, GivenContext } from "./call-port.ts";

export interface BuildEnvOptions {
  readonly registry: CallPort;
  /** Identity, deadline, signal and trace of every call through the env. */
  readonly context?: GivenContext | undefined;
}

/**
 * Calls by name: `env.namespace.name(input)`. Pass definitions as a type argument for typed inputs and results.
 *
 * @example
 * const env = buildEnv<typeof operations>({ registry, context: { identity } });
 * const { data } = await env.math.add({ a: 1, b: 2 });
 */
export function buildEnv<TOperations = undefined>(options: BuildEnvOptions): OperationEnv<TOperations> {
  const { registry, context } = options;
  return createEnv(registry, context, isChecked(context)) as OperationEnv<TOperations>;
}

/** Whoever awaits, serialises or prints an env asks for these, and must not get a call instead. */
const ASKED_BY_THE_LANGUAGE: ReadonlySet<string> = new Set(["then", "toJSON", "toString", "valueOf"]);

/** The env of a call: made from proxies, so that nothing is built for operations that are not called. */
export function createEnv(port: CallPort, context: GivenContext | undefined, checked: boolean): UntypedEnv {
  const nodeAt = (path: string): unknown => {
    const children = new Map<string, unknown>();
    // A function, because a path can be both an operation and a namespace.
    const call = (input?: unknown): unknown => {
      const request = { id: path, input, context, checked };
      return port.isStream(path) ? port.stream(request) : port.call(request);
    };
    return new Proxy(call, {
      get(target, key) {
        if (typeof key !== "string") return Reflect.get(target, key);
        const childPath = path === "" ? key : `${path}.${key}`;
        if (ASKED_BY_THE_LANGUAGE.has(key) && !port.has(childPath)) return undefined;
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

/** Whether a context is that of a checked call, or was spread from one. */
export function isChecked(context: GivenContext | undefined): boolean {
  return context !== undefined && "checked" in context && context.checked === true;
}
