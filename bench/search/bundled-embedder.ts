import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { localEmbedder } from "../../src/search/local-embedder.ts";
import type { LocalEmbedder } from "../../src/search/local-embedder.ts";

/** The ready-made adapter, with packages of this folder that are installed on first use. */
export async function bundledEmbedder(): Promise<LocalEmbedder> {
  await ensureSubPackage("bench/search");
  return localEmbedder({ resolve: (name) => import.meta.resolve(name) });
}
