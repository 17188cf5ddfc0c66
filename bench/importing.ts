/**
 * `tsx bench/importing.ts [file…]` imports large documents. For each it prints the ratio of the import's time to that
 * of parsing the same text, and the time of the first use of an operation: its schemas built and compiled, an input
 * checked, and an answer normalised. All times are processor time, which a busy machine disturbs least. Budgets: 1.5x
 * and 50 ms.
 *
 * Parsing and importing take turns. First uses run in a separate process, which has used no operation before.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { build } from "esbuild";
import { parse as parseYAML } from "yaml";
import type { OpenAPISpec } from "../src/sources/openapi/options/openapi-document.ts";
import { documentFile, ensureDocuments } from "../tests/openapi-documents/documents.ts";
import type { DocumentName } from "../tests/openapi-documents/documents.ts";
import type * as Entry from "./importing-entry.ts";
import { median } from "./median.ts";
import { recordRatio } from "./record-ratio.ts";

const documents = ["github", "kubernetes", "autotask", "geodesystems", "trello", "graph", "stripe", "okta"] as const;
const config = { namespace: "bench", baseUrl: "https://api.example" };
const bundleFile = new URL("../.cache/bench-importing.js", import.meta.url).pathname;
const runs = 15;
/** The operations to use, spread over the document. The first of them is the cold one. */
const samples = 12;

const [mode, ...rest] = process.argv.slice(2);
if (mode === "--first-uses") await printFirstUses(rest[0]!);
else await compareDocuments();

async function compareDocuments(): Promise<void> {
  await ensureDocuments();
  await build({
    entryPoints: [new URL("importing-entry.ts", import.meta.url).pathname],
    outfile: bundleFile,
    bundle: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    external: ["yaml", "ipaddr.js", "undici"],
  });
  const { importOpenAPI } = (await import(bundleFile)) as typeof Entry;
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const files = mode === undefined ? documents.map((name) => [name, fileOf(name)] as const) : named([mode, ...rest]);
  console.log("document         MiB  operations   parse   import    ratio   cold   first use: cold   median  slowest");
  for (const [name, file] of files) {
    const text = readFileSync(file, "utf8");
    const times = { parse: [] as number[], import: [] as number[] };
    // As in a real program, the last import and its document stay alive.
    let last: Entry.ImportedDocument | undefined;
    // A YAML parser takes a hundred times as long as the import.
    for (let run = 0; run < (isJSON(text) ? runs : 3); run++) {
      collectGarbage();
      const document = timed(times.parse, () => parse(text));
      collectGarbage();
      last = timed(times.import, () => importOpenAPI(document, config));
    }
    const ratios = times.import.map((time, run) => time / times.parse[run]!);
    const { cold, middle, slowest, coldImport } = firstUses(file);
    console.log(
      [
        name.padEnd(14),
        (text.length / 2 ** 20).toFixed(1).padStart(5),
        String(last?.operations.length).padStart(11),
        `${median(times.parse).toFixed(0)} ms`.padStart(8),
        `${median(times.import).toFixed(0)} ms`.padStart(8),
        `${median(ratios).toFixed(2)}x`.padStart(8),
        `${coldImport.toFixed(2)}x`.padStart(6),
        `${cold.toFixed(0)} ms`.padStart(17),
        `${middle.toFixed(0)} ms`.padStart(8),
        `${slowest.toFixed(0)} ms`.padStart(8),
      ].join(" "),
    );
    recordRatio(`import of ${name} over parsing it`, "lower", ratios);
  }
}

function fileOf(name: (typeof documents)[number]): string {
  const directory: Record<string, string> = {
    autotask: "autotask.net",
    geodesystems: "geodesystems.com",
    trello: "trello.com",
    graph: "microsoft.com/graph",
  };
  const own = directory[name];
  if (own === undefined) return documentFile(name as DocumentName);
  return documentFile("stripe").replace("stripe.com", own);
}

function named(files: readonly string[]): (readonly [string, string])[] {
  return files.map((file) => [basename(file).slice(0, 14), file] as const);
}

function isJSON(text: string): boolean {
  return /^\s*\{/.test(text);
}

function parse(text: string): OpenAPISpec {
  return (isJSON(text) ? JSON.parse(text) : parseYAML(text, { maxAliasCount: -1 })) as OpenAPISpec;
}

interface FirstUses {
  /** The ratio of the first import of the process, before any code is optimised. */
  readonly coldImport: number;
  readonly cold: number;
  readonly middle: number;
  readonly slowest: number;
}

function firstUses(file: string): FirstUses {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [...process.execArgv, import.meta.filename, "--first-uses", file],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as FirstUses;
}

async function printFirstUses(file: string): Promise<void> {
  const { importOpenAPI, getValidator, getNormaliser } = (await import(bundleFile)) as typeof Entry;
  const text = readFileSync(file, "utf8");
  const firsts: number[] = [];
  const document = timed(firsts, () => parse(text));
  const { length } = timed(firsts, () => importOpenAPI(document, config)).operations;
  const times: number[] = [];
  for (let sample = 0; sample < samples; sample++) {
    // Import again, because operations share converted schemas.
    const operation = importOpenAPI(document, config).operations[Math.floor((sample * length) / samples)]!;
    timed(times, () => {
      getValidator(operation.inputSchema).check({});
      const { isExact, normalise } = getNormaliser(operation.outputSchema);
      return isExact({ id: "1" }) || normalise({ id: "1", name: "one" });
    });
  }
  const coldImport = firsts[1]! / firsts[0]!;
  const uses: FirstUses = { coldImport, cold: times[0]!, middle: median(times), slowest: Math.max(...times) };
  console.log(JSON.stringify(uses));
}

/** In milliseconds of processor time. */
function timed<T>(into: number[], work: () => T): T {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  into.push((user + system) / 1000);
  return result;
}
