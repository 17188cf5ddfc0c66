/** Modules by path, TypeScript too: Node 20 strips no types. */

/** Imports a module. Plain JavaScript is left to the runtime; the rest goes through `jiti`, loaded when it is needed. */
export async function importModule(path: string): Promise<unknown> {
  const { pathToFileURL } = process.getBuiltinModule("node:url");
  const url = path.startsWith("file:") ? path : pathToFileURL(path).href;
  if (!/\.[cm]?tsx?$/.test(new URL(url).pathname)) return (await import(/* @vite-ignore */ url)) as unknown;
  const { createJiti } = await import("jiti");
  // No cache on disk: a hub may run where it must not write.
  return await createJiti(url, { fsCache: false }).import(process.getBuiltinModule("node:url").fileURLToPath(url));
}
