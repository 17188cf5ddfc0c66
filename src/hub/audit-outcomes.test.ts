/** What the audit of a hub says of calls and streams that did not end by themselves, at every interface. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { until } from "../../tests/support/until.ts";
import { connectSpoke } from "../client/connect-spoke.ts";
import type { OperationContext } from "../operation/operation-context.ts";
import { operation } from "./observe/fixtures.test-support.ts";
import { ADA, keysOfTwo, startedHubs } from "./started-hubs.test-support.ts";
import type { StartedHub } from "./started-hubs.test-support.ts";

const start = startedHubs();

async function audited(): Promise<{ hub: StartedHub; lines: () => Promise<readonly Record<string, unknown>[]> }> {
  const hub = await start({ audit: { file: "audit.jsonl" }, serve: { keys: keysOfTwo } });
  hub.registry.registerAll([
    operation("slow", () => new Promise(() => undefined), "MUTATION"),
    operation("few", () => [1, 2], "SUBSCRIPTION"),
    {
      ...operation("ticks", () => [], "SUBSCRIPTION"),
      async *handler(_input: unknown, { signal }: OperationContext) {
        for (let tick = 0; !signal.aborted; tick++) yield await new Promise((resolve) => setTimeout(resolve, 5, tick));
      },
    },
  ]);
  const lines = async (): Promise<readonly Record<string, unknown>[]> =>
    (await readFile(join(hub.folder, "audit.jsonl"), "utf8"))
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { hub, lines };
}

/** What the audit says of the call's end, once it says something. */
async function endOf(lines: () => Promise<readonly Record<string, unknown>[]>): Promise<Record<string, unknown>> {
  let end: Record<string, unknown> | undefined;
  await until(async () => (end = (await lines()).find(({ event }) => event === undefined)) !== undefined);
  return end as Record<string, unknown>;
}

async function openOverHTTP(hub: StartedHub, path: string): Promise<AbortController> {
  const leaving = new AbortController();
  const answer = await hub.ask(path, ADA, {
    method: "POST",
    body: "{}",
    signal: leaving.signal,
    headers: { "content-type": "application/json" },
  });
  expect(answer.status).toBe(200);
  await answer.body?.getReader().read();
  return leaving;
}

describe("when a stream over HTTP ends", () => {
  it("is CONNECTION_LOST if the hub cut it", async () => {
    const { hub, lines } = await audited();
    await openOverHTTP(hub, "/demo/ticks");
    await hub.close({ graceMs: 0 });
    expect(await endOf(lines)).toMatchObject({ outcome: "CONNECTION_LOST", phase: "started" });
  });

  it("is ABORTED if its client left", async () => {
    const { hub, lines } = await audited();
    (await openOverHTTP(hub, "/demo/ticks")).abort();
    expect(await endOf(lines)).toMatchObject({ outcome: "ABORTED", phase: "started" });
  });

  it("is OK if it completed", async () => {
    const { hub, lines } = await audited();
    await openOverHTTP(hub, "/demo/few");
    expect(await endOf(lines)).toMatchObject({ outcome: "OK" });
  });
});

describe("when a call or stream over WebSocket ends", () => {
  const connect = async (hub: StartedHub) =>
    connectSpoke({ url: hub.endpoints.ws ?? "", token: ADA, reconnect: false });

  it("is CONNECTION_LOST if the hub cut it, as for its caller", async () => {
    const { hub, lines } = await audited();
    const spoke = await connect(hub);
    const call = spoke.call("demo.slow", {}).catch((error: unknown) => error);
    await until(async () => (await lines()).length === 1);
    await hub.close({ graceMs: 0 });
    expect(await call).toMatchObject({ code: "CONNECTION_LOST" });
    expect(await endOf(lines)).toMatchObject({ outcome: "CONNECTION_LOST", phase: "started" });
    spoke.close();
  });

  it("is CONNECTION_LOST if the connection ended", async () => {
    const { hub, lines } = await audited();
    const spoke = await connect(hub);
    const stream = spoke.subscribe("demo.ticks", {});
    await stream.next();
    spoke.close();
    expect(await endOf(lines)).toMatchObject({ outcome: "CONNECTION_LOST", phase: "started" });
  });

  it("is ABORTED if its caller gave it up", async () => {
    const { hub, lines } = await audited();
    const spoke = await connect(hub);
    const stream = spoke.subscribe("demo.ticks", {});
    await stream.next();
    await stream.return();
    expect(await endOf(lines)).toMatchObject({ outcome: "ABORTED", phase: "started" });
    spoke.close();
  });
});

describe("when the reader of a stream is in the hub", () => {
  it("is OK if the reader has all it wants", async () => {
    const { hub, lines } = await audited();
    for await (const _ of hub.registry.stream({ id: "demo.ticks", input: {}, context: undefined, checked: false }))
      break;
    expect(await endOf(lines)).toMatchObject({ outcome: "OK" });
  });
});
