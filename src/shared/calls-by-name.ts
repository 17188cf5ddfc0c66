/** Awaiting, serialising or printing an object reads these names, and must not get a call instead. */
const READ_BY_THE_LANGUAGE: ReadonlySet<string> = new Set(["then", "toJSON", "toString", "valueOf"]);

export interface CallsByNameOptions {
  readonly call: (path: string, input: unknown, further: unknown) => unknown;
  /** Whether a name that the language reads, such as `then`, is that of an operation. Default: never. */
  readonly has?: ((path: string) => boolean) | undefined;
}

/** An object that turns `calls.namespace.name(input)` into a call. Made of proxies, so unused operations cost nothing. */
export function callsByName(options: CallsByNameOptions, path = ""): unknown {
  const children = new Map<string, unknown>();
  // A function, because a path can be an operation and a namespace at once.
  const call = (input?: unknown, further?: unknown): unknown => options.call(path, input, further);
  return new Proxy(call, {
    get(target, key) {
      if (typeof key !== "string") return Reflect.get(target, key);
      const childPath = path === "" ? key : `${path}.${key}`;
      if (READ_BY_THE_LANGUAGE.has(key) && options.has?.(childPath) !== true) return undefined;
      let child = children.get(key);
      if (child === undefined) {
        child = callsByName(options, childPath);
        children.set(key, child);
      }
      return child;
    },
  });
}
