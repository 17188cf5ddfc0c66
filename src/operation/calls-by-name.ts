/** Awaiting, serialising or printing an object reads these names, and must not get a call instead. */
const READ_BY_THE_LANGUAGE: ReadonlySet<string> = new Set(["then", "toJSON", "toString", "valueOf"]);

export interface CallsByNameOptions {
  call(path: string, input: unknown, further: unknown): unknown;
  /** Whether a name that the language reads, such as `then`, is that of an operation. Default: never. */
  has?(path: string): boolean;
  /** The ids at a path and below it, for programs that list names. Default: nothing is listed, though all can be called. */
  ids?(path: string): readonly string[];
}

/**
 * An object that turns `calls.namespace.name(input)` into a call. Made of proxies, so unused operations cost nothing. A
 * name that is not listed can be called too: that call says which operation is missing, or not allowed.
 */
export function callsByName(options: CallsByNameOptions, path = ""): unknown {
  const children = new Map<string, unknown>();
  // A function, because a path can be an operation and a namespace at once.
  const call = (input?: unknown, further?: unknown): unknown => options.call(path, input, further);
  const prefix = path === "" ? "" : `${path}.`;
  const get = (key: string): unknown => {
    if (READ_BY_THE_LANGUAGE.has(key) && options.has?.(prefix + key) !== true) return undefined;
    let child = children.get(key);
    if (child === undefined) {
      child = callsByName(options, prefix + key);
      children.set(key, child);
    }
    return child;
  };
  const isListed = (key: string | symbol): key is string =>
    typeof key === "string" && (options.ids?.(prefix + key) ?? []).length > 0;
  return new Proxy(call, {
    get: (target, key) => (typeof key === "string" ? get(key) : Reflect.get(target, key)),
    has: (_target, key) => isListed(key),
    ownKeys: () => namesIn(options.ids?.(path) ?? [], prefix),
    getOwnPropertyDescriptor: (_target, key) =>
      isListed(key) ? { value: get(key), enumerable: true, configurable: true } : undefined,
  });
}

/** The next name of each id below a path. */
function namesIn(ids: readonly string[], prefix: string): string[] {
  const names = ids.flatMap((id) => (id.startsWith(prefix) ? id.slice(prefix.length).split(".", 1) : []));
  return [...new Set(names)];
}
