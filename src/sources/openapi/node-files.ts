/** What is used of Node's own modules, which Bun and Deno have too. */
export interface NodeFiles {
  readonly fs: {
    readFile(path: string, encoding: "utf8"): Promise<string>;
    realpath(path: string): Promise<string>;
  };
  readonly path: { readonly sep: string };
  readonly url: { pathToFileURL(path: string): URL; fileURLToPath(url: string): string };
}

/** They are asked for by name at run time, so that a bundle for browsers holds no trace of them. */
export function nodeFiles(): NodeFiles {
  if (typeof globalThis.process?.getBuiltinModule !== "function") {
    throw new TypeError("There is no file system here: pass one as the third argument.");
  }
  return {
    fs: process.getBuiltinModule("node:fs/promises"),
    path: process.getBuiltinModule("node:path"),
    url: process.getBuiltinModule("node:url"),
  };
}
