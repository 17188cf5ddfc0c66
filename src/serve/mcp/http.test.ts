import { InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Credential } from "../../operation/authenticate.ts";
import type { Client } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Identity } from "../../operation/access-control.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { clientOf, connectByFetch, ERAS, registryOf, waiting } from "./fixtures.test-support.ts";
import type { Era } from "./fixtures.test-support.ts";
import { serveMCP } from "./serve-mcp.ts";
import type { MCPService } from "./options/mcp-service.ts";
import type { ServeMCPOptions } from "./options/serve-mcp-options.ts";

const ends: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function service(options: ServeMCPOptions = {}, registry: OperationRegistry = registryOf()): MCPService {
  const made = serveMCP(registry, options);
  ends.push(() => made.close());
  return made;
}

async function connectTo(url: string, era: Era): Promise<Client> {
  const client = clientOf(era);
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  ends.push(() => client.close());
  return client;
}

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};

function post(body: unknown, headers: Record<string, string> = {}): Request {
  return new Request("http://localhost/mcp", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** Begins a session, and returns its id. */
async function begin(target: MCPService, headers: Record<string, string> = {}): Promise<string> {
  const response = await target.fetch(post(initialize, headers));
  await response.text();
  return response.headers.get("mcp-session-id") ?? "";
}

const ping = { jsonrpc: "2.0", id: 2, method: "ping" };

describe("when an identity expires", () => {
  it("ends a listening stream at its expiry, even without a credential watch", async () => {
    let expiresAt = Date.now() + 60_000;
    const target = service({ authenticate: () => ({ id: "ada", scopes: [], expiresAt }) });
    const headers = { authorization: "Bearer hers", accept: "text/event-stream" };
    const session = {
      "mcp-session-id": await begin(target, { ...headers, accept: "application/json, text/event-stream" }),
    };
    expiresAt = Date.now() + 1500;
    const listening = await target.fetch(new Request("http://localhost/mcp", { headers: { ...headers, ...session } }));
    expect(listening.status).toBe(200);
    await listening.text().catch(() => undefined);
    expect(Date.now()).toBeGreaterThanOrEqual(expiresAt);
  });
});

describe.each(ERAS)("when a Node server listens for clients of the %s era", (era) => {
  it("serves them", async () => {
    const { url } = await service().listen();
    const client = await connectTo(url, era);
    expect(await client.callTool({ name: "test_add", arguments: { a: 1, b: 2 } })).toMatchObject({
      structuredContent: { sum: 3 },
    });
  });

  it("aborts the calls that run when it is closed", async () => {
    const { operation, entered, aborted } = waiting();
    const target = service({}, registryOf([operation]));
    const { url } = await target.listen();
    const client = await connectTo(url, era);
    const call = client.callTool({ name: "test_wait" });
    // In the legacy era, the service keeps an answer that was lost, because the client may come back for it.
    call.catch(() => {});
    await entered;
    await target.close();
    await aborted;
    await expect(fetch(url)).rejects.toThrow();
  });
});

describe("when a Node server receives a request for something else", () => {
  it.each([
    ["another page's origin", { origin: "https://evil.example" }, 403],
    ["an invalid origin", { origin: "null" }, 403],
    ["an origin of this machine", { origin: "http://localhost:1234" }, 200],
    ["no origin", {}, 200],
  ])("checks the origin: %s", async (_name, headers, status) => {
    const { url } = await service().listen();
    const response = await fetch(url, {
      method: "POST",
      body: JSON.stringify(initialize),
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    });
    await response.text();
    expect(response.status).toBe(status);
  });

  it("checks the host name of the request", async () => {
    const asked = (allowedHosts: readonly string[]): Promise<Response> =>
      service({ allowedHosts }).fetch(post(initialize));
    expect((await asked(["rebound.example"])).status).toBe(403);
    expect((await asked(["localhost"])).status).toBe(200);
  });

  it("serves only its path", async () => {
    const { url } = await service().listen({ path: "/tools" });
    expect(new URL(url).pathname).toBe("/tools");
    expect((await fetch(new URL("/mcp", url))).status).toBe(404);
  });

  it("says which port is taken", async () => {
    const target = service();
    const { port } = await target.listen();
    await expect(target.listen({ port })).rejects.toThrow("EADDRINUSE");
  });
});

describe("when a request is malformed", () => {
  it.each([
    ["too large", post({ ...ping, padding: "x".repeat(2000) }), 413],
    ["no JSON", post("{"), 400],
    ["empty", post(""), 400],
    ["another type", post(ping, { "content-type": "text/plain" }), 415],
    ["without a session", post(ping), 400],
    ["of an unknown session", post(ping, { "mcp-session-id": "nobody" }), 404],
    ["a stream without a session", new Request("http://localhost/mcp"), 400],
  ])("refuses a request that is %s", async (_name, request, status) => {
    const response = await service({ maxBodySize: 1000 }).fetch(request);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", error: { message: expect.any(String) } });
  });
});

const ada: Identity = { id: "ada", scopes: ["secrets"] };
const bob: Identity = { id: "bob", scopes: [] };

function authenticate({ token }: Credential): Identity | undefined {
  if (token === "broken") throw new Error("no key");
  return { "ada's": ada, "bob's": bob }[token];
}

describe.each(ERAS)("when tokens identify callers of the %s era", (era) => {
  const toolsOf = async (client: Client): Promise<string[]> =>
    (await client.listTools()).tools.map(({ name }) => name).filter((name) => name === "test_secret");

  it("lists the tools that they may call, and runs them", async () => {
    const target = service({ authenticate });
    const [ofAda, ofBob] = [await connectByFetch(target, era, "ada's"), await connectByFetch(target, era, "bob's")];
    ends.push(
      () => ofAda.close(),
      () => ofBob.close(),
    );
    expect(await toolsOf(ofAda)).toEqual(["test_secret"]);
    expect(await toolsOf(ofBob)).toEqual([]);
    expect((await ofAda.callTool({ name: "test_secret" })).content).toEqual([{ type: "text", text: "for ada" }]);
    await expect(ofBob.callTool({ name: "test_secret" })).rejects.toThrow("Unknown tool: test_secret");
  });

  it("refuses a client without a token, or with a wrong one", async () => {
    const errors: unknown[] = [];
    const target = service({ authenticate, onError: (error) => errors.push(error) });
    for (const token of [undefined, "eve's", "broken"]) {
      await expect(connectByFetch(target, era, token)).rejects.toThrow();
    }
    expect(errors).toContainEqual(new Error("no key"));
  });

  it("serves a client without a token if that is allowed", async () => {
    const client = await connectByFetch(service({ authenticate, anonymous: true, identity: ada }), era);
    ends.push(() => client.close());
    expect(await toolsOf(client)).toEqual([]);
  });
});

describe("when a request is refused because it has no token", () => {
  it("names the scheme to authenticate with", async () => {
    const response = await service({ authenticate }).fetch(post(initialize));
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
  });

  it("uses the identity from the host", async () => {
    const response = await service({ authenticate }).fetch(post(initialize), { identity: ada });
    expect(response.status).toBe(200);
  });
});

describe.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])("when a client speaks %s", (revision) => {
  it("gets answers in the same revision", async () => {
    const target = service();
    const asked = { ...initialize, params: { ...initialize.params, protocolVersion: revision } };
    const greeted = await target.fetch(post(asked));
    expect(await greeted.text()).toContain(`"protocolVersion":"${revision}"`);
    const params = { name: "test_add", arguments: { a: 1, b: 2 } };
    const session = { "mcp-session-id": greeted.headers.get("mcp-session-id") ?? "", "mcp-protocol-version": revision };
    const answer = await target.fetch(post({ jsonrpc: "2.0", id: 2, method: "tools/call", params }, session));
    expect(await answer.text()).toContain('"structuredContent":{"sum":3}');
  });
});

describe("when clients hold sessions", () => {
  it("lets no other identity continue a session", async () => {
    const target = service({ authenticate });
    const session = await begin(target, { authorization: "Bearer ada's" });
    const pingAs = async (token: string): Promise<number> =>
      (await target.fetch(post(ping, { "mcp-session-id": session, authorization: `Bearer ${token}` }))).status;
    expect(await pingAs("bob's")).toBe(404);
    expect(await pingAs("ada's")).toBe(200);
  });

  it("ends the least recently used session when there are too many", async () => {
    const target = service({ maxSessions: 2 });
    const [first, second, third] = [await begin(target), await begin(target), await begin(target)];
    const statusOf = async (session: string): Promise<number> =>
      (await target.fetch(post(ping, { "mcp-session-id": session }))).status;
    expect(await statusOf(first)).toBe(404);
    expect(await statusOf(second)).toBe(200);
    expect(await statusOf(third)).toBe(200);
  });

  it("ends no session of other clients when one client begins too many", async () => {
    const target = service({ maxSessions: 3, authenticate: ({ token }) => ({ id: token, scopes: [] }) });
    const as = (token: string) => ({ authorization: `Bearer ${token}` });
    const adas = await begin(target, as("ada"));
    const bobs: string[] = [];
    for (let times = 0; times < 5; times++) bobs.push(await begin(target, as("bob")));
    const statusOf = async (session: string, token: string): Promise<number> =>
      (await target.fetch(post(ping, { "mcp-session-id": session, ...as(token) }))).status;
    expect(await statusOf(adas, "ada")).toBe(200);
    expect(await Promise.all(bobs.map((session) => statusOf(session, "bob")))).toEqual([404, 404, 404, 200, 200]);
  });

  it("ends a session that is unused for long", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date", "performance"] });
    ends.push(async () => vi.useRealTimers());
    const target = service({ sessionIdle: 60_000 });
    const session = await begin(target);
    vi.advanceTimersByTime(100_000);
    expect((await target.fetch(post(ping, { "mcp-session-id": session }))).status).toBe(404);
  });

  it("ends a session when its client says so", async () => {
    const target = service();
    const session = await begin(target);
    const headers = { "mcp-session-id": session };
    expect((await target.fetch(new Request("http://localhost/mcp", { method: "DELETE", headers }))).status).toBe(200);
    expect((await target.fetch(post(ping, headers))).status).toBe(404);
  });

  it("holds no sessions if they are switched off, and serves the same tools", async () => {
    const target = service({ sessions: false });
    expect(await begin(target)).toBe("");
    const client = await connectByFetch(target, "legacy");
    ends.push(() => client.close());
    expect(await client.callTool({ name: "test_add", arguments: { a: 2, b: 2 } })).toMatchObject({
      structuredContent: { sum: 4 },
    });
  });
});

describe("when the service has been closed", () => {
  it("serves no further request", async () => {
    const target = service();
    await target.close();
    await expect(target.fetch(post(initialize))).rejects.toThrow("closed");
    await expect(target.listen()).rejects.toThrow("closed");
  });
});

describe("when a service is closed while something is being started", () => {
  it("leaves no server listening", async () => {
    const target = service();
    await begin(target);
    const listening = target.listen();
    await target.close();
    await expect(listening).rejects.toThrow("closed");
  });

  it("leaves no connection open", async () => {
    const target = service();
    const [near, far] = InMemoryTransport.createLinkedPair();
    const closed = new Promise<void>((resolve) => {
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- transports of the SDK have no other way
      near.onclose = resolve;
    });
    const connecting = target.connect({ transport: far });
    await target.close();
    await expect(connecting).rejects.toThrow("closed");
    await closed;
  });

  it("begins no session for a request that was still being read", async () => {
    const target = service();
    await begin(target);
    const body = new TransformStream<Uint8Array, Uint8Array>();
    const { url, headers } = post("");
    const init: RequestInit & { duplex: "half" } = { method: "POST", headers, body: body.readable, duplex: "half" };
    const answered = target.fetch(new Request(url, init));
    const writer = body.writable.getWriter();
    await writer.write(new TextEncoder().encode(JSON.stringify(initialize)));
    await target.close();
    await writer.close();
    expect((await answered).status).toBe(503);
  });
});
