/** Another hub changes an operation after it was accepted: the very next call must not reach it. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { defineOperation, OperationType, Type } from "../../src/entries/index.ts";
import type { AnyOperation } from "../../src/entries/index.ts";
import { openSources, startHub } from "../../src/entries/hub.ts";
import type { HubSources, RunningHub } from "../../src/entries/hub.ts";
import { hubSource } from "../../src/hub/sources/remote/hub-source.ts";
import type { OpenedSource } from "../../src/sources/source.ts";

const KEY = "a-key-for-the-near-hub";
let folder: string;
let far: RunningHub;
let near: HubSources;
/** What the connection to the other hub has brought so far. */
let arrived: OpenedSource | undefined;
let calls: string[];

function operation(name: string, version: string): AnyOperation {
  return defineOperation({
    namespace: "far",
    name,
    version: "1",
    type: OperationType.QUERY,
    description: `The ${version} version.`,
    inputSchema: Type.Object({}),
    outputSchema: Type.String(),
    accessControl: { requiredScopes: [] },
    handler: () => {
      calls.push(`${name} ${version}`);
      return version;
    },
  });
}

async function open(forLock = false): Promise<HubSources> {
  const config = { remotes: { far: { type: "hub", url: far.endpoints.http, token: KEY } } } as const;
  const hub = {
    open: async (...given: Parameters<typeof hubSource.open>) => (arrived = await hubSource.open(...given)),
  };
  const sources = await openSources({ folder, config }, { forLock, builtIn: { hub } });
  await sources.ready;
  await expect.poll(() => sources.registry.list().length).toBe(2);
  return sources;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lock-"));
  calls = [];
  far = await startHub(
    {
      folder,
      config: { serve: { port: 0, keys: [{ id: "near", key: KEY, scopes: ["*"] }] }, log: { level: "silent" } },
    },
    { waitForSources: true },
  );
  far.registry.registerAll([operation("one", "first"), operation("two", "first")]);
  const locking = await open(true);
  await writeFile(join(folder, "operations.lock"), await locking.lock.write());
  await locking.close({ graceMs: 0 });
  near = await open();
});

afterEach(async () => {
  await near.close({ graceMs: 0 });
  await far.close({ graceMs: 0 });
  await rm(folder, { recursive: true });
});

it("refuses a call made right after the change arrives, even if another change came just before", async () => {
  expect((await near.registry.execute("far.two", {})).data).toBe("first");
  far.registry.register(operation("one", "second"), { replace: true });
  // From here on, the near hub pauses before it reads changes again.
  await expect.poll(() => near.registry.has("far.one"), { interval: 1 }).toBe(false);
  far.registry.register(operation("two", "second"), { replace: true });
  while (!arrived?.operations.some(({ name, description }) => name === "two" && description.includes("second"))) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  await expect(near.registry.execute("far.two", {})).rejects.toMatchObject({
    code: "OPERATION_QUARANTINED",
    phase: "notStarted",
  });
  expect(near.registry.list()).toEqual([]);
  expect(calls).toEqual(["two first"]);
});
