import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { connectSpoke } from "../../client/connect-spoke.ts";
import type { ServeConfig } from "../config/hub-config.ts";
import { startedHubs } from "../started-hubs.test-support.ts";
import type { StartedHub } from "../started-hubs.test-support.ts";

vi.setConfig({ testTimeout: 60_000 });

const start = startedHubs();
const OWNER = "the-key-of-the-owner";
const POLL = { timeout: 20_000 };
const sockets: Socket[] = [];
// Closed before the hubs, which would wait for them.
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

const run = (serve: ServeConfig): Promise<StartedHub> =>
  start({
    local: { modules: ["demo.mjs"] },
    serve: { keys: [{ id: "owner", key: OWNER, scopes: ["*"] }], trustedProxies: ["127.0.0.1"], ...serve },
  });

interface Silent {
  readonly status: string | undefined;
  /** Everything that the hub has sent. */
  readonly text: () => string;
  readonly socket: Socket;
}

/** Requests a WebSocket as the client that a proxy names, and stays silent from then on. */
async function comeSilently({ endpoints }: StartedHub, from = "203.0.113.1"): Promise<Silent> {
  const { hostname, port, host } = new URL(endpoints.http);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.on("error", () => undefined);
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  const headers = {
    host,
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    "x-forwarded-for": from,
  };
  const lines = Object.entries(headers).map((pair) => `${pair.join(": ")}\r\n`);
  socket.write(`GET /ws HTTP/1.1\r\n${lines.join("")}\r\n`);
  await once(socket, "data");
  return { socket, status: text.split(" ", 2)[1], text: () => text };
}

async function refusedOf(hub: StartedHub): Promise<string | undefined> {
  const metrics = await (await hub.ask("/metrics", OWNER)).text();
  return /^operations_connections_refused_total\{interface="ws"\} (\d+)$/m.exec(metrics)?.[1];
}

describe("when WebSockets stay silent", () => {
  it("refuses a client more than its share, until one has gone, and serves others", async () => {
    const hub = await run({ limits: { handshakesPerClient: 2 } });
    const [first, second] = [await comeSilently(hub), await comeSilently(hub)];
    expect([first.status, second.status, await refusedOf(hub)]).toEqual(["101", "101", "0"]);
    const third = await comeSilently(hub);
    await once(third.socket, "end");
    expect(third.text()).toMatch(/^HTTP\/1\.1 429 Too Many Requests\r\n(.+\r\n)*Retry-After: 1\r\n/);
    expect(third.text()).toMatch(/\r\n\r\n2 of your connections have not been identified yet: no more at once\.\n$/);
    expect(hub.logged.join("")).toMatch(/"code":"OVERLOADED".*"about":"websocket from 203\.0\.113\.1"/);
    expect(await refusedOf(hub)).toBe("1");
    expect((await comeSilently(hub, "203.0.113.2")).status).toBe("101");
    first.socket.destroy();
    await expect.poll(async () => (await comeSilently(hub)).status, POLL).toBe("101");
  });

  it("logs how many it refused, even if it admits some in between", async () => {
    const hub = await run({ limits: { handshakesPerClient: 1 } });
    for (const from of ["203.0.113.1", "203.0.113.2", "203.0.113.3"]) {
      expect((await comeSilently(hub, from)).status).toBe("101");
      expect((await comeSilently(hub, from)).status).toBe("429");
      expect((await comeSilently(hub, from)).status).toBe("429");
    }
    expect(await refusedOf(hub)).toBe("6");
    await hub.close({ graceMs: 0 });
    const lines = hub.logged.map((line) => JSON.parse(line) as { code?: string; refused?: number });
    const told = lines.flatMap(({ code, refused = 0 }) => (code === "OVERLOADED" ? [refused] : []));
    expect(told[0]).toBe(1);
    expect(told.reduce((sum, refused) => sum + refused, 0)).toBe(6);
  });

  it("refuses more connections than the limit for all clients", async () => {
    const hub = await run({ limits: { handshakes: 3, handshakesPerClient: 2 } });
    const clients = ["203.0.113.1", "203.0.113.1", "203.0.113.2", "203.0.113.3"];
    const came: Silent[] = [];
    for (const client of clients) came.push(await comeSilently(hub, client));
    expect(came.map(({ status }) => status)).toEqual(["101", "101", "101", "503"]);
    // Everything else is unaffected.
    expect((await hub.ask("/demo/hello", OWNER)).status).toBe(200);
    came[0]?.socket.destroy();
    await expect.poll(async () => (await comeSilently(hub, "203.0.113.3")).status, POLL).toBe("101");
  });

  it("allows a client half of all connections by default", async () => {
    const hub = await run({ limits: { handshakes: 2 } });
    expect((await comeSilently(hub)).status).toBe("101");
    expect((await comeSilently(hub)).status).toBe("429");
  });

  it("can stop although they stay", async () => {
    const hub = await run({});
    const { socket } = await comeSilently(hub);
    await Promise.all([once(socket, "close"), hub.close({ graceMs: 0 })]);
    expect(hub.logged.at(-1)).toContain("hub stopped");
  });
});

describe("when WebSockets identify themselves", () => {
  it("no longer counts them among the unidentified", async () => {
    const hub = await run({ limits: { handshakes: 1 } });
    for (let times = 0; times < 3; times++) {
      const spoke = await connectSpoke({ url: hub.endpoints.ws ?? "", token: OWNER, reconnect: false });
      onTestFinished(() => spoke.close());
      expect((await spoke.call("demo.hello")).data).toBe("hello");
    }
    expect((await comeSilently(hub)).status).toBe("101");
    expect((await comeSilently(hub)).status).toBe("503");
  });

  it("counts an unidentified connection until it ends, and counts it as refused", async () => {
    const hub = await run({ limits: { handshakes: 1 } });
    const come = (): Promise<unknown> =>
      connectSpoke({ url: hub.endpoints.ws ?? "", token: "no-such-key-anywhere", reconnect: false }).catch(
        (error: { code?: unknown }) => error.code,
      );
    expect(await come()).toBe("UNAUTHENTICATED");
    expect(await refusedOf(hub)).toBe("1");
    await expect.poll(come, POLL).toBe("UNAUTHENTICATED");
  });
});

describe("when a WebSocket is refused because of its page", () => {
  it("counts it as refused, and frees its place", async () => {
    const hub = await run({ allowedHosts: [], limits: { handshakes: 1 } });
    const headers = { origin: "https://evil.example" };
    const { WebSocket } = await import("ws");
    const socket = new WebSocket(hub.endpoints.ws ?? "", { headers });
    const [error] = (await once(socket, "error")) as [Error];
    expect(error.message).toContain("403");
    expect(await refusedOf(hub)).toBe("1");
    expect((await comeSilently(hub)).status).toBe("101");
  });
});
