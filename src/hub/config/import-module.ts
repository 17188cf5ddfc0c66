/** Modules by path, TypeScript too: Node 20 strips no types. */
import { randomId } from "../../shared/request-id.ts";
import { node } from "./node-modules.ts";

/** Why a runtime refuses a module that `jiti` can read: it knows no TypeScript, not all of it, or wants endings. */
const BEYOND_RUNTIME = new Set([
  "ERR_UNKNOWN_FILE_EXTENSION",
  "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX",
  "ERR_MODULE_NOT_FOUND",
  "ERR_UNSUPPORTED_DIR_IMPORT",
  "ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING",
]);

export interface ImportModuleOptions {
  /** Reads the file again, as it is now. What it imports itself may be as it was. Default: false. */
  readonly isFresh?: boolean | undefined;
}

/**
 * Imports a module, by the runtime itself where that can: it is faster, and shares what is loaded already. What it
 * refuses before anything has run goes through `jiti`, which is loaded for that.
 */
export async function importModule(path: string, { isFresh = false }: ImportModuleOptions = {}): Promise<unknown> {
  const url = path.startsWith("file:") ? path : node.url.pathToFileURL(path).href;
  if (isFresh) forgetCommonJS(node.url.fileURLToPath(url));
  try {
    return (await import(/* @vite-ignore */ isFresh ? `${url}?${randomId()}` : url)) as unknown;
  } catch (error) {
    if (!BEYOND_RUNTIME.has(String((error as { code?: unknown } | null)?.code)) || !/\.[cm]?tsx?$/.test(url))
      throw error;
  }
  const { createJiti } = await import("jiti");
  // No cache on disk: a hub may run where it must not write.
  return await createJiti(url, { fsCache: false, moduleCache: !isFresh }).import(node.url.fileURLToPath(url));
}

/** It is kept by its path, whatever address it is imported by. */
function forgetCommonJS(path: string): void {
  const { cache } = node.module.createRequire(path);
  Reflect.deleteProperty(cache, path);
}
