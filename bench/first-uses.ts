/**
 * Imports one document, uses operations of it, and prints what that took. `importing.ts` runs it bundled, in a process
 * that has nothing else in it: what a tool has loaded would count as work of the import.
 */
import { readFileSync } from "node:fs";
import { parse as parseYAML } from "yaml";
import type { OpenAPISpec } from "../src/sources/openapi/options/openapi-document.ts";
import { getNormaliser, getValidator, importOpenAPI } from "./importing-entry.ts";

export interface FirstUses {
  /** The first import of the process over parsing, before any code is optimised. */
  readonly coldImport: number;
  /** Milliseconds that the first use of each operation takes. The first of them is the cold one. */
  readonly uses: readonly number[];
}

/** Operations of a document that are used, spread over it. */
const samples = 12;
const config = { namespace: "bench", baseUrl: "https://api.example" };
const cell = new Int32Array(new SharedArrayBuffer(4));

const text = readFileSync(process.argv[2]!, "utf8");
const isJSON = /^\s*\{/.test(text);
const [document, parsing] = timed(
  () => (isJSON ? JSON.parse(text) : parseYAML(text, { maxAliasCount: -1 })) as OpenAPISpec,
);
const [{ operations }, importing] = timed(() => importOpenAPI(document, config));
const uses: number[] = [];
for (let sample = 0; sample < samples; sample++) {
  // A fresh import, because operations share what they convert.
  const again = importOpenAPI(document, config).operations;
  const operation = again[Math.floor((sample * operations.length) / samples)]!;
  const [, time] = timed(() => {
    getValidator(operation.inputSchema).check({});
    const { isExact, normalise } = getNormaliser(operation.outputSchema);
    return isExact({ id: "1" }) || normalise({ id: "1", name: "one" });
  });
  uses.push(time);
}
console.log(JSON.stringify({ coldImport: importing / parsing, uses } satisfies FirstUses));

/** With milliseconds of processor time, until all that the work started in other threads is done too. */
function timed<T>(work: () => T): readonly [T, number] {
  settle();
  const before = processorTime();
  const result = work();
  settle();
  return [result, processorTime() - before];
}

/**
 * Waits until V8's other threads have nothing to do. Otherwise what they still do for earlier work counts: loading a
 * CommonJS package makes V8 optimise Node's reader of such packages, which takes longer than most imports.
 */
function settle(): void {
  let before = processorTime();
  for (let quiet = 0; quiet < 2;) {
    // Not by a timer, because that would run other code.
    Atomics.wait(cell, 0, 0, 30);
    const now = processorTime();
    quiet = now - before < 0.2 ? quiet + 1 : 0;
    before = now;
  }
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
