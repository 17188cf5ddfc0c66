/** Builds the explorer once for all files of tests/e2e: vitest runs this before the first and after the last. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the built page. */
    explorerFolder: string;
  }
}

/** Builds the page as `npm run build` does, into a temporary folder, so that the tests see the current source. */
export default async function builtExplorer(project: TestProject): Promise<() => Promise<void>> {
  const root = fileURLToPath(new URL("../../../explorer", import.meta.url));
  const folder = await mkdtemp(join(tmpdir(), "explorer-"));
  // A test runner sets this to `test`, which would build a larger development page.
  const before = process.env["NODE_ENV"];
  process.env["NODE_ENV"] = "production";
  try {
    await build({ root, logLevel: "error", build: { outDir: folder } });
  } finally {
    if (before === undefined) delete process.env["NODE_ENV"];
    else process.env["NODE_ENV"] = before;
  }
  project.provide("explorerFolder", folder);
  return () => rm(folder, { recursive: true, force: true });
}
