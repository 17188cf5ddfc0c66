/** Modules of the user that a config names: by a path from its folder, or as packages. */
import { importModule, importVersion } from "./import-module.ts";
import { node } from "./node-modules.ts";

export function isPath(use: string): boolean {
  return /^\.{1,2}[\\/]/.test(use) || node.path.isAbsolute(use);
}

/** The default export of a module. A file is read again only if it was written since. */
export async function importUsed(use: string, folder: string): Promise<unknown> {
  const module = isPath(use)
    ? await importVersion(node.path.resolve(folder, use))
    : await importModule(await resolvePackage(use, folder));
  const { default: main } = module as { default?: unknown };
  // CommonJS that was compiled from a module arrives wrapped once more.
  return (main as { default?: unknown } | null | undefined)?.default ?? main;
}

/** What to do about a module that can't be loaded, if that is clear. */
export function importHint(use: string, cause: unknown): string | undefined {
  const { code } = (typeof cause === "object" && cause !== null ? cause : {}) as { code?: unknown };
  if (!/(?:MODULE_NOT_FOUND|ENOENT)$/.test(String(code))) return undefined;
  return isPath(use)
    ? "a path starts at the folder of the config file"
    : `install the package, or write "./${use}" for a file`;
}

/** Looks for a package where a module in the folder of the config would. */
export async function resolvePackage(use: string, folder: string): Promise<string> {
  const { createJiti } = await import("jiti");
  return createJiti(node.path.join(folder, "operations.config.js"), { fsCache: false }).esmResolve(use);
}
