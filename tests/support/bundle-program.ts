import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import type { Plugin } from "esbuild";
import { endWithParent } from "./end-with-parent.ts";
import { projectRoot } from "./run-program.ts";

export interface BundledProgram {
  readonly path: string;
  remove(): void;
}

/**
 * Bundles a TypeScript program into JavaScript for `startChildPeer`. A hub starts in a quarter of a second of processor
 * time, and in three seconds under tsx. What the source imports lazily stays lazy, in files of its own. Packages stay
 * imports, so the folder is inside the project.
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
      outdir: folder,
      outExtension: { ".js": ".mjs" },
      bundle: true,
      splitting: true,
      platform: "node",
      target: "node20",
      format: "esm",
      plugins: [externalPackages],
      logLevel: "silent",
    });
  } catch (error) {
    remove();
    throw error;
  }
  return { path, remove };
}

/** All but TypeBox, which takes half a second to load from its hundreds of files. */
const externalPackages: Plugin = {
  name: "packages stay imports",
  setup: (building) =>
    building.onResolve({ filter: /^[^./]/ }, ({ path }) =>
      /^typebox(\/|$)/.test(path) ? undefined : { path, external: true },
    ),
};
