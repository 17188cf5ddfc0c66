/** One client has one share over all interfaces of a hub, and is never confused with another client. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SignJWT } from "jose";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { until } from "../../tests/support/until.ts";
import { connectSpoke } from "../client/connect-spoke.ts";
import { CallError } from "../errors/call-error.ts";
import type { Spoke } from "../protocol/peers/spoke.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { callTool } from "./call-tool.test-support.ts";
import type { HubConfig } from "./config/hub-config.ts";
import { operation } from "./observe/fixtures.test-support.ts";
import { ADA, BOB, keysOfTwo as keys, startedHubs } from "./started-hubs.test-support.ts";
import type { StartedHub } from "./started-hubs.test-support.ts";

vi.setConfig({ testTimeout: 60_000 });

const start = startedHubs();

interface WaitingHub {
  readonly hub: StartedHub;
  /** How many calls of `demo.wait` run. */
  readonly running: () => number;
  readonly connect: (token: string) => Promise<Spoke>;
}

async function startWaiting(config: HubConfig): Promise<WaitingHub> {
  let running = 0;
  const registry = new OperationRegistry().registerAll([
    operation("wait", async (_input, { signal }) => {
      running++;
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      running--;
    }),
    operation("quick", () => "quick"),
  ]);
  const hub = await start(config, { registry });
  const connect = async (token: string): Promise<Spoke> => {
    const spoke = await connectSpoke({ url: hub.endpoints.ws ?? "", token, reconnect: false });
    onTestFinished(() => spoke.close());
    return spoke;
  };
  return { hub, running: () => running, connect };
}

/** Makes calls over HTTP that end only with the test. */
function waitOverHTTP(hub: StartedHub, key: string): AbortController {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  void hub.ask("/demo/wait", key, { method: "POST", signal: leaving.signal }).catch(() => undefined);
  return leaving;
}

const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => "OK",
    (error: unknown) => (error instanceof CallError ? error.code : error),
  );

describe("when a client calls over several interfaces", () => {
  it("has one share over all of them, however many connections it opens", async () => {
    const { hub, running, connect } = await startWaiting({ serve: { keys, limits: { callsPerClient: 3 } } });
    const leaving = waitOverHTTP(hub, ADA);
    await until(() => running() === 1);
    const spokes = await Promise.all(Array.from({ length: 5 }, () => connect(ADA)));
    const ended: unknown[] = [];
    for (const spoke of spokes) {
      for (let call = 0; call < 4; call++) void codeOf(spoke.call("demo.wait", {})).then((code) => ended.push(code));
    }
    await until(() => ended.length === 18);
    expect(ended).toEqual(Array.from({ length: 18 }, () => "OVERLOADED"));
    expect(running()).toBe(3);
    expect((await hub.ask("/demo/quick", ADA, { method: "POST" })).status).toBe(429);
    expect(await callTool(hub, ADA, "demo_quick")).toContain("429");
    // Other clients have their own shares, and ended calls free room.
    const other = await connect(BOB);
    expect((await other.call("demo.quick", {})).data).toBe("quick");
    leaving.abort();
    await until(() => running() === 2);
    const [first] = spokes as [Spoke];
    await until(async () => (await codeOf(first.call("demo.quick", {}))) === "OK");
    for (const spoke of spokes) spoke.close();
    await until(() => running() === 0);
    expect(await callTool(hub, ADA, "demo_quick")).toContain("quick");
  });

  it("never gives the hub more concurrent calls than its limit", async () => {
    const limits = { concurrentCalls: 2, callsPerClient: 2 };
    const { hub, running, connect } = await startWaiting({ serve: { keys, limits } });
    waitOverHTTP(hub, ADA);
    const spoke = await connect(BOB);
    void codeOf(spoke.call("demo.wait", {}));
    await until(() => running() === 2);
    expect(await codeOf(spoke.call("demo.quick", {}))).toBe("OVERLOADED");
    expect((await hub.ask("/demo/quick", BOB, { method: "POST" })).status).toBe(503);
    expect(await callTool(hub, BOB, "demo_quick")).toContain("OVERLOADED");
  });
});

describe("when the subject of a token equals the id of a key", () => {
  const secret = "a secret that the issuer and the hub share";
  const jwt = { secret, issuer: "https://id.example", audience: "hub", scopes: ["operations:call"] };
  const token = (): Promise<string> =>
    new SignJWT({})
      .setProtectedHeader({ alg: "HS256" })
      .setSubject("ada")
      .setIssuer(jwt.issuer)
      .setAudience(jwt.audience)
      .setExpirationTime("1h")
      .sign(new TextEncoder().encode(secret));

  it("has its own shares", async () => {
    const { hub, running } = await startWaiting({ serve: { keys, jwt, limits: { callsPerClient: 1 } } });
    waitOverHTTP(hub, ADA);
    await until(() => running() === 1);
    expect((await hub.ask("/demo/quick", ADA, { method: "POST" })).status).toBe(429);
    expect((await hub.ask("/demo/quick", await token(), { method: "POST" })).status).toBe(200);
  });

  it("does not see the key's calls, and its own stay hidden from the key", async () => {
    const { hub } = await startWaiting({ serve: { keys, jwt } });
    for (const [own, other] of [
      [ADA, await token()],
      [await token(), ADA],
    ] as const) {
      const answer = await hub.ask("/demo/quick", own, { method: "POST" });
      const path = `/~/calls/${answer.headers.get("operation-request-id")}`;
      expect([(await hub.ask(path, own)).status, (await hub.ask(path, other)).status]).toEqual([200, 404]);
    }
  });

  it("cannot continue a session of the key", async () => {
    const { hub } = await startWaiting({ serve: { keys, jwt } });
    const { mcp = "" } = hub.endpoints;
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params });
    const begun = await fetch(mcp, { method: "POST", headers: { ...headers, "x-api-key": ADA }, body });
    await begun.text();
    const session = { "mcp-session-id": begun.headers.get("mcp-session-id") ?? "" };
    const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
    const ask = async (key: string): Promise<number> => {
      const init = { method: "POST", headers: { ...headers, ...session, "x-api-key": key }, body: ping };
      const answer = await fetch(mcp, init);
      await answer.text();
      return answer.status;
    };
    expect([await ask(await token()), await ask(ADA)]).toEqual([404, 200]);
  });

  it("does not replace a spoke of the key", async () => {
    const { hub, connect } = await startWaiting({ serve: { keys, jwt } });
    const spoke = await connect(ADA);
    const url = hub.endpoints.ws ?? "";
    const other = await connectSpoke({ url, token: await token(), peerId: spoke.peerId, reconnect: false });
    onTestFinished(() => other.close());
    expect((await spoke.call("demo.quick", {})).data).toBe("quick");
  });

  it("is distinct in the audit", async () => {
    const { hub } = await startWaiting({ serve: { keys, jwt }, audit: { file: "audit.jsonl" } });
    await hub.ask("/demo/quick", ADA, { method: "POST" });
    await hub.ask("/demo/quick", await token(), { method: "POST" });
    await hub.close({ graceMs: 0 });
    const lines = (await readFile(join(hub.folder, "audit.jsonl"), "utf8")).trim().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { identity: "ada" },
      { identity: "ada", issuer: jwt.issuer },
    ]);
    expect(lines[0]).not.toContain("issuer");
  });
});
