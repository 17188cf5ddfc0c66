import { node } from "./node-modules.ts";

/** Differs where a file was written, removed or made since. */
export function versionOfFile(path: string): number | undefined {
  return node.fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

/** Differs where that is so of any file in a folder. */
export function versionOfFolder(path: string): unknown {
  if (versionOfFile(path) === undefined) return undefined;
  const names = node.fs.readdirSync(path, { recursive: true, encoding: "utf8" });
  return names.map((name) => [name, versionOfFile(node.path.join(path, name))]);
}
