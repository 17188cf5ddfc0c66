import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

export interface BuiltExplorer {
  readonly folder: string;
  remove(): Promise<void>;
}

/** Builds the page as `npm run build` does, into its own folder, so that the tests see the current source. */
export async function buildExplorer(): Promise<BuiltExplorer> {
  const root = fileURLToPath(new URL("../../../explorer", import.meta.url));
  const folder = await mkdtemp(join(tmpdir(), "explorer-"));
  // Under a test runner it is `test`, which would build the larger development page.
  const before = process.env["NODE_ENV"];
  process.env["NODE_ENV"] = "production";
  try {
    await build({ root, logLevel: "error", build: { outDir: folder } });
  } finally {
    if (before === undefined) delete process.env["NODE_ENV"];
    else process.env["NODE_ENV"] = before;
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
