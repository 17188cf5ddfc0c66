/** This package, for users' modules that import it where it is not installed: the command may be global. */
import { node } from "./node-modules.ts";

export const OWN_NAME = "@alkdev/operations";

/** Whether an import failed because this package was not found. */
export function missesOwnPackage(error: unknown): boolean {
  return error instanceof Error && error.message.includes(`'${OWN_NAME}'`);
}

/** The file of each entry by its name. Undefined if the module at that URL finds the package itself. */
export function ownPackageFor(url: string): Record<string, string> | undefined {
  try {
    node.module.createRequire(url).resolve(OWN_NAME);
    return undefined;
  } catch {
    return ownEntries();
  }
}

function ownEntries(): Record<string, string> | undefined {
  try {
    const require = node.module.createRequire(import.meta.url);
    const { exports } = require(`${OWN_NAME}/package.json`) as { exports: Readonly<Record<string, unknown>> };
    const names = Object.keys(exports).map((path) => node.path.posix.join(OWN_NAME, path));
    return Object.fromEntries(names.flatMap((name) => entryOf(name, require)));
  } catch {
    // Part of a bundle: there is no package to lead to.
    return undefined;
  }
}

/** None for a file that this installation lacks. */
function entryOf(name: string, require: NodeJS.Require): Array<readonly [string, string]> {
  try {
    return [[name, require.resolve(name)]];
  } catch {
    return [];
  }
}
