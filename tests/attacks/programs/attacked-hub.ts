/** A hub for the attacks of `npm run attack`, in its own process. It reports its memory use and how long it blocks. */
import { rm } from "node:fs/promises";
import { defineOperation, OperationRegistry, Type } from "../../../src/entries/index.ts";
import { startHub } from "../../../src/entries/hub.ts";
import { makeTempFolder } from "../../support/temp-folder.ts";
import { hostileSources } from "../hostile-sources.ts";
import { usedMs } from "../used-ms.ts";
import { KEYS } from "../load-targets.ts";
import type { HubReport } from "../load-targets.ts";

const MIB = 1024 * 1024;
const TICK_MS = 5;
const folder = makeTempFolder("attacked-hub");
let waiting = 0;

const base = {
  namespace: "demo",
  version: "1.0.0",
  description: "Attacked",
  inputSchema: Type.Unknown(),
  outputSchema: Type.Unknown(),
  accessControl: { requiredScopes: [] },
} as const;

const registry = new OperationRegistry({ onWarning: () => {} }).registerAll([
  defineOperation({ ...base, name: "large", type: "QUERY", handler: () => "x".repeat(4 * MIB) }),
  defineOperation({
    ...base,
    name: "stream",
    type: "SUBSCRIPTION",
    async *handler() {
      for (;;) yield await Promise.resolve("x".repeat(MIB));
    },
  }),
  defineOperation({
    ...base,
    name: "wait",
    type: "QUERY",
    handler: async (_input, { signal }) => {
      report.mostWaiting = Math.max(report.mostWaiting, ++waiting);
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      waiting--;
    },
  }),
  defineOperation({ ...base, name: "quick", type: "QUERY", handler: () => "quick" }),
]);

const report: HubReport = { idleBytes: 0, mostBytes: 0, longestBlockMs: 0, mostWaiting: 0 };
let last = performance.now();
let used = usedMs();

function measure(): void {
  const now = performance.now();
  const nowUsed = usedMs();
  // On a busy machine a process waits for its turn. Only its own work counts as a block.
  const blockMs = Math.min(now - last - TICK_MS, nowUsed - used);
  report.longestBlockMs = Math.max(report.longestBlockMs, blockMs);
  report.mostBytes = Math.max(report.mostBytes, process.memoryUsage.rss());
  last = now;
  used = nowUsed;
}

const keys = KEYS.map((key, index) => ({ id: `client${index}`, key, scopes: ["*"], answerTokens: "all" as const }));
/** The address of a hostile API and MCP server. */
const hostile = process.env["HOSTILE"];
const hub = await startHub(
  { config: { serve: { keys }, ...(hostile === undefined ? {} : hostileSources(hostile)) }, folder },
  { port: 0, registry, stateFolder: folder, logTo: { write: () => {} } },
);

process.on("message", (message) => {
  if (message === "begin") {
    report.idleBytes = process.memoryUsage.rss();
    report.mostBytes = report.idleBytes;
    report.longestBlockMs = 0;
    last = performance.now();
    used = usedMs();
    setInterval(measure, TICK_MS);
    process.send?.("begun");
  } else process.send?.(report);
});
process.once("disconnect", () => {
  void hub
    .close({ graceMs: 0 })
    .then(() => rm(folder, { recursive: true, force: true }))
    .finally(() => process.exit());
});
process.send?.(hub.endpoints);
