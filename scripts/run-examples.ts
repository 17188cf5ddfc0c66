/** Runs the programs of `examples/` as users run theirs: with Node, one process each, on the built package. */
import { mkdir, mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { Plugin } from "esbuild";
import { root, runCommand } from "./run-command.ts";
import type { RunOptions } from "./run-command.ts";

const examples = join(root, "examples");

/** Runs all examples, until one fails. Returns its exit code, or 0. */
export async function runExamples(options: RunOptions): Promise<number> {
  const files = await exampleFiles();
  const cache = join(root, ".cache");
  await mkdir(cache, { recursive: true });
  // Inside the repository, where imports of packages resolve.
  const folder = await mkdtemp(join(cache, "examples-"));
  try {
    await bundle(files, folder);
    for (const file of files) {
      const code = await runCommand(process.execPath, [join(folder, file.replace(/\.ts$/, ".mjs"))], options);
      if (code !== 0) {
        console.error(`examples/${file} failed`);
        return code;
      }
    }
    return 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Not `start.ts`, which runs until it is stopped. A test in tests/hub runs it. */
async function exampleFiles(): Promise<string[]> {
  return (await readdir(examples)).filter((name) => name.endsWith(".ts") && name !== "start.ts").sort();
}

/** One build for all examples. Under `tsx`, each of them would read all modules of `src`. */
async function bundle(files: readonly string[], folder: string): Promise<void> {
  await build({
    entryPoints: files.map((file) => join(examples, file)),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    sourcemap: "inline",
    logLevel: "warning",
    plugins: [builtEntries, ownAddress],
  });
}

const builtEntries: Plugin = {
  name: "published entries from dist",
  setup: (building) =>
    building.onResolve({ filter: /\/src\/entries\/[\w-]+\.ts$/ }, ({ path }) => {
      const [, entry = ""] = /([\w-]+)\.ts$/.exec(path) ?? [];
      return { path: pathToFileURL(join(root, "dist", `${entry}.js`)).href, external: true };
    }),
};

/** Examples find their files beside themselves, and not beside the bundle. */
const ownAddress: Plugin = {
  name: "import.meta.url of the source",
  setup: (building) =>
    building.onLoad({ filter: /\/examples\/.*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      return {
        loader: "ts",
        contents: source.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href)),
      };
    }),
};
