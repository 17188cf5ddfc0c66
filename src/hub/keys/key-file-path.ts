import type { LoadedConfig } from "../config/loaded-config.ts";
import { node } from "../config/node-modules.ts";

const DEFAULT_NAME = "operations.keys.json";

/** The file of a hub's keys. Undefined if the config names none and is not a file itself. */
export function keyFileOf({ config, file, folder = process.cwd() }: LoadedConfig): string | undefined {
  const named = config.serve?.keysFile;
  if (named !== undefined) return node.path.resolve(folder, named);
  return file === undefined ? undefined : node.path.join(folder, DEFAULT_NAME);
}
