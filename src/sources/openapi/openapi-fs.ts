import type * as FS from "node:fs/promises";
import type * as Path from "node:path";
import type * as Url from "node:url";

/** What `FromOpenAPIFile` needs of a file system; give your own where there is none. */
export interface OpenAPIFS {
  readFile(path: string): Promise<string>;
}

interface NodeModules {
  readonly fs: typeof FS;
  readonly path: typeof Path;
  readonly url: typeof Url;
}

/** Node's own modules, wherever they are: the bundle for browsers holds no trace of them. */
export function nodeModules(): NodeModules {
  if (typeof globalThis.process?.getBuiltinModule !== "function") {
    throw new TypeError("There is no file system here: pass one as the third argument.");
  }
  return {
    fs: process.getBuiltinModule("node:fs/promises"),
    path: process.getBuiltinModule("node:path"),
    url: process.getBuiltinModule("node:url"),
  };
}
