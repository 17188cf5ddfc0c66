/**
 * One of Node's own modules, which Bun and Deno have too; `undefined` in other runtimes. It is looked up at run time, so
 * that a bundle for browsers contains none of them. The caller declares the part that it uses.
 */
export function builtinModule(name: string): unknown {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  return process?.getBuiltinModule?.(name);
}
