import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { localEmbedder } from "../../src/search/local-embedder.ts";
import type { LocalEmbedder } from "../../src/search/local-embedder.ts";

/** The ready adapter, on packages of this folder, which are installed at first use. */
export async function bundledEmbedder(): Promise<LocalEmbedder> {
  await ensureSubPackage("bench/search");
  return localEmbedder({ resolve: (name) => import.meta.resolve(name) });
}
