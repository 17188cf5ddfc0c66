/** How large a program is, bundled and minified for browsers, in bytes of gzip. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";
import { ENGINE_PACKAGE } from "../scripts/chunk-of-module.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What a page imports for its client, and the bytes that it may cost at start. */
export const ourClients = [
  { name: "over HTTP", contents: 'export { createClient, overHTTP } from "./src/entries/client.ts";', budget: 8500 },
  {
    name: "over WebSocket",
    contents: 'export { createClient, overWebSocket } from "./src/entries/client.ts";',
    budget: 12_800,
  },
] as const;

export interface Size {
  /** The entry, and what it imports statically. */
  atStart: number;
  /** The code that loads on first use, if at all. */
  later: number;
}

interface Bundling {
  readonly external?: string[];
  /** The folder that the program's imports resolve from. */
  readonly folder?: string | undefined;
  /** Whether the bundler may make several files. Default: true. */
  readonly splitting?: boolean;
}

export async function measure(
  contents: string,
  { external = [], folder = ".", splitting = true }: Bundling = {},
): Promise<Size> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: join(root, folder), sourcefile: "entry.ts" },
    entryNames: "entry",
    outdir: "out",
    bundle: true,
    splitting,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    external,
    metafile: true,
    write: false,
    logLevel: "error",
  });
  const sizes = outputFiles.map(({ path, contents }) => ({ path, bytes: gzipSync(contents).length }));
  const first = filesAtStart(metafile);
  const sum = (isFirst: boolean): number =>
    sizes
      .filter(({ path }) => [...first].some((name) => path.endsWith(name)) === isFirst)
      .reduce((total, { bytes }) => total + bytes, 0);
  return { atStart: sum(true), later: sum(false) };
}

function filesAtStart({ outputs }: Metafile): Set<string> {
  const found = new Set(["out/entry.js"]);
  // A loop over a set also visits values added during the loop.
  for (const file of found) {
    for (const { path, kind, external } of outputs[file]?.imports ?? []) {
      if (!external && kind === "import-statement") found.add(path);
    }
  }
  return found;
}

/** The engine is a separate file of the built package. The code that we need to use it counts. */
export async function engineFiles(): Promise<string[]> {
  const names = await readdir(join(root, "dist/chunks"));
  const found = names.filter((name) => name.startsWith(`${ENGINE_PACKAGE}-`) && name.endsWith(".js"));
  if (found.length !== 1) throw new Error(`expected one file with the engine, found ${found.length}`);
  return found.map((name) => `./dist/chunks/${name}`);
}
