import { node } from "./node-modules.ts";

/** Differs if a file was written, removed or made since. */
export function versionOfFile(path: string): number | undefined {
  return node.fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

/** Differs if this holds for any file in a folder. */
export function versionOfFolder(path: string): unknown {
  if (versionOfFile(path) === undefined) return undefined;
  const names = node.fs.readdirSync(path, { recursive: true, encoding: "utf8" });
  return names.map((name) => [name, versionOfFile(node.path.join(path, name))]);
}
