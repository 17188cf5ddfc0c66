import { node } from "./node-modules.ts";

/** Changes when a file is written, removed or made. */
export function versionOfFile(path: string): number | undefined {
  return node.fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

/** Changes when this happens to any file in a folder. */
export function versionOfFolder(path: string): unknown {
  if (versionOfFile(path) === undefined) return undefined;
  const names = node.fs.readdirSync(path, { recursive: true, encoding: "utf8" });
  return names.map((name) => [name, versionOfFile(node.path.join(path, name))]);
}
