import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { build } from "vite";
import { bundleWorker } from "../../scripts/bundle-worker.ts";

const repository = join(import.meta.dirname, "../..");
const dist = join(repository, "dist");

interface SourceMap {
  readonly sources: readonly string[];
}

/** The names of the packages that a bundle's source maps point into. */
function packagesIn(maps: readonly SourceMap[]): string[] {
  const sources = maps.flatMap((map) => map.sources);
  const names = sources.map((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].toSorted();
}

async function mapsOfEntries(): Promise<SourceMap[]> {
  const files = (await readdir(dist, { recursive: true })).filter((file) => file.endsWith(".js.map"));
  return Promise.all(files.map(async (file) => JSON.parse(await readFile(join(dist, file), "utf8")) as SourceMap));
}

/** The published page has no source maps, so the test bundles it once more. */
async function mapsOfExplorer(): Promise<SourceMap[]> {
  const options = { write: false, minify: false, sourcemap: true } as const;
  const built = await build({ root: join(repository, "explorer"), logLevel: "silent", build: options });
  const files = [built].flat().flatMap((each) => ("output" in each ? each.output : []));
  return files.flatMap((file) => (file.type === "chunk" && file.map ? [file.map] : []));
}

/** The sandbox thread has none either. */
async function mapsOfWorker(): Promise<SourceMap[]> {
  const chunks = await bundleWorker(undefined);
  return chunks.map(({ modules }) => ({ sources: Object.keys(modules) }));
}

describe("when the licences of bundled packages are read", () => {
  let named: string[];
  beforeAll(async () => {
    const text = await readFile(join(dist, "THIRD-PARTY-LICENSES.txt"), "utf8");
    named = [...text.matchAll(/^(\S+) \d+\.\d+\.\d+\S* \(.+\)$/gm)].map(([, name]) => name ?? "");
  });

  it("names every package in the entries, the sandbox thread and the explorer, and no other", async () => {
    const inEntries = packagesIn(await mapsOfEntries());
    const inExplorer = packagesIn(await mapsOfExplorer());
    const inWorker = packagesIn(await mapsOfWorker());
    expect(inEntries).toContain("typebox");
    expect(inWorker).toContain("sucrase");
    expect(inExplorer).toContain("preact");
    expect(named.toSorted()).toEqual([...new Set([...inEntries, ...inWorker, ...inExplorer])].toSorted());
  });
});
