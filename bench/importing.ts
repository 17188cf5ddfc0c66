/**
 * `tsx bench/importing.ts [file…]` imports large documents. For each it prints the ratio of the import's time to that
 * of parsing the same text, and the time of the first use of an operation: its schemas built and compiled, an input
 * checked, and an answer normalised. All times are processor time, which a busy machine disturbs least. Budgets: 1.5x
 * and 50 ms.
 *
 * Parsing and importing take turns. Cold imports and first uses run in new processes without anything else in them, nine
 * for each document, and their medians count. Each waits until the threads of V8 are idle, before and after.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { build } from "esbuild";
import { parse as parseYAML } from "yaml";
import type { OpenAPISpec } from "../src/sources/openapi/options/openapi-document.ts";
import { documentFile, ensureDocuments } from "../tests/openapi-documents/documents.ts";
import type { DocumentName } from "../tests/openapi-documents/documents.ts";
import type { FirstUses } from "./first-uses.ts";
import type * as Entry from "./importing-entry.ts";
import { median } from "./median.ts";
import { recordRatio } from "./record-ratio.ts";

const documents = ["github", "kubernetes", "autotask", "geodesystems", "trello", "graph", "stripe", "okta"] as const;
const config = { namespace: "bench", baseUrl: "https://api.example" };
const bundleFile = new URL("../.cache/bench-importing.js", import.meta.url).pathname;
const firstUsesFile = new URL("../.cache/bench-first-uses.js", import.meta.url).pathname;
const runs = 15;
const processes = 9;

const given = process.argv.slice(2);
await compareDocuments();

async function compareDocuments(): Promise<void> {
  await ensureDocuments();
  await bundle("importing-entry.ts", bundleFile);
  await bundle("first-uses.ts", firstUsesFile);
  const { importOpenAPI } = (await import(bundleFile)) as typeof Entry;
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const files = given.length === 0 ? documents.map((name) => [name, fileOf(name)] as const) : named(given);
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

interface Cold {
  readonly coldImport: number;
  readonly cold: number;
  readonly middle: number;
  readonly slowest: number;
}

function firstUses(file: string): Cold {
  // Without tsx, which runs this script.
  const { NODE_OPTIONS: _, ...env } = process.env;
  const seen = Array.from({ length: processes }, () => {
    const printed = execFileSync(process.execPath, [firstUsesFile, file], { encoding: "utf8", env });
    return JSON.parse(printed) as FirstUses;
  });
  const middleOf = (read: (uses: FirstUses) => number): number => median(seen.map(read));
  return {
    coldImport: middleOf(({ coldImport }) => coldImport),
    cold: middleOf(({ uses }) => uses[0]!),
    middle: middleOf(({ uses }) => median(uses)),
    slowest: middleOf(({ uses }) => Math.max(...uses)),
  };
}

async function bundle(entry: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [new URL(entry, import.meta.url).pathname],
    outfile,
    bundle: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    external: ["node:*", "yaml", "ipaddr.js", "undici"],
  });
}

/** In milliseconds of processor time. */
function timed<T>(into: number[], work: () => T): T {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  into.push((user + system) / 1000);
  return result;
}
