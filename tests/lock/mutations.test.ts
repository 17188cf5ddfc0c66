/**
 * No breaking change is called compatible. `LOCK_MUTATIONS=10000 npx vitest run tests/lock/mutations.test.ts` judges as
 * many; by default it takes a share of them.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { importOpenAPIFile } from "../../src/sources/openapi/load-openapi.ts";
import { mutateOnce, plainOperations } from "./mutation-run.ts";
import type { MutationCounts } from "./mutation-run.ts";
import { seeded } from "./mutate-schema.ts";

const beside = join(import.meta.dirname, "../../../shared/openapi");
const fixtures = join(import.meta.dirname, "documents");
const wanted = process.env["LOCK_MUTATIONS"];
const total = Number(wanted ?? 400);
/** Of the documents beside the repository, a share takes small ones: the large ones take seconds to read. */
const isShare = wanted === undefined;

function documents(): string[] {
  const folder = existsSync(beside) ? beside : fixtures;
  const all = readdirSync(folder).filter((name) => /\.(json|yaml)$/.test(name));
  const chosen =
    isShare && folder === beside
      ? ["ably.yaml", "datumbox.yaml", "devto.yaml", "pdfblocks.yaml", "personio.yaml"]
      : all;
  return [...chosen.map((name) => join(folder, name)), ...(folder === beside ? [join(fixtures, "library.yaml")] : [])];
}

it("calls no breaking change compatible, as Ajv judges", { timeout: 3_600_000 }, async () => {
  const counts: MutationCounts = {
    mutations: 0,
    breaking: 0,
    missed: [],
    compatible: 0,
    look: 0,
    unproven: 0,
    skipped: 0,
  };
  const files = documents();
  const seed = Number(process.env["LOCK_SEED"] ?? 1);
  for (const [index, file] of files.entries()) {
    const { operations } = await importOpenAPIFile(file, { namespace: "api", baseUrl: "https://api.example" });
    const plain = plainOperations(operations);
    const random = seeded(seed * 1000 + index);
    const share = Math.ceil(total / files.length);
    for (let done = 0; done < share && plain.length > 0; done++) {
      mutateOnce(plain, random, counts);
      // Others get their turn.
      if (done % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }
  const { missed, ...numbers } = counts;
  console.log(
    `${files.length} documents: ${JSON.stringify(numbers)}; called compatible though breaking: ${missed.length}`,
  );
  expect(missed).toEqual([]);
  expect(counts.breaking).toBeGreaterThan(total / 20);
});
