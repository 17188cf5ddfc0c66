/**
 * Operations of real documents, lowered for every provider: of those in `../shared` if that exists, else of some from
 * npm. Samples are checked.
 */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { importOpenAPI } from "../../src/entries/index.ts";
import { getValidator } from "../../src/schema/engine/validator.ts";
import { toolShapeOf } from "../../src/serve/mcp/tools/tool-shape.ts";
import { parseDocument } from "../../src/sources/openapi/document/parse-document.ts";
import type { OpenAPISpec } from "../../src/sources/openapi/options/openapi-document.ts";
import { lowerForProvider } from "../../src/tools/lowering/lower-for-provider.ts";
import { ruleProblems } from "../../src/tools/lowering/rule-problems.ts";
import { documentFile, ensureDocuments } from "../openapi-documents/documents.ts";
import type { DocumentName } from "../openapi-documents/documents.ts";
import { sharedDocuments } from "../openapi-documents/shared-documents.ts";
import { isLeftOut } from "../support/left-out.ts";
import type { Schema } from "./any-schema.ts";
import { providers } from "./providers.ts";
import { sampleValue, seededRandom } from "./sample-value.ts";

/** Large APIs of different styles, which take about as long as the documents in `../shared`. */
const FROM_NPM: readonly DocumentName[] = ["github", "gitlab", "jira", "kubernetes", "openai", "slack", "stripe"];

const documents = await findDocuments();

/** The providers take turns, so that together they lower all operations. */
const SHARE = Object.keys(providers).length;
/** Compiling both schemas takes long, so only some of them are tried with values. */
const EVERY = 6;
const SAMPLES = 5;
/** Time for twenty documents, on a machine that may be busy. */
const PATIENCE = 10 * 60_000;

interface Named {
  readonly name: string;
  readonly schema: Schema;
}

describe.skipIf(documents.length === 0)("when real operations become tools", () => {
  const operations: Named[] = [];

  beforeAll(async () => {
    for (const { name, file } of documents) {
      const document = (await parseDocument(readFileSync(file, "utf8"), { location: file })) as OpenAPISpec;
      const imported = importOpenAPI(document, { namespace: "api", baseUrl: "http://localhost" });
      for (const spec of imported.operations) {
        operations.push({ name: `${name}: ${spec.name}`, schema: toolShapeOf(spec).inputSchema });
      }
    }
  }, PATIENCE);

  it.each(Object.entries(providers).map(([name, { rules }], turn) => [name, { rules, turn }] as const))(
    "follows the rules of %s, and every schema that was not weakened is right",
    (name, { rules, turn }) => {
      const own = operations.filter((_, index) => index % SHARE === turn);
      const counts = { exact: 0, weakened: 0, refused: 0 };
      const wrong: string[] = [];
      let samples = 0;
      const started = performance.now();
      for (const [index, { name: operation, schema }] of own.entries()) {
        const lowered = lowerForProvider(schema, rules);
        if ("refused" in lowered) {
          counts.refused++;
          continue;
        }
        const isExact = lowered.losses.length === 0;
        counts[isExact ? "exact" : "weakened"]++;
        for (const problem of ruleProblems(lowered.schema, rules)) wrong.push(`${operation}: ${problem}`);
        if (index % EVERY !== 0 || !isExact) continue;
        const random = seededRandom(index);
        for (let count = 0; count < SAMPLES; count++) {
          const value = sampleValue({ root: lowered.schema, random });
          if (value === undefined || !getValidator(lowered.schema).check(value)) continue;
          samples++;
          const restored = lowered.restore(value);
          if (!getValidator(schema).check(restored)) wrong.push(`${operation}: ${JSON.stringify(restored)}`);
        }
      }
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${name}: ${JSON.stringify(counts)} of ${own.length} operations, ${samples} samples, ${seconds} s`);
      expect(wrong).toEqual([]);
      expect(samples).toBeGreaterThan(200);
      // Everything except contradictions, of which Jira's document has two, and what a strict grammar cannot express.
      expect(counts.refused).toBeLessThan(name === "anthropic, strict" ? own.length / 10 : 5);
    },
    PATIENCE,
  );
});

async function findDocuments(): Promise<ReadonlyArray<{ readonly name: string; readonly file: string }>> {
  const shared = sharedDocuments();
  if (shared.length > 0) return shared;
  if (isLeftOut("openapi-documents")) return [];
  await ensureDocuments();
  return FROM_NPM.map((name) => ({ name, file: documentFile(name) }));
}
