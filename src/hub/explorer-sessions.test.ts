import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { ADA, keysOfTwo as keys, startedHubs } from "./started-hubs.test-support.ts";
import { askAsPage as ask, logInAsPage as logIn } from "./started-page.test-support.ts";
import type { PageRequest } from "./started-page.test-support.ts";
import type { StartedHub } from "./started-hubs.test-support.ts";

vi.setConfig({ testTimeout: 60_000 });

const start = startedHubs();
const local = { modules: ["demo.mjs"] };

function codeOf({ makeLogInLink }: StartedHub): string {
  const link = makeLogInLink?.() ?? "";
  return link.slice(link.indexOf("#code=") + "#code=".length);
}

describe("the session of a browser", () => {
  it("begins with a key, and gives the page a secret and a cookie that no script and no other site can use", async () => {
    const hub = await start({ local, serve: { keys } });
    const { answer, shown } = await logIn(hub, { key: ADA });
    expect(answer.status).toBe(200);
    const port = new URL(hub.endpoints.http).port;
    expect(answer.headers["set-cookie"]).toEqual([
      expect.stringMatching(
        new RegExp(`^operations-session-${port}=[\\w-]{43}; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict$`),
      ),
    ]);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.text + String(answer.headers["set-cookie"])).not.toContain(ADA);
    const session = await ask(hub, "/~/session", { method: "GET", headers: shown });
    expect(JSON.parse(session.text)).toMatchObject({ identity: { id: "ada" } });
    expect(await ask(hub, "/demo/hello", { body: {}, headers: shown })).toMatchObject({ status: 200, text: '"hello"' });
  });

  it("needs the cookie, the secret, and the hub's own origin, including the port", async () => {
    const hub = await start({ serve: { keys } });
    const { shown } = await logIn(hub, { key: ADA });
    const { origin, cookie, "operation-session": secret } = shown;
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await ask(hub, "/~/session", { method: "GET", headers })).status;
    expect(await status(shown)).toBe(200);
    // Browsers send no origin when a page reads from its own origin.
    expect(await status({ cookie, "operation-session": secret, "sec-fetch-site": "same-origin" })).toBe(200);
    expect(await status({ cookie, "operation-session": secret })).toBe(401);
    expect(await status({ cookie, "operation-session": secret, "sec-fetch-site": "same-site" })).toBe(401);
    expect(await status({ origin, cookie })).toBe(401);
    expect(await status({ origin, "operation-session": secret })).toBe(401);
    expect(await status({ ...shown, cookie: `${cookie}x` })).toBe(401);
    expect(await status({ ...shown, "operation-session": `${secret}x` })).toBe(401);
    expect(await status({ ...shown, cookie: `${cookie}; ${cookie}x` })).toBe(401);
    // Another server on this machine, which the browser also sends the cookie to.
    expect(await status({ ...shown, origin: "http://127.0.0.1:1" })).toBe(401);
    const other = await logIn(hub, { key: ADA });
    expect(await status({ ...shown, cookie: other.shown.cookie })).toBe(401);
  });

  it("opens neither MCP nor a WebSocket", async () => {
    const hub = await start({ serve: { keys } });
    const { shown } = await logIn(hub, { key: ADA });
    const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const accept = { accept: "application/json, text/event-stream" };
    expect((await ask(hub, "/mcp", { body: message, headers: { ...shown, ...accept } })).status).toBe(401);
    const socket = new WebSocket(hub.endpoints.ws ?? "", { headers: shown });
    await once(socket, "open");
    const said = once(socket, "message");
    const hello = { type: "peer.hello", protocol: 1, peerId: "page" };
    socket.send(JSON.stringify([hello]));
    expect(String((await said)[0])).toContain("UNAUTHENTICATED");
    if (socket.readyState !== WebSocket.CLOSED) await once(socket, "close");
  });

  it("ends at log-out, even for copies of it", async () => {
    const hub = await start({ serve: { keys } });
    const { shown } = await logIn(hub, { key: ADA });
    const out = await ask(hub, "/~/log-out", { headers: shown });
    expect(out.status).toBe(204);
    // Another tab may have logged in meanwhile: this would remove the cookie of its session.
    expect(out.headers["set-cookie"]).toBeUndefined();
    expect((await ask(hub, "/~/session", { method: "GET", headers: shown })).status).toBe(401);
  });

  it("ends if its key begins many more, so that no caller fills the vault", async () => {
    const hub = await start({ serve: { keys } });
    const { shown } = await logIn(hub, { key: ADA });
    const others = [];
    for (let count = 0; count < 20; count++) others.push(await logIn(hub, { key: ADA }));
    expect((await ask(hub, "/~/session", { method: "GET", headers: shown })).status).toBe(401);
    for (const other of others)
      expect((await ask(hub, "/~/session", { method: "GET", headers: other.shown })).status).toBe(200);
  });

  it("continues however often its key logs in and out elsewhere", async () => {
    const hub = await start({ serve: { keys } });
    const { shown } = await logIn(hub, { key: ADA });
    for (let count = 0; count < 20; count++) {
      const other = await logIn(hub, { key: ADA });
      await ask(hub, "/~/log-out", { headers: other.shown });
    }
    expect((await ask(hub, "/~/session", { method: "GET", headers: shown })).status).toBe(200);
  });

  it("ends with its key", async () => {
    const hub = await start({ serve: { keys } });
    const { shown } = await logIn(hub, { key: ADA });
    await hub.reload({ config: { serve: { keys: keys.slice(1) } }, folder: hub.folder });
    expect((await ask(hub, "/~/session", { method: "GET", headers: shown })).status).toBe(401);
  });

  it("survives a restart of the hub", async () => {
    const hub = await start({ serve: { keys } });
    const { port } = new URL(hub.endpoints.http);
    const { shown } = await logIn(hub, { key: ADA });
    await hub.close({ graceMs: 0 });
    const again = await start({ serve: { keys } }, { port: Number(port), stateFolder: join(hub.folder, "state") });
    expect((await ask(again, "/~/session", { method: "GET", headers: shown })).status).toBe(200);
  });

  it("works if nothing can be stored, and the log says that it ends with the hub", async () => {
    const folder = await start({ serve: { keys } }).then(({ folder: made }) => made);
    const file = join(folder, "demo.mjs");
    const hub = await start({ serve: { keys }, vault: { folder: join(file, "no-folder") } });
    const { shown } = await logIn(hub, { key: ADA });
    expect((await ask(hub, "/~/session", { method: "GET", headers: shown })).status).toBe(200);
    expect(hub.logged.join("")).toContain("a browser's session is not kept: it ends with the hub");
    await ask(hub, "/~/log-out", { headers: shown });
    expect((await ask(hub, "/~/session", { method: "GET", headers: shown })).status).toBe(401);
  });

  it("does not begin for other pages, other methods, wrong keys or invalid bodies", async () => {
    const hub = await start({ serve: { keys } });
    const origin = hub.endpoints.http;
    const tries: Array<[number, PageRequest]> = [
      [403, { body: { key: ADA } }],
      [403, { body: { key: ADA }, headers: { origin: "http://127.0.0.1:1" } }],
      [403, { body: { key: ADA }, headers: { origin: "https://evil.example" } }],
      [405, { method: "GET", headers: { origin } }],
      [401, { body: { key: "a-wrong-key-0123" }, headers: { origin } }],
      [400, { body: {}, headers: { origin } }],
      [400, { body: [ADA], headers: { origin } }],
      [400, { body: { key: "x".repeat(20_000) }, headers: { origin } }],
    ];
    for (const [status, asked] of tries) {
      const answer = await ask(hub, "/~/log-in", asked);
      expect([asked, answer.status]).toEqual([asked, status]);
      expect(answer.headers["set-cookie"]).toBe(undefined);
    }
  });
});

describe("the link that logs in", () => {
  it("works once, with the key that the hub made, which it never shows", async () => {
    const hub = await start({});
    const link = hub.makeLogInLink?.() ?? "";
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/explorer\/#code=[\w-]{32}$/);
    expect(link).not.toContain(hub.key);
    const code = codeOf(hub);
    const { answer, shown } = await logIn(hub, { code });
    expect(answer.text).not.toContain(hub.key);
    const session = await ask(hub, "/~/session", { method: "GET", headers: shown });
    expect(JSON.parse(session.text)).toMatchObject({ identity: { id: "owner" } });
    const again = await logIn(hub, { code });
    expect([again.answer.status, JSON.parse(again.answer.text)]).toMatchObject([403, { code: "ACCESS_DENIED" }]);
  });

  it("does not exist if the config names the callers, or turns the explorer off", async () => {
    expect((await start({ serve: { keys } })).makeLogInLink).toBe(undefined);
    expect((await start({ serve: { explorer: false } })).makeLogInLink).toBe(undefined);
  });
});

it("leads from its bare address to the explorer", async () => {
  const hub = await start({ serve: { keys } });
  const { status, headers } = await ask(hub, "/", { method: "GET" });
  expect([status, headers.location]).toEqual([302, "/explorer/"]);
  expect((await ask(hub, "/no/such", { method: "GET" })).status).toBe(401);
});
