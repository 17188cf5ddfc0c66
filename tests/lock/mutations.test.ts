/**
 * No breaking change is called compatible. `LOCK_MUTATIONS=10000 npx vitest run tests/lock/mutations.test.ts` judges
 * that many. By default, it runs a share of them.
 */
import { join } from "node:path";
import { expect, it } from "vitest";
import { importOpenAPIFile } from "../../src/sources/openapi/load-openapi.ts";
import { documentFile, ensureDocuments } from "../openapi-documents/documents.ts";
import type { DocumentName } from "../openapi-documents/documents.ts";
import { sharedDocuments } from "../openapi-documents/shared-documents.ts";
import { isLeftOut } from "../support/left-out.ts";
import { mutateOnce, plainOperations } from "./mutation-run.ts";
import type { MutationCounts } from "./mutation-run.ts";
import { seeded } from "./mutate-schema.ts";

const wanted = process.env["LOCK_MUTATIONS"];
const total = Number(wanted ?? 200);

/** A share uses small documents: large ones take seconds to read. */
const SMALL_BESIDE = ["ably.yaml", "datumbox.yaml", "devto.yaml", "pdfblocks.yaml", "personio.yaml"];
const SMALL_FROM_NPM: readonly DocumentName[] = ["petstore 2.0", "star trek", "train travel", "discourse", "nytimes"];
const LARGE_FROM_NPM: readonly DocumentName[] = ["adyen", "docker", "drive", "openai", "slack", "spotify", "vercel"];

/** The documents beside the repository. Without them, those that the tests' own package brings from npm. */
async function documents(): Promise<string[]> {
  const library = join(import.meta.dirname, "documents/library.yaml");
  const shared = sharedDocuments();
  if (shared.length > 0) {
    const taken = shared.filter(({ name }) => wanted !== undefined || SMALL_BESIDE.includes(name));
    return [library, ...taken.map(({ file }) => file)];
  }
  if (isLeftOut("openapi-documents")) return [library];
  await ensureDocuments();
  const names = [...SMALL_FROM_NPM, ...(wanted === undefined ? [] : LARGE_FROM_NPM)];
  return [library, ...names.map(documentFile)];
}

it(
  "calls no breaking change compatible, as Ajv judges",
  { timeout: wanted === undefined ? 300_000 : 3_600_000 },
  async () => {
    const counts: MutationCounts = {
      mutations: 0,
      breaking: 0,
      missed: [],
      compatible: 0,
      look: 0,
      unproven: 0,
      skipped: 0,
    };
    const files = await documents();
    const seed = Number(process.env["LOCK_SEED"] ?? 1);
    for (const [index, file] of files.entries()) {
      const { operations } = await importOpenAPIFile(file, { namespace: "api", baseUrl: "https://api.example" });
      const plain = plainOperations(operations);
      const random = seeded(seed * 1000 + index);
      const share = Math.ceil(total / files.length);
      for (let done = 0; done < share && plain.length > 0; done++) {
        mutateOnce(plain, random, counts);
        // Let other work run.
        if (done % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    }
    const { missed, ...numbers } = counts;
    console.log(
      `${files.length} documents: ${JSON.stringify(numbers)}; called compatible though breaking: ${missed.length}`,
    );
    expect(missed).toEqual([]);
    expect(counts.breaking).toBeGreaterThan(total / 20);
  },
);
