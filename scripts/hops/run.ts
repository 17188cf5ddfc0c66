/**
 * `npm run hops` counts the source files and functions of ours that take part in one warm call.
 *
 *     npm run hops                     a table of all walks
 *     npm run hops -- --list           with every file and function, and how often it was called
 *     npm run hops -- --json           the same for programs
 *     npm run hops -- --check          fails when a walk is over its limit
 *     npm run hops -- http-to-openapi  only this walk
 *
 * files      source files of `src/` of which at least one function ran
 * functions  distinct functions that ran, however often: methods, getters, callbacks without a name, and the
 *            initialiser of a class with fields (V8 counts it as one function)
 * calls      how often they were called in all; an async function counts once, however often it is resumed
 *
 * Caller and responder run in this process, so both sides count. Libraries, Node and module code that ran at import do
 * not. Each walk runs several times, and the smallest count wins: a heartbeat or another timer can only add to it.
 */
import { parseArgs } from "node:util";
import { describeFunctions } from "./describe-functions.ts";
import { watchCalls } from "./watch-calls.ts";
import type { CalledFunction } from "./watch-calls.ts";
import { busInMemory, httpToHubToOpenAPI, httpToOpenAPI, localExecute, mcpToSpoke } from "./walks.ts";
import type { OpenWalk } from "./walks.ts";

interface Walk {
  readonly name: string;
  readonly title: string;
  readonly open: () => Promise<OpenWalk>;
  readonly limit?: { readonly files: number; readonly functions: number };
}

const walks: readonly Walk[] = [
  { name: "local", title: "registry.execute", open: localExecute, limit: { files: 4, functions: 8 } },
  {
    name: "http-to-openapi",
    title: "HTTP to an OpenAPI operation",
    open: httpToOpenAPI,
    limit: { files: 30, functions: 110 },
  },
  { name: "http-to-hub", title: "HTTP to the hub to an OpenAPI operation", open: httpToHubToOpenAPI },
  {
    name: "mcp-to-spoke",
    title: "MCP 2026-07-28 to the hub to a spoke",
    open: mcpToSpoke({ pin: "2026-07-28" }),
    limit: { files: 55, functions: 230 },
  },
  {
    name: "legacy-mcp-to-spoke",
    title: "MCP 2025-11-25 to the hub to a spoke",
    open: mcpToSpoke("legacy"),
    limit: { files: 55, functions: 230 },
  },
  { name: "bus", title: "a bus in memory, with signed identities", open: busInMemory },
];

const warmUpCalls = 20;
const countedCalls = 5;

interface Count {
  readonly walk: Walk;
  readonly files: number;
  readonly functions: readonly CalledFunction[];
  readonly isOver: boolean;
}

process.exitCode = await main();

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { list: { type: "boolean" }, json: { type: "boolean" }, check: { type: "boolean" } },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => !walks.some((walk) => walk.name === name));
  if (unknown.length > 0) {
    console.error(`no such walk: ${unknown.join(", ")} (there are: ${walks.map(({ name }) => name).join(", ")})`);
    return 2;
  }
  const counts: Count[] = [];
  for (const walk of walks) {
    if (positionals.length === 0 || positionals.includes(walk.name)) counts.push(await countWalk(walk));
  }
  if (values.json === true) console.log(JSON.stringify(await Promise.all(counts.map(toJSON)), undefined, 2));
  else await print(counts, values.list === true);
  return values.check === true && counts.some(({ isOver }) => isOver) ? 1 : 0;
}

async function countWalk(walk: Walk): Promise<Count> {
  const watch = await watchCalls();
  const { call, close } = await walk.open();
  try {
    for (let done = 0; done < warmUpCalls; done++) expectGreeting(walk, await call());
    const runs: CalledFunction[][] = [];
    while (runs.length < countedCalls) runs.push(await watch.during(call));
    const functions = runs.reduce((least, run) => (run.length < least.length ? run : least));
    const files = new Set(functions.map(({ file }) => file)).size;
    const { limit } = walk;
    const isOver = limit !== undefined && (files > limit.files || functions.length > limit.functions);
    return { walk, files, functions, isOver };
  } finally {
    watch.end();
    await close();
  }
}

/** A failed call is a shorter walk. */
function expectGreeting({ name }: Walk, answer: unknown): void {
  const text = JSON.stringify(answer);
  if (!text.includes("Hello Ada")) throw new Error(`the call of ${name} failed: ${text}`);
}

async function toJSON({ walk, files, functions, isOver }: Count): Promise<object> {
  const { name, title, limit } = walk;
  return { name, title, files, functions: functions.length, limit, isOver, list: await describeFunctions(functions) };
}

async function print(counts: readonly Count[], withFunctions: boolean): Promise<void> {
  const width = Math.max(...counts.map(({ walk }) => walk.title.length));
  console.log(`${"".padEnd(width)}  files  functions  calls  limit`);
  for (const { walk, files, functions, isOver } of counts) {
    const calls = functions.reduce((sum, called) => sum + called.calls, 0);
    const limit = walk.limit === undefined ? "none" : `${walk.limit.files}/${walk.limit.functions}`;
    const numbers = [String(files).padStart(5), String(functions.length).padStart(9), String(calls).padStart(5)];
    console.log(`${walk.title.padEnd(width)}  ${numbers.join("  ")}  ${limit}${isOver ? ", over it" : ""}`);
  }
  if (!withFunctions) return;
  for (const { walk, functions } of counts) {
    console.log(`\n${walk.title} (${walk.name})`);
    for (const { file, functions: called } of await describeFunctions(functions)) {
      console.log(`\n  ${file}`);
      for (const { name, line, calls } of called) console.log(`    ${`${calls}x`.padStart(5)}  ${name}, line ${line}`);
    }
  }
}
