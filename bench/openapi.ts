/**
 * Importing a large OpenAPI document: `tsx bench/openapi.ts [document] [runs]`. Parsing, our import and
 * swagger-parser's dereferencing take turns, so that a noisy machine is equally noisy for all. Our sources run bundled,
 * as they are published.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { build } from "esbuild";
import type * as Importer from "../src/sources/openapi/import-openapi.ts";
import type { OpenAPISpec } from "../src/sources/openapi/openapi-document.ts";
import type * as Validators from "../src/schema/validator.ts";
import { ensureSubPackage } from "../scripts/sub-package.ts";
import { median } from "./median.ts";

interface SwaggerParser {
  dereference(document: object): Promise<object>;
}

const given = process.argv[2] ?? fileURLToPath(new URL("../../shared/openapi/github.json", import.meta.url));
const runs = Number(process.argv[3] ?? 15);
const config = { namespace: "bench", baseUrl: "https://api.example" };

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const { importOpenAPI, getValidator } = await bundle();
const text = readFileSync(given, "utf8");
reportHeap();
await ensureSubPackage("bench/openapi");
const require = createRequire(new URL("openapi/package.json", import.meta.url));
const swaggerParser = require("@apidevtools/swagger-parser") as SwaggerParser;

const times = { parse: [] as number[], import: [] as number[], dereference: [] as number[] };
// As in a program, the last import and its document stay in use.
let last: Importer.ImportedDocument | undefined;
for (let run = 0; run < runs; run++) {
  const document = timed(times.parse, () => JSON.parse(text) as OpenAPISpec);
  last = timed(times.import, () => importOpenAPI(document, config));
}
console.log(last?.report.summary().split("\n", 1)[0]);
// Apart from the others: what it does to the objects of a document slows down whoever reads the next one.
for (let run = 0; run < Math.ceil(runs / 3); run++) {
  const document = timed(times.parse, () => JSON.parse(text) as object);
  collectGarbage();
  const start = performance.now();
  await swaggerParser.dereference(document);
  times.dereference.push(performance.now() - start);
}
reportTimes();
reportCompiling();

async function bundle(): Promise<typeof Importer & typeof Validators> {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const contents =
    'export * from "./src/sources/openapi/import-openapi.ts"; export * from "./src/schema/validator.ts";';
  const outfile = `${root}.cache/bench-openapi.js`;
  const stdin = { contents, resolveDir: root };
  await build({ bundle: true, format: "esm", platform: "neutral", outfile, external: ["yaml"], stdin });
  return (await import(outfile)) as typeof Importer & typeof Validators;
}

/** The garbage of the others is not ours to collect. */
function timed<T>(into: number[], work: () => T): T {
  collectGarbage();
  const start = performance.now();
  const result = work();
  into.push(performance.now() - start);
  return result;
}

function reportTimes(): void {
  const parse = median(times.parse);
  console.log(`a document of ${(text.length / 2 ** 20).toFixed(1)} MiB, median of ${String(runs)} runs each, in turns`);
  for (const [name, values] of Object.entries(times)) {
    const middle = median(values);
    console.log(
      `  ${name.padEnd(12)} ${middle.toFixed(0).padStart(6)} ms  ${(middle / parse).toFixed(2)}x of JSON.parse`,
    );
  }
  console.log("  budget for import: 1.00x");
}

function reportHeap(): void {
  const atStart = heapUsed();
  const document = JSON.parse(text) as OpenAPISpec;
  const parsed = heapUsed();
  const { operations } = importOpenAPI(document, config);
  const after = heapUsed();
  const [own, added] = [parsed - atStart, after - parsed];
  console.log(
    `heap: document ${mebibytes(own)}, import adds ${mebibytes(added)} (${(added / own).toFixed(2)}x, budget 1.00x)`,
  );
  console.log(`  for ${String(operations.length)} operations`);
}

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}

function reportCompiling(): void {
  const imported = importOpenAPI(JSON.parse(text) as OpenAPISpec, config);
  const built = elapsed(() => forEachSchema(imported, () => undefined));
  let failed = 0;
  let slowest = 0;
  const compiled = elapsed(() =>
    forEachSchema(imported, (schema) => {
      const start = performance.now();
      try {
        getValidator(schema).check({});
      } catch {
        failed++;
      }
      slowest = Math.max(slowest, performance.now() - start);
    }),
  );
  const { operations, report } = imported;
  console.log(
    `schemas of ${String(operations.length)} operations: ${String(report.convertedSchemas)} shared ones converted`,
  );
  console.log(
    `  built in ${built.toFixed(0)} ms, compiled in ${compiled.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms, failed ${String(failed)}`,
  );
}

function forEachSchema({ operations }: Importer.ImportedDocument, visit: (schema: object) => void): void {
  for (const { inputSchema, outputSchema } of operations) {
    visit(inputSchema);
    visit(outputSchema);
  }
}

function elapsed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
