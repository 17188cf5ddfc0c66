/**
 * Bundles a source file as the build does, and imports it, for benchmarks of internals. `tsx` names every closure when
 * it is made, which costs more than some of the measured code.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

export async function importBundled<TModule>(source: URL): Promise<TModule> {
  const folder = await mkdtemp(join(tmpdir(), "operations-bench-"));
  try {
    const outfile = join(folder, "bundle.mjs");
    await build({
      entryPoints: [source.pathname],
      outfile,
      bundle: true,
      format: "esm",
      platform: "neutral",
      target: "es2022",
    });
    return (await import(pathToFileURL(outfile).href)) as TModule;
  } finally {
    await rm(folder, { recursive: true });
  }
}
