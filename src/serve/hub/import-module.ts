/** Modules by path, TypeScript too: Node 20 strips no types. */
import { node } from "./node-modules.ts";

/** Imports a module. Plain JavaScript is left to the runtime; the rest goes through `jiti`, loaded when it is needed. */
export async function importModule(path: string): Promise<unknown> {
  const url = path.startsWith("file:") ? path : node.url.pathToFileURL(path).href;
  if (!/\.[cm]?tsx?$/.test(new URL(url).pathname)) return (await import(/* @vite-ignore */ url)) as unknown;
  const { createJiti } = await import("jiti");
  // No cache on disk: a hub may run where it must not write.
  return await createJiti(url, { fsCache: false }).import(node.url.fileURLToPath(url));
}
