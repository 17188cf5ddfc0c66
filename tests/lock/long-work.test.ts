/**
 * A lock of more than a thousand operations is written, read and compared in slices: other calls continue meanwhile.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSources } from "../../src/entries/hub.ts";
import type { HubSources } from "../../src/entries/hub.ts";
import { importOpenAPI } from "../../src/sources/openapi/import-openapi.ts";
import type { OpenedSource } from "../../src/sources/source.ts";
import { ensureDocuments, readDocument } from "../openapi-documents/documents.ts";
import { isLeftOut } from "../support/left-out.ts";

/** Measured: 45 ms, most of it garbage collection. In one turn, it was 2,000. */
const MOST_CPU_MS = 250;

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId?: string; parameters?: object[] }>>>>;
}

let folder: string;
let open: HubSources[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lock-"));
  open = [];
});
afterEach(async () => {
  for (const sources of open) await sources.close({ graceMs: 0 });
  await rm(folder, { recursive: true });
});

/** The longest processor time between two turns of the event loop. Pauses of the machine do not count. */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let [longest, isOver, last, lastTurn] = [0, false, process.cpuUsage(), performance.now()];
  const turn = (): void => {
    const { user, system } = process.cpuUsage(last);
    // Other threads of the process count too, so both times are an upper bound.
    longest = Math.max(longest, Math.min((user + system) / 1000, performance.now() - lastTurn));
    last = process.cpuUsage();
    lastTurn = performance.now();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  await new Promise((resolve) => setImmediate(resolve));
  isOver = true;
  return longest;
}

/** Parsing the document is not the lock's work. */
function githubSource(change: (document: Document) => void): () => OpenedSource {
  const document = readDocument("github") as Document;
  change(document);
  const { operations } = importOpenAPI({ ...document }, { namespace: "github" });
  return () => ({ operations, close: () => undefined });
}

async function openWith(source: () => OpenedSource, forLock = false): Promise<HubSources> {
  const config = { openapi: { github: { document: "github.json" } } };
  const sources = await openSources({ folder, config }, { forLock, builtIn: { openapi: { open: source } } });
  open.push(sources);
  await sources.ready;
  return sources;
}

describe.skipIf(isLeftOut("openapi-documents"))("when all of GitHub's operations have changed", () => {
  it("never blocks other work for long", { timeout: 300_000 }, async () => {
    await ensureDocuments();
    const before = githubSource(() => undefined);
    const after = githubSource(({ paths }) => {
      for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
        if (operation.operationId === undefined) continue;
        const added = { name: "zz", in: "query", required: true, schema: { type: "string" } };
        operation.parameters = [...(operation.parameters ?? []), added];
      }
    });
    const accepted = await openWith(before, true);
    let text = "";
    const blocks: Record<string, number> = {};
    blocks["write"] = await longestBlock(async () => (text = await accepted.lock.write()));
    await writeFile(join(folder, "operations.lock"), text);
    let sources: HubSources | undefined;
    blocks["open"] = await longestBlock(async () => (sources = await openWith(after)));
    const [github] = sources?.lock.changes() ?? [];
    const [change] = github?.changes ?? [];
    if (github === undefined || change === undefined) throw new Error("nothing has changed");
    expect(github.changes.length).toBeGreaterThan(1000);
    const { operation, digest } = change;
    const decision = { source: "github", kind: "openapi", operation, digest, decision: "accept" } as const;
    blocks["decide"] = await longestBlock(() => sources?.lock.decide(decision) ?? Promise.resolve());
    blocks["accept"] = await longestBlock(() => sources?.lock.write(() => true) ?? Promise.resolve());
    console.log(`longest blocks in ms: ${JSON.stringify(blocks)}`);
    expect(Object.entries(blocks).filter(([, ms]) => ms > MOST_CPU_MS)).toEqual([]);
  });
});
