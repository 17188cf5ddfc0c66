import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { endWithParent } from "./end-with-parent.ts";
import { projectRoot } from "./run-program.ts";

export interface BundledProgram {
  readonly path: string;
  remove(): void;
}

/**
 * A TypeScript program as one file of JavaScript, for `startChildPeer`: where many are started, each takes a quarter of
 * the time that it takes under tsx. Packages stay where they are, so the file lies within the project.
 */
export async function bundleProgram(source: string): Promise<BundledProgram> {
  const cache = join(projectRoot, ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "program-"));
  const release = endWithParent({ folder });
  const path = join(folder, `${basename(source, ".ts")}.mjs`);
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
    release();
  };
  try {
    await build({
      entryPoints: [source],
      outfile: path,
      bundle: true,
      platform: "node",
      target: "node20",
      format: "esm",
      packages: "external",
      sourcemap: "inline",
      logLevel: "silent",
    });
  } catch (error) {
    remove();
    throw error;
  }
  return { path, remove };
}
