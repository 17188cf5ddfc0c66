/** The parts of Node's own modules that are used. Bun and Deno have them too. */
export interface NodeFiles {
  readonly fs: {
    readFile(path: string, encoding: "utf8"): Promise<string>;
    realpath(path: string): Promise<string>;
  };
  readonly path: { readonly sep: string };
  readonly url: { pathToFileURL(path: string): URL; fileURLToPath(url: string): string };
}

interface NodeProcess {
  getBuiltinModule(name: "node:fs/promises"): NodeFiles["fs"];
  getBuiltinModule(name: "node:path"): NodeFiles["path"];
  getBuiltinModule(name: "node:url"): NodeFiles["url"];
}

/** Looks the modules up by name at run time, so that a bundle for browsers contains none of them. */
export function nodeFiles(): NodeFiles {
  const { process } = globalThis as { process?: Partial<NodeProcess> };
  if (typeof process?.getBuiltinModule !== "function") {
    throw new TypeError("There is no file system here. Pass one as the third argument.");
  }
  const node = process as NodeProcess;
  return {
    fs: node.getBuiltinModule("node:fs/promises"),
    path: node.getBuiltinModule("node:path"),
    url: node.getBuiltinModule("node:url"),
  };
}
