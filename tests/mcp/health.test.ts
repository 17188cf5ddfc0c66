/** Whether a source reports its health: a lost server is not `ready`, at `/~/sources` and in the metrics. */
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { startHub } from "../../src/entries/hub.ts";
import type { HubConfig, RunningHub, SourceStatus } from "../../src/entries/hub.ts";
import { findFreePort } from "../support/free-port.ts";
import { until } from "../support/until.ts";
import { startRawHttp } from "./servers/raw-http-server.ts";
import type { RawHttpOptions, RawHttpServer } from "./servers/raw-http-server.ts";

vi.setConfig({ testTimeout: 120_000 });

const KEY = "the-key-of-the-operator";
const closers: Array<() => Promise<unknown>> = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "health-"));
  closers.push(() => rm(path, { recursive: true, force: true }));
  return path;
}

async function start(mcpServers: NonNullable<HubConfig["mcpServers"]>): Promise<RunningHub> {
  const config: HubConfig = { mcpServers, serve: { port: 0, keys: [{ id: "op", key: KEY, scopes: ["*"] }] } };
  const options = { waitForSources: true, stateFolder: await folder(), logTo: { write: () => undefined } };
  const hub = await startHub({ config, folder: await folder() }, options);
  closers.push(() => hub.close({ graceMs: 0 }));
  return hub;
}

async function ask(hub: RunningHub, path: string, init: RequestInit = {}): Promise<Response> {
  return await fetch(hub.endpoints.http + path, { ...init, headers: { authorization: `Bearer ${KEY}` } });
}

async function statusOf(hub: RunningHub): Promise<SourceStatus> {
  const { sources } = (await (await ask(hub, "/~/sources")).json()) as { sources: [SourceStatus] };
  return sources[0];
}

/** The states that the metrics show as the current one. */
async function metricStates(hub: RunningHub): Promise<string[]> {
  const text = await (await ask(hub, "/metrics")).text();
  return Array.from(text.matchAll(/^operations_source_state\{.*state="(\w+)"\} 1$/gm), ([, state = ""]) => state);
}

async function expectLost(hub: RunningHub): Promise<void> {
  await until(async () => (await statusOf(hub)).state !== "ready", { what: "the source is lost" });
  expect(await statusOf(hub)).toMatchObject({ state: "connecting", error: expect.any(String) as string });
  expect(await metricStates(hub)).toEqual(["connecting"]);
}

async function expectReady(hub: RunningHub): Promise<void> {
  await until(async () => (await statusOf(hub)).state === "ready", { what: "the source is back" });
  expect((await statusOf(hub)).error).toBeUndefined();
  expect(await metricStates(hub)).toEqual(["ready"]);
}

describe.each(["legacy", "modern"] as const)("when the URL of a %s server stops answering", (era) => {
  async function startServer(options: Partial<RawHttpOptions> = {}): Promise<RawHttpServer> {
    const done = { resultType: "complete", content: [{ type: "text", text: "done" }] };
    const server = await startRawHttp({ era, onCall: ({ reply }) => reply(done), ...options });
    closers.push(() => server.close());
    return server;
  }

  it("is not ready even without a call, and ready once the server is back", async () => {
    const port = await findFreePort();
    const server = await startServer({ port });
    const hub = await start({ far: { url: server.url, healthInterval: 100 } });
    await expectReady(hub);
    await server.close();
    await expectLost(hub);
    await startServer({ port });
    await expectReady(hub);
    expect((await ask(hub, "/far/act", { method: "POST" })).status).toBe(200);
  });

  it("is not ready after a call that found it gone", async () => {
    const server = await startServer();
    const hub = await start({ far: { url: server.url, healthInterval: 3_600_000 } });
    await server.close();
    expect((await ask(hub, "/far/act", { method: "POST" })).status).toBeGreaterThanOrEqual(500);
    await expectLost(hub);
    expect((await statusOf(hub)).state).toBe("connecting");
  });

  it("is not ready while the server accepts connections and stays silent", async () => {
    let isSilent = false;
    const server = await startServer({ isSilent: () => isSilent });
    const hub = await start({ far: { url: server.url, healthInterval: 100, connectTimeout: 1000 } });
    isSilent = true;
    await expectLost(hub);
    isSilent = false;
    await expectReady(hub);
    expect((await statusOf(hub)).state).toBe("ready");
  });

  it("stays ready while the server answers its checks", async () => {
    const server = await startServer();
    const hub = await start({ far: { url: server.url, healthInterval: 100 } });
    const states: string[] = [];
    hub.sources.onChange(({ state }) => states.push(state));
    const probe = era === "legacy" ? "ping" : "server/discover";
    const probes = (): number => server.received.filter(({ method }) => method === probe).length;
    const before = probes();
    await until(() => probes() > before + 2);
    expect(states).toEqual([]);
  });
});

describe("when the process of a server cannot be started again", () => {
  it("is not ready until it can", async () => {
    const path = join(await folder(), "server.sh");
    const program = join(import.meta.dirname, "servers", "raw-stdio-server.js");
    const script = `#!/bin/sh\nexec ${process.execPath} ${program} "$@"\n`;
    await writeFile(path, script, { mode: 0o755 });
    const hub = await start({ near: { command: path, args: [] } });
    await expectReady(hub);
    await chmod(path, 0o644);
    await ask(hub, "/near/die", { method: "POST" });
    await expectLost(hub);
    await chmod(path, 0o755);
    await expectReady(hub);
    expect((await statusOf(hub)).state).toBe("ready");
  });
});
