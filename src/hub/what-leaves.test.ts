import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { connectSpoke } from "../client/connect-spoke.ts";
import { PendingRequestMap } from "../protocol/caller/pending-request-map.ts";
import { buildCallHandler } from "../protocol/responder/call-handler.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { subscribe } from "../registry/subscribe.ts";
import { clientOf } from "../serve/mcp/fixtures.test-support.ts";
import { spec } from "../registry/fixtures.test-support.ts";
import { ADA, startedHubs } from "./started-hubs.test-support.ts";
import { tempFolders } from "./temp-folder.test-support.ts";

vi.setConfig({ testTimeout: 60_000 });

const start = startedHubs();
const folderWith = tempFolders();

/** Handlers that answer with instances of a class. Its password must not leave; `unit` is a default. */
const module = `
class User {
  constructor(id) { this.id = id; this.password = "hunter2"; }
}
const base = {
  namespace: "users", version: "1.0.0", type: "QUERY", description: "Reads",
  accessControl: { requiredScopes: [] }, inputSchema: {},
};
const user = { type: "object", properties: { id: { type: "number" }, unit: { default: "m" } }, required: ["id"] };
export const one = { ...base, name: "one", outputSchema: user, handler: () => new User(1) };
export const list = {
  ...base, name: "list",
  outputSchema: { type: "object", properties: { users: { type: "array", items: user } } },
  handler: () => ({ users: [new User(1)] }),
};
export const stream = {
  ...base, name: "stream", type: "SUBSCRIPTION", outputSchema: user,
  handler: async function* () { yield new User(1); },
};
export const failing = {
  ...base, name: "failing", outputSchema: user,
  errorSchemas: { TAKEN: { schema: user } },
  handler: (_input, context) => { throw context.fail("TAKEN", new User(1)); },
};
`;

const one = { id: 1, unit: "m" };
const noted = { stripped: { count: 1, paths: ["/password"] }, filled: { count: 1, paths: ["/unit"] } };

async function run() {
  const folder = await folderWith({ "users.mjs": module });
  const hub = await start({
    folder,
    config: {
      local: { modules: ["users.mjs"] },
      serve: { keys: [{ id: "ada", key: ADA, scopes: ["*"] }] },
      log: { level: "silent" },
    },
  });
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${hub.endpoints.http}${path}`, {
      method: "POST",
      headers: { "x-api-key": ADA, ...headers },
    });
    return { headers: answer.headers, text: await answer.text() };
  };
  return { hub, ask };
}

describe("when a handler answers with an instance of a class", () => {
  it("only what the schema names leaves over HTTP, and the rest is counted", async () => {
    const { hub, ask } = await run();
    const plain = await ask("/users/one");
    expect(JSON.parse(plain.text)).toEqual(one);
    expect([plain.headers.get("operation-stripped"), plain.headers.get("operation-filled")]).toEqual(["1", "1"]);
    const envelope = await ask("/users/one", { "operation-answer": "envelope" });
    expect(JSON.parse(envelope.text)).toMatchObject({ data: one, meta: noted });
    expect(JSON.parse((await ask("/users/list")).text)).toEqual({ users: [one] });
    const stream = await ask("/users/stream", { accept: "text/event-stream", "operation-answer": "envelope" });
    expect(stream.text).toContain('"unit":"m"');
    expect(stream.text).toContain('"filled":{"count":1,"paths":["/unit"]}');
    const failed = await ask("/users/failing");
    expect(JSON.parse(failed.text)).toMatchObject({ code: "TAKEN", details: { id: 1 } });
    for (const { text } of [plain, envelope, stream, failed]) expect(text).not.toContain("hunter2");
    const metrics = await (await hub.ask("/metrics", ADA)).text();
    expect(metrics).toContain('operations_stripped_members_total{operation="users.one"} 2\n');
    expect(metrics).toContain('operations_filled_members_total{operation="users.one"} 2\n');
  });

  it("only what the schema names leaves over MCP, as text and as structure", async () => {
    const { hub } = await run();
    const requestInit = { headers: { authorization: `Bearer ${ADA}` } };
    const client = clientOf("modern");
    onTestFinished(() => client.close());
    await client.connect(new StreamableHTTPClientTransport(new URL(hub.endpoints.mcp ?? ""), { requestInit }));
    const result = await client.callTool({ name: "users_one", arguments: {} });
    expect(result).toMatchObject({ structuredContent: one, content: [{ type: "text", text: JSON.stringify(one) }] });
    expect(result._meta).toMatchObject({
      "alkdev.operations/stripped": noted.stripped,
      "alkdev.operations/filled": noted.filled,
    });
    const stream = await client.callTool({ name: "users_stream", arguments: {} });
    expect(stream).toMatchObject({
      structuredContent: { items: [one], complete: true },
      _meta: {
        "alkdev.operations/stripped": { count: 1, paths: ["/items/0/password"] },
        "alkdev.operations/filled": { count: 1, paths: ["/items/0/unit"] },
      },
    });
    const failed = await client.callTool({ name: "users_failing", arguments: {} });
    expect(JSON.stringify(failed)).toContain("TAKEN");
    expect(JSON.stringify([result, stream, failed])).not.toContain("hunter2");
  });

  it("a hub behind it over MCP names what was left out and filled in, at its own interfaces", async () => {
    const { hub } = await run();
    const source = { url: hub.endpoints.mcp ?? "", headers: { authorization: `Bearer ${ADA}` } };
    const front = await start({
      config: {
        mcpServers: { back: source },
        serve: { keys: [{ id: "ada", key: ADA, scopes: ["*"] }] },
        log: { level: "silent" },
      },
    });
    const answer = await front.ask("/back/users_one", ADA, {
      method: "POST",
      headers: { "operation-answer": "envelope" },
    });
    expect(await answer.json()).toMatchObject({ data: one, meta: { source: "mcp", ...noted } });
    const headers = ["operation-stripped", "operation-filled"].map((name) => answer.headers.get(name));
    expect(headers).toEqual(["1", "1"]);
  });

  it("only what the schema names leaves over WebSocket", async () => {
    const { hub } = await run();
    const spoke = await connectSpoke({ url: hub.endpoints.ws ?? "", token: ADA });
    onTestFinished(() => spoke.close());
    expect(await spoke.call("users.one", {})).toMatchObject({ data: one, meta: noted });
    const items: unknown[] = [];
    for await (const item of spoke.subscribe("users.stream", {})) items.push(item);
    expect(items).toMatchObject([{ data: one, meta: noted }]);
    const failed: unknown = await spoke.call("users.failing", {}).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: "TAKEN", details: { id: 1 } });
    expect(JSON.stringify([items, failed])).not.toContain("hunter2");
  });

  it("only what the schema names leaves within the process, and over a call map", async () => {
    class User {
      id = 1;
      password = "hunter2";
    }
    const outputSchema = { type: "object", properties: { id: { type: "number" }, unit: { default: "m" } } } as const;
    const registry = new OperationRegistry({ strict: true })
      .register({ ...spec({ name: "one", outputSchema }), handler: () => new User() })
      .register({
        ...spec({ name: "stream", type: "SUBSCRIPTION", outputSchema }),
        handler: async function* () {
          yield new User();
        },
      });
    const callMap = new PendingRequestMap();
    buildCallHandler({ registry, callMap });
    const items: unknown[] = [];
    for await (const item of subscribe(registry, "test.stream", {})) items.push(item);
    for (const envelope of [await registry.execute("test.one", {}), await callMap.call("test.one", {}), ...items]) {
      expect(envelope).toMatchObject({ meta: noted });
      expect((envelope as { data: unknown }).data).toStrictEqual(one);
    }
    expect(registry.getStats("test.one")).toEqual({ stripped: 2, filled: 2, invalidOutputs: 0 });
  });
});
