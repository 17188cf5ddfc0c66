/** Imports modules by path, TypeScript too: Node 20 strips no types. */
import { randomId } from "../../shared/request-id.ts";
import { versionOfFile } from "./file-version.ts";
import { node } from "./node-modules.ts";
import { OWN_NAME, missesOwnPackage, ownPackageFor } from "./own-package.ts";

/** Why a runtime refuses a module that `jiti` can read: no or partial TypeScript, or missing file extensions. */
const BEYOND_RUNTIME = new Set([
  "ERR_UNKNOWN_FILE_EXTENSION",
  "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX",
  "ERR_MODULE_NOT_FOUND",
  "ERR_UNSUPPORTED_DIR_IMPORT",
  "ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING",
]);

/**
 * Imports a module with the runtime if possible: it is faster, and shares loaded modules. `jiti` imports what the
 * runtime refuses before any code has run: TypeScript, and modules that import this package where it is installed
 * elsewhere. `isFresh` reads the file again; the modules that it imports may stay cached.
 */
export async function importModule(path: string, { isFresh = false } = {}): Promise<unknown> {
  const url = path.startsWith("file:") ? path : node.url.pathToFileURL(path).href;
  if (isFresh) forgetCommonJS(node.url.fileURLToPath(url));
  try {
    // oxlint-disable-next-line house/rooms -- It loads a module of the user, not one of ours.
    return (await import(/* @vite-ignore */ isFresh ? `${url}?${randomId()}` : url)) as unknown;
  } catch (error) {
    if (!BEYOND_RUNTIME.has(String((error as { code?: unknown } | null)?.code))) throw error;
    if (!/\.[cm]?tsx?$/.test(url) && !missesOwnPackage(error)) throw error;
  }
  const { createJiti } = await import("jiti");
  const alias = ownPackageFor(url);
  const own = alias === undefined ? {} : { alias, nativeModules: [OWN_NAME] };
  // No cache on disk: a hub may run where it must not write.
  const jiti = createJiti(url, { fsCache: false, moduleCache: !isFresh, ...own });
  return await jiti.import(node.url.fileURLToPath(url));
}

/** The modules that were imported, by path. A failed source is tried again, but only a new version is read again. */
const versions = new Map<string, { readonly version: number | undefined; readonly module: Promise<unknown> }>();

/** Imports a module as its file is now: reads it again only if it was written since. */
export function importVersion(path: string): Promise<unknown> {
  const file = path.startsWith("file:") ? node.url.fileURLToPath(path) : path;
  const version = versionOfFile(file);
  const known = versions.get(file);
  if (known?.version !== undefined && known.version === version) return known.module;
  const module = importModule(file, { isFresh: known !== undefined });
  versions.set(file, { version, module });
  return module;
}

/** CommonJS caches modules by path, whatever the query of the import. */
function forgetCommonJS(path: string): void {
  const { cache } = node.module.createRequire(path);
  Reflect.deleteProperty(cache, path);
}
