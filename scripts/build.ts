/** `npm run build` writes `dist`: the entries by esbuild, their declarations by tsc, the explorer by Vite. */
import { chmod, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Metafile, type OutputFile } from "esbuild";
import { build as buildPage } from "vite";
import { configJSONSchema } from "../src/hub/config/config-json-schema.ts";
import { bundleDeclarations } from "./declarations/bundle-declarations.ts";
import { withDeclarations } from "./declarations/emit-declarations.ts";
import { root } from "./run-command.ts";
import { licenceTexts, packageFolders, packageName } from "./third-party-licences.ts";

/** The published entries, one file each. */
const published = await findEntries();

/** With the command. The first line of its source names its interpreter. */
const entries = { ...published, "cli/bin": "src/cli/bin.ts" };

/**
 * Packages whose code goes into `dist`; all others stay imports. Typebox loads ten times as slowly from its own
 * hundreds of files, and so do its types for a compiler. The others are small, and users need not install them.
 */
const bundled = new Set([
  "typebox",
  "jsonc-parser",
  "string-width",
  "wrap-ansi",
  // What the two above need.
  "ansi-regex",
  "ansi-styles",
  "get-east-asian-width",
  "strip-ansi",
]);

const dist = join(root, "dist");

await rm(dist, { recursive: true, force: true });
await withDeclarations(async (folder) => {
  const packages = new Map([["typebox", await declarationsOf("typebox")]]);
  await bundleDeclarations({ from: folder, to: join(dist, "types"), entries: Object.keys(published), packages });
});
const { outputFiles, metafile } = await bundle();
for (const file of outputFiles) await writeOutput(file);
const inEntries = packagesInEntries(metafile);
await writeFile(join(dist, "config.schema.json"), `${JSON.stringify(configJSONSchema(), undefined, 2)}\n`);
await chmod(join(dist, "cli", "bin.js"), 0o755);
const inside = new Set([...inEntries, ...(await buildExplorer())]);
await writeFile(join(dist, "THIRD-PARTY-LICENSES.txt"), await licenceTexts([...inside].toSorted()));
printSizes(outputFiles);

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

async function bundle(): Promise<{ outputFiles: OutputFile[]; metafile: Metafile }> {
  return await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir: dist,
    chunkNames: "chunks/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2022",
    sourcemap: true,
    charset: "utf8",
    legalComments: "none",
    external: [...(await externalPackages()), "node:*"],
    metafile: true,
    write: false,
    logLevel: "warning",
  });
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

async function writeOutput(file: OutputFile): Promise<void> {
  await mkdir(dirname(file.path), { recursive: true });
  await writeFile(file.path, file.path.endsWith(".js") ? withClassNames(file.text) : file.contents);
}

/**
 * esbuild names a class that mentions itself `_Name`, which users would see in stack traces. Its option `keepNames` avoids
 * that, but also wraps every closure, which costs on hot paths. The fix stays on one line to keep the source maps right.
 */
function withClassNames(code: string): string {
  return code.replaceAll(
    /^(var (\w+) = class _\w+ (?:.* )?\{)$/gm,
    '$1 static { Object.defineProperty(this, "name", { value: "$2", configurable: true }); }',
  );
}

/** The packages whose code is in the entries. */
function packagesInEntries({ inputs }: Metafile): string[] {
  const found = packageFolders(Object.keys(inputs));
  const unexpected = found.map(packageName).filter((name) => !bundled.has(name));
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

function printSizes(files: OutputFile[]): void {
  console.log("     bytes       gzip  dist");
  for (const file of files.filter(({ path }) => path.endsWith(".js"))) {
    const gzip = gzipSync(file.contents).length;
    console.log(`${column(file.contents.length)} ${column(gzip)}  ${relative(dist, file.path)}`);
  }
}

function column(bytes: number): string {
  return bytes.toLocaleString("en-GB").padStart(10);
}
