/** `npm run build` writes `dist`: rolldown makes the entries, tsc their declarations, and Vite the explorer. */
import { chmod, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { transform } from "esbuild";
import { build } from "rolldown";
import type { OutputChunk, Plugin } from "rolldown";
import { build as buildPage } from "vite";
import { configJSONSchema } from "../src/hub/config/config-json-schema.ts";
import { bundleWorker, packagesInWorker } from "./bundle-worker.ts";
import { chunkOfModule, ENGINE_PACKAGE } from "./chunk-of-module.ts";
import { importThroughMain } from "./import-through-main.ts";
import { inlineFacades } from "./inline-facades.ts";
import { lightenChunk, withoutRuntime } from "./lighten-chunk.ts";
import { bundleDeclarations } from "./declarations/bundle-declarations.ts";
import { withDeclarations } from "./declarations/emit-declarations.ts";
import { root } from "./run-command.ts";
import { licenceTexts, packageFolders, packageName } from "./third-party-licences.ts";

/** The published entries, one file each. */
const published = await findEntries();

/** The entries and the command. The first line of the command's source names its interpreter. */
const entries = { ...published, "cli/bin": "src/cli/bin.ts" };

/**
 * Packages whose code goes into `dist`; all others stay imports. TypeBox loads ten times more slowly from its own
 * hundreds of files, and compilers read its types just as slowly. The others are small, and users need not install
 * them.
 */
const bundled = new Set([
  "typebox",
  "canonicalize",
  "ipaddr.js",
  "json-p3",
  "jsonc-parser",
  "smol-toml",
  "diff",
  "string-width",
  "wrap-ansi",
  // The two packages above need these.
  "ansi-regex",
  "ansi-styles",
  "get-east-asian-width",
  "strip-ansi",
]);

/**
 * Node parses the engine each time that a program starts. It is not debugged here, so its names are short. Its white
 * space stays, because esbuild would also drop the marks that let bundlers leave out unused code.
 */
const shortenEngine: Plugin = {
  name: "short names in the engine",
  renderChunk: async (code, { name, fileName }) => {
    if (name !== ENGINE_PACKAGE) return null;
    const { code: short, map } = await transform(lightenChunk(withoutRuntime(code)), {
      sourcefile: fileName,
      minifyIdentifiers: true,
      target: "es2022",
      sourcemap: true,
    });
    return { code: short, map };
  },
};

const dist = join(root, "dist");

await rm(dist, { recursive: true, force: true });
await withDeclarations(async (folder) => {
  const packages = new Map([["typebox", await declarationsOf("typebox")]]);
  await bundleDeclarations({ from: folder, to: join(dist, "types"), entries: Object.keys(published), packages });
});
const chunks = await bundle();
const worker = await bundleWorker(dist);
const inEntries = [...packagesIn(chunks, bundled), ...packagesIn(worker, packagesInWorker)];
await writeFile(join(dist, "config.schema.json"), `${JSON.stringify(configJSONSchema(), undefined, 2)}\n`);
await chmod(join(dist, "cli", "bin.js"), 0o755);
const inside = new Set([...inEntries, ...(await buildExplorer())]);
await writeFile(join(dist, "THIRD-PARTY-LICENSES.txt"), await licenceTexts([...inside].toSorted()));
printSizes([...chunks, ...worker]);

async function findEntries(): Promise<Record<string, string>> {
  const names = (await readdir(join(root, "src", "entries"))).filter((name) => name.endsWith(".ts"));
  return Object.fromEntries(names.map((name) => [name.slice(0, -".ts".length), `src/entries/${name}`]));
}

/** The file of a package's declarations. */
async function declarationsOf(name: string): Promise<string> {
  const folder = join(root, "node_modules", name);
  const { types } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { types: string };
  return join(folder, types);
}

async function bundle(): Promise<OutputChunk[]> {
  const external = await externalPackages();
  const isExternal = (id: string): boolean =>
    id.startsWith("node:") || external.some((name) => id === name || id.startsWith(`${name}/`));
  const { output } = await build({
    cwd: root,
    input: entries,
    external: isExternal,
    platform: "neutral",
    resolve: { mainFields: ["module", "main"] },
    transform: { target: "es2022" },
    plugins: [shortenEngine, inlineFacades, importThroughMain],
    // Lets an entry contain code that other entries share with it.
    preserveEntrySignatures: "allow-extension",
    output: {
      dir: dist,
      entryFileNames: "[name].js",
      chunkFileNames: "chunks/[name]-[hash].js",
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ name: chunkOfModule(), debugName: "layers of the main entry" }],
      },
      comments: { legal: false, jsdoc: false, annotation: true },
      sourcemap: true,
    },
    logLevel: "warn",
  });
  return output.filter((file) => file.type === "chunk");
}

async function externalPackages(): Promise<string[]> {
  const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
    dependencies?: Record<string, string>;
    optionalDependencies?: Record<string, string>;
    peerDependencies?: Record<string, string>;
  };
  const { dependencies, optionalDependencies, peerDependencies } = manifest;
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  return names.filter((name) => !bundled.has(name));
}

/** The packages whose code is in the chunks. */
function packagesIn(from: readonly OutputChunk[], expected: ReadonlySet<string>): string[] {
  const found = packageFolders(from.flatMap(({ modules }) => Object.keys(modules)));
  const unexpected = found.map(packageName).filter((name) => !expected.has(name));
  if (unexpected.length > 0)
    throw new Error(`bundled, but not in the list of bundled packages: ${unexpected.join(", ")}`);
  return found;
}

/** Builds the explorer, and returns the packages whose code is in it. */
async function buildExplorer(): Promise<string[]> {
  const built = await buildPage({ root: join(root, "explorer"), logLevel: "warn" });
  const outputs = [built].flat().flatMap((each) => ("output" in each ? each.output : []));
  return packageFolders(outputs.flatMap((file) => (file.type === "chunk" ? Object.keys(file.modules) : [])));
}

function printSizes(chunks: readonly OutputChunk[]): void {
  console.log("     bytes       gzip  dist");
  for (const { code, fileName } of chunks) {
    const bytes = Buffer.from(code);
    console.log(`${column(bytes.length)} ${column(gzipSync(bytes).length)}  ${fileName}`);
  }
}

function column(bytes: number): string {
  return bytes.toLocaleString("en-GB").padStart(10);
}
