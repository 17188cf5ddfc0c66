import { node } from "./node-modules.ts";

/** Changes when a file is written, removed or made. What cannot be read has no version: opening it says why. */
export function versionOfFile(path: string): number | undefined {
  return orNone(() => node.fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs);
}

/** Changes when this happens to any file in a folder. */
export function versionOfFolder(path: string): unknown {
  const names = orNone(() => node.fs.readdirSync(path, { recursive: true, encoding: "utf8" }));
  return names?.map((name) => [name, versionOfFile(node.path.join(path, name))]);
}

function orNone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
