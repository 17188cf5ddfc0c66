import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { MockInstance } from "vitest";
import { identityKey, limitAccess } from "../../../operation/access-control.ts";
import { defineOperation } from "../../../operation/define-operation.ts";
import type { OperationRegistry } from "../../../registry/operation-registry.ts";
import { add, allOperations, ERAS, registryOf, shout } from "../fixtures.test-support.ts";
import type { Era } from "../fixtures.test-support.ts";
import type { MCPService } from "../options/mcp-service.ts";
import type { ServeMCPOptions } from "../options/serve-mcp-options.ts";
import { serveMCP } from "../serve-mcp.ts";
import { ToolCatalog } from "../tools/tool-catalog.ts";
import { plainListOf } from "./list-answers.ts";

type Members = Readonly<Record<string, unknown>>;

interface Listed {
  readonly status: number;
  readonly message: Members;
  /** The names of the tools; empty if there is no result. */
  readonly names: readonly unknown[];
}

const hiddenTool = defineOperation({ ...add, name: "hidden", accessControl: { requiredScopes: ["secrets"] } });
const services: MCPService[] = [];
let writes: MockInstance;

beforeEach(() => {
  // The catalogue is read when the SDK writes a list, but not for a kept one.
  writes = vi.spyOn(ToolCatalog.prototype, "list");
});

afterEach(async () => {
  writes.mockRestore();
  for (const service of services.splice(0)) await service.close();
});

function serve(options: ServeMCPOptions = {}): { service: MCPService; registry: OperationRegistry } {
  const registry = registryOf([...allOperations, hiddenTool]);
  const service = serveMCP(registry, {
    authenticate: ({ token }) => ({ id: token, scopes: token === "insider" ? ["secrets"] : [] }),
    ...options,
  });
  services.push(service);
  return { service, registry };
}

const clientInfo = { name: "test", version: "1.0.0" };
const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": clientInfo,
};

/** A client of one era over HTTP that sends raw list requests. */
async function lister(
  service: MCPService,
  era: Era,
  token = "ada",
): Promise<(message?: Members, headers?: Members) => Promise<Listed>> {
  const post = (body: unknown, headers: Members): Promise<Response> =>
    service.fetch(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
        body: JSON.stringify(body),
      }),
    );
  let own: Members = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" };
  if (era === "legacy") {
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
    const begun = await post({ jsonrpc: "2.0", id: 1, method: "initialize", params }, {});
    await begun.text();
    own = { "mcp-session-id": begun.headers.get("mcp-session-id"), "mcp-protocol-version": "2025-11-25" };
  }
  return async (message = {}, headers = {}) => {
    const { params, ...more } = message;
    const sent = era === "modern" ? { ...(params as Members), _meta: envelope } : params;
    const response = await post(
      { jsonrpc: "2.0", id: 7, method: "tools/list", params: sent, ...more },
      { ...own, ...headers },
    );
    const text = await response.text();
    const events = text.split("\n").filter((line) => line.startsWith("data: {"));
    const read = JSON.parse(text.startsWith("{") ? text : (events.at(-1) ?? "").slice(6)) as Members;
    const { tools = [] } = (read["result"] ?? {}) as { readonly tools?: readonly Members[] };
    return { status: response.status, message: read, names: tools.map(({ name }) => name) };
  };
}

describe.each(ERAS)("when tools are listed in the %s era", (era) => {
  it("answers a second request as the SDK answered the first, under its own id, without writing the list again", async () => {
    const list = await lister(serve().service, era);
    const first = await list();
    const second = await list({ id: "again" });
    expect(first.names).toContain("test_add");
    expect(second.message).toEqual({ ...first.message, id: "again" });
    expect(writes).toHaveBeenCalledTimes(1);
  });

  it("gives every caller its own list of what it may call", async () => {
    const { service } = serve();
    const outsider = await lister(service, era);
    const insider = await lister(service, era, "insider");
    for (let round = 0; round < 2; round++) {
      expect((await outsider()).names).not.toContain("test_hidden");
      expect((await insider()).names).toContain("test_hidden");
    }
    expect(writes).toHaveBeenCalledTimes(2);
  });

  it("forgets a list as soon as the registry changes", async () => {
    const { service, registry } = serve();
    const list = await lister(service, era);
    await list();
    registry.unregister("test.add");
    expect((await list()).names).not.toContain("test_add");
    registry.register({ ...shout, name: "whisper" });
    expect((await list()).names).toContain("test_whisper");
  });

  it("forgets the lists of one caller when only that caller sees something else", async () => {
    const { service, registry } = serve();
    let isOffered = true;
    const accessControl = limitAccess({ requiredScopes: [] }, (identity) => identity?.id !== "ada" || isOffered);
    const limited = defineOperation({ ...add, name: "limited", accessControl });
    registry.register(limited);
    const [adas, bobs] = [await lister(service, era), await lister(service, era, "bob")];
    expect([(await adas()).names, (await bobs()).names]).toEqual([
      expect.arrayContaining(["test_limited"]),
      expect.arrayContaining(["test_limited"]),
    ]);
    isOffered = false;
    registry.announceTo(identityKey({ id: "ada" }), [limited]);
    expect((await adas()).names).not.toContain("test_limited");
    expect((await bobs()).names).toContain("test_limited");
    expect(writes).toHaveBeenCalledTimes(3);
  });

  it("keeps each page separately", async () => {
    const list = await lister(serve({ pageSize: 2 }).service, era);
    const { message } = await list();
    const { nextCursor: cursor } = message["result"] as Members;
    const next = await list({ params: { cursor } });
    expect(next.names).toHaveLength(2);
    expect((await list({ params: { cursor } })).names).toEqual(next.names);
    expect((await list()).message).toEqual(message);
  });

  it("asks the filter of a host each time", async () => {
    let hidden = "";
    const list = await lister(serve({ filter: ({ name }) => name !== hidden }).service, era);
    expect((await list()).names).toContain("test_add");
    hidden = "add";
    expect((await list()).names).not.toContain("test_add");
  });

  it.each([
    ["an invalid cursor", { params: { cursor: "%" } }],
    ["a cursor that is not a text", { params: { cursor: 3 } }],
  ])("refuses %s, even if the list is known", async (_, message) => {
    const list = await lister(serve().service, era);
    await list();
    expect((await list(message)).message).toMatchObject({ error: { code: -32_602 } });
  });
});

it("refuses a list whose header fields name another method, even if the list is known", async () => {
  const list = await lister(serve().service, "modern");
  await list();
  expect(await list({}, { "mcp-method": "prompts/list" })).toMatchObject({ status: 400, message: { error: {} } });
});

it("refuses a list of a session that another identity began, even if the list is known", async () => {
  const { service } = serve();
  const list = await lister(service, "legacy");
  await list();
  expect((await list({}, { authorization: "Bearer insider" })).status).toBe(404);
});

it.each([
  [{ jsonrpc: "2.0", id: 1, method: "tools/list" }, true],
  [{ jsonrpc: "2.0", id: "a", method: "prompts/list", params: { cursor: "b", _meta: {} } }, true],
  [{ jsonrpc: "2.0", method: "tools/list" }, false],
  [{ jsonrpc: "2.0", id: null, method: "tools/list" }, false],
  [{ jsonrpc: "1.0", id: 1, method: "tools/list" }, false],
  [{ jsonrpc: "2.0", id: 1, method: "resources/list" }, false],
  [{ jsonrpc: "2.0", id: 1, method: "tools/list", params: { cursor: "a", more: 1 } }, false],
  [{ jsonrpc: "2.0", id: 1, method: "tools/list", result: {} }, false],
  [[{ jsonrpc: "2.0", id: 1, method: "tools/list" }], false],
])("distinguishes a plain list from others: %j", (message, isPlain) => {
  expect(plainListOf(message) !== undefined).toBe(isPlain);
});
