import { describe, expect, it } from "vitest";
import { meanQuality } from "../../bench/search/quality.ts";
import { plainBM25 } from "../../bench/search/plain-bm25.ts";
import { OperationRegistry } from "../../src/registry/operation-registry.ts";
import { createSearch } from "../../src/search/create-search.ts";
import { importOpenAPI } from "../../src/sources/openapi/import-openapi.ts";
import { ensureDocuments, readDocument } from "../openapi-documents/documents.ts";
import { isLeftOut } from "../support/left-out.ts";
import { githubRequests } from "./github-requests.ts";

/** A little less than what the ranking reaches: GitHub's document changes with each version. */
const LEAST = { ndcg5: 0.5, recall5: 0.62, recall10: 0.8 };

describe.skipIf(isLeftOut("openapi-documents"))("when users ask for GitHub's operations in their own words", () => {
  it("ranks most of them among the first results, and more than plain BM25 does", async () => {
    await ensureDocuments();
    const { operations } = importOpenAPI(readDocument("github"), {
      namespace: "github",
      baseUrl: "https://api.example",
    });
    const registry = new OperationRegistry().registerAll(operations);
    const search = createSearch(registry);
    const plain = plainBM25(registry.list());
    const answers = [];
    const baseline = [];
    for (const { query, gold: names } of githubRequests) {
      const gold = new Set(names.map((name) => `github.${name.replace("/", "_")}`));
      for (const id of gold) expect(registry.has(id)).toBe(true);
      answers.push({ gold, found: (await search.search(query)).map(({ id }) => id) });
      baseline.push({ gold, found: plain(query) });
    }
    search.close();
    const ours = meanQuality(answers);
    const theirs = meanQuality(baseline);
    for (const measure of ["ndcg5", "recall5", "recall10"] as const) {
      expect(ours[measure]).toBeGreaterThan(theirs[measure]);
      expect(ours[measure]).toBeGreaterThan(LEAST[measure]);
    }
  });
});
