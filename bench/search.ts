/**
 * `tsx bench/search.ts [folder]` ranks the queries of public sets, ours beside plain BM25. The folder has one JSON file for
 * each set, in the form that `search/tool-set.ts` describes. Default: `../shared/tool-search` beside the repository.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createSearch } from "../src/search/create-search.ts";
import { vectorFolder } from "../src/search/vector-folder.ts";
import { githubRequests } from "../tests/search/github-requests.ts";
import { measureAtSize } from "./search/at-size.ts";
import { plainBM25 } from "./search/plain-bm25.ts";
import { bundledEmbedder } from "./search/bundled-embedder.ts";
import { meanQuality } from "./search/quality.ts";
import type { Quality } from "./search/quality.ts";
import { loadToolSet } from "./search/tool-set.ts";
import type { ToolSet } from "./search/tool-set.ts";

/** A query takes the model some 100 ms. */
const MOST_BY_MEANING = Number(process.env["SEARCH_QUERIES"] ?? 1000);
const withModel = process.env["SEARCH_MODEL"] !== undefined;
const given = process.argv[2] ?? process.env["TOOL_SEARCH_SETS"];
const folder = given ?? join(import.meta.dirname, "../../shared/tool-search");
if (given === undefined && !existsSync(folder)) {
  console.log("There are no sets beside this repository. Give a folder: npm run bench -- search --sets <folder>");
} else {
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".json")))
    await compare(loadToolSet(join(folder, file)));
}
await measureAtSize(
  4000,
  githubRequests.map(({ query }) => query),
);

async function compareByMeaning({ registry, queries }: ToolSet): Promise<void> {
  const embedder = await bundledEmbedder();
  const vectors = vectorFolder(join(import.meta.dirname, "../.cache/vectors"));
  const search = createSearch(registry, { embedder, vectors, onError: (error) => console.error(error) });
  const began = performance.now();
  await search.ready();
  const built = performance.now() - began;
  const asked = queries.slice(0, MOST_BY_MEANING);
  const quality = await measureRanking(asked, async (query) => (await search.search(query)).map(({ id }) => id));
  printRow(asked.length < queries.length ? `with model*` : "with model", quality, built);
  if (asked.length < queries.length) console.log(`                * the first ${asked.length} queries`);
  search.close();
  await embedder.close();
}

async function compare(set: ToolSet): Promise<void> {
  const { name, registry, queries } = set;
  console.log(`\n${name}: ${registry.list().length} operations, ${queries.length} queries`);
  console.log(`  ${"".padEnd(12)}   nDCG@5  recall@5  recall@10  ms/query  index ms`);
  const search = createSearch(registry);
  const began = performance.now();
  await search.search("warm");
  const built = performance.now() - began;
  const ours = await measureRanking(queries, async (query) => (await search.search(query)).map(({ id }) => id));
  search.close();
  printRow("ours", ours, built);
  if (withModel) await compareByMeaning(set);
  const begun = performance.now();
  const rank = plainBM25(registry.list());
  const indexed = performance.now() - begun;
  printRow("plain BM25", await measureRanking(queries, async (query) => rank(query)), indexed);
}

async function measureRanking(
  queries: ToolSet["queries"],
  rank: (query: string) => Promise<readonly string[]>,
): Promise<Quality & { readonly ms: number }> {
  const answers: Array<{ readonly found: readonly string[]; readonly gold: ReadonlySet<string> }> = [];
  const began = performance.now();
  for (const { query, gold } of queries) answers.push({ found: await rank(query), gold });
  return { ...meanQuality(answers), ms: (performance.now() - began) / queries.length };
}

function printRow(
  name: string,
  { ndcg5, recall5, recall10, ms }: Quality & { readonly ms: number },
  built: number,
): void {
  const [ndcg, five, ten] = [ndcg5, recall5, recall10].map((share) => (100 * share).toFixed(1));
  console.log(
    `  ${name.padEnd(12)}  ${ndcg!.padStart(7)}  ${five!.padStart(8)}  ${ten!.padStart(9)}  ${ms.toFixed(2).padStart(8)}  ${built.toFixed(0).padStart(8)}`,
  );
}
