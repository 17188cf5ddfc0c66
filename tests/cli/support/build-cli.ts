/** The built command: `dist/cli/bin.js` if the build has made it, otherwise a separate bundle. */
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { projectRoot } from "../../support/run-program.ts";

let built: Promise<string> | undefined;

export function builtCLI(): Promise<string> {
  return (built ??= findOrBuild());
}

async function findOrBuild(): Promise<string> {
  const published = join(projectRoot, "dist", "cli", "bin.js");
  if (existsSync(published)) return published;
  // With the package's manifest in the place where the entry expects it.
  const folder = join(projectRoot, ".cache", "cli");
  const outdir = join(folder, "dist");
  await mkdir(outdir, { recursive: true });
  const text = await readFile(join(projectRoot, "package.json"), "utf8");
  await writeFile(join(folder, "package.json"), text);
  const manifest = JSON.parse(text) as {
    dependencies: Record<string, string>;
    optionalDependencies: Record<string, string>;
    peerDependencies: Record<string, string>;
  };
  const { dependencies, optionalDependencies, peerDependencies } = manifest;
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  await build({
    absWorkingDir: projectRoot,
    entryPoints: { "cli/bin": "src/cli/bin.ts", index: "src/entries/index.ts" },
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2022",
    external: [...names.filter((name) => name !== "typebox"), "node:*"],
    logLevel: "error",
  });
  return join(outdir, "cli", "bin.js");
}
