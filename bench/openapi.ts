/**
 * `tsx bench/openapi.ts [document] [runs]` times the import of a large OpenAPI document. Parsing and importing take turns,
 * so that a noisy machine is equally noisy for all. Our sources run bundled, as they are published.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { build } from "esbuild";
import type * as Importer from "../src/sources/openapi/import-openapi.ts";
import type { OpenAPISpec } from "../src/sources/openapi/options/openapi-document.ts";
import type * as Validators from "../src/schema/engine/validator.ts";
import { ensureSubPackage } from "../scripts/sub-package.ts";
import { documentFile, ensureDocuments } from "../tests/openapi-documents/documents.ts";
import { median } from "./median.ts";
import { recordRatio } from "./record-ratio.ts";

/** Another importer. Some change the document, so each run gets a fresh one. */
type Peer = (document: object) => Promise<unknown>;

const given = process.argv[2] ?? documentFile("github");
const runs = Number(process.argv[3] ?? 15);
const config = { namespace: "bench", baseUrl: "https://api.example" };

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

await ensureDocuments();
const { importOpenAPI, getValidator } = await bundle();
const text = readFileSync(given, "utf8");
reportHeap();
await ensureSubPackage("bench/openapi");
const peers = await loadPeers();

const times: Record<string, number[]> & { parse: number[]; import: number[] } = { parse: [], import: [] };
// As in a real program, the last import and its document stay alive.
let last: Importer.ImportedDocument | undefined;
for (let run = 0; run < runs; run++) {
  const document = timed(times.parse, () => JSON.parse(text) as OpenAPISpec);
  last = timed(times.import, () => importOpenAPI(document, config));
}
console.log(last?.report.summary().split("\n", 1)[0]);
// Runs after ours: some peers change the shapes of a document's objects, which slows down the next reader.
for (const [name, run] of Object.entries(peers)) {
  const into: number[] = (times[name] = []);
  for (let count = 0; count < Math.ceil(runs / 4); count++) {
    const document = timed(times.parse, () => JSON.parse(text) as object);
    collectGarbage();
    const start = performance.now();
    await run(document);
    into.push(performance.now() - start);
  }
}
reportTimes();
reportCompiling();

/** Loaded by name at run time, because the sub-package is installed on first use. */
async function loadPeers(): Promise<Record<string, Peer>> {
  const require = createRequire(new URL("openapi/package.json", import.meta.url));
  const load = async (name: string): Promise<unknown> => import(pathToFileURL(require.resolve(name)).href);
  const swaggerParser = require("@apidevtools/swagger-parser") as { dereference: Peer };
  const { OpenAPIClientAxios } = require("openapi-client-axios") as {
    OpenAPIClientAxios: new (options: { definition: object }) => { init(): Promise<unknown> };
  };
  const { getToolsFromOpenApi } = (await load("openapi-mcp-generator")) as {
    getToolsFromOpenApi: (document: object, options: { dereference: boolean }) => Promise<unknown>;
  };
  return {
    "swagger-parser, dereferencing": (document) => swaggerParser.dereference(document),
    "openapi-mcp-generator": (document) => getToolsFromOpenApi(document, { dereference: true }),
    "openapi-client-axios": (definition) => new OpenAPIClientAxios({ definition }).init(),
  };
}

async function bundle(): Promise<typeof Importer & typeof Validators> {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const contents =
    'export * from "./src/sources/openapi/import-openapi.ts"; export * from "./src/schema/engine/validator.ts";';
  const outfile = `${root}.cache/bench-openapi.js`;
  const stdin = { contents, resolveDir: root };
  await build({ bundle: true, format: "esm", platform: "neutral", outfile, external: ["yaml", "ipaddr.js"], stdin });
  return (await import(outfile)) as typeof Importer & typeof Validators;
}

/** Collects earlier garbage before it times the work. */
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
      `  ${name.padEnd(30)} ${middle.toFixed(0).padStart(6)} ms  ${(middle / parse).toFixed(2)}x of JSON.parse`,
    );
  }
  console.log("  budget for import: 1.00x");
  recordRatio(
    "import over JSON.parse",
    "lower",
    times.import.map((time) => time / parse),
  );
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
  recordRatio("heap that an import adds, over the document's", "lower", added / own);
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
