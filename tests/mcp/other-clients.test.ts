/**
 * Clients that hosts are built on, each at the hub's MCP server: local operations, and a server from npm behind the hub.
 * They check every answer with schemas of their own.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { createMCPClient } from "../../src/entries/from-mcp.ts";
import type { MCPClientWrapper } from "../../src/entries/from-mcp.ts";
import { defineOperation, OperationRegistry, Type } from "../../src/entries/index.ts";
import { serveMCP } from "../../src/entries/serve-mcp.ts";
import type { MCPService } from "../../src/entries/serve-mcp.ts";
import { isLeftOut } from "../support/left-out.ts";
import { installedServer } from "./support.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What the test needs of a client. */
interface TriedClient {
  toolNames(): Promise<string[]>;
  call(name: string, input: Fields): Promise<Fields>;
  close(): Promise<void>;
}

/** Their packages are installed with the test, so the compiler does not know them. */
async function load<T>(module: string): Promise<T> {
  return (await import(module)) as T;
}

async function connectV1(url: string): Promise<TriedClient> {
  const sdk = "@modelcontextprotocol/sdk/client";
  const { Client } = await load<{ Client: new (info: object) => V1Client }>(`${sdk}/index.js`);
  const { StreamableHTTPClientTransport } = await load<{ StreamableHTTPClientTransport: new (url: URL) => object }>(
    `${sdk}/streamableHttp.js`,
  );
  const client = new Client({ name: "v1", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return {
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, input) => client.callTool({ name, arguments: input }),
    close: () => client.close(),
  };
}

interface V1Client {
  connect(transport: object): Promise<void>;
  listTools(): Promise<{ tools: Array<{ name: string }> }>;
  callTool(request: { name: string; arguments: Fields }): Promise<Fields>;
  close(): Promise<void>;
}

async function connectAISDK(url: string): Promise<TriedClient> {
  const { createMCPClient: createAISDKClient } = await load<{
    createMCPClient: (options: object) => Promise<AISDKClient>;
  }>("@ai-sdk/mcp");
  const client = await createAISDKClient({ transport: { type: "http", url } });
  const tools = await client.tools();
  return {
    toolNames: () => Promise.resolve(Object.keys(tools)),
    call: async (name, input) => await (tools[name] as AISDKTool).execute(input, { toolCallId: "1", messages: [] }),
    close: () => client.close(),
  };
}

interface AISDKTool {
  execute(input: Fields, options: object): Promise<Fields>;
}

interface AISDKClient {
  tools(): Promise<Record<string, AISDKTool>>;
  close(): Promise<void>;
}

const add = defineOperation({
  namespace: "math",
  name: "add",
  version: "1.0.0",
  type: "QUERY",
  description: "Adds two numbers.",
  inputSchema: Type.Object({ a: Type.Number(), b: Type.Number() }),
  outputSchema: Type.Object({ sum: Type.Number() }),
  accessControl: { requiredScopes: [] },
  handler: ({ a, b }) => ({ sum: a + b }),
});

const count = defineOperation({
  ...add,
  name: "count",
  type: "SUBSCRIPTION",
  description: "Counts up.",
  inputSchema: Type.Object({ to: Type.Number() }),
  outputSchema: Type.Number(),
  handler: async function* ({ to }) {
    for (let n = 1; n <= to; n++) yield await Promise.resolve(n);
  },
});

describe.skipIf(isLeftOut("mcp-servers")).each([
  ["version 1 of the SDK", connectV1],
  ["the AI SDK", connectAISDK],
] as const)("when a host uses the hub by %s", (_name, connect) => {
  let imported: MCPClientWrapper;
  let service: MCPService;
  let client: TriedClient;

  beforeAll(async () => {
    await ensureSubPackage("tests/mcp");
    const registry = new OperationRegistry().registerAll([add, count]);
    imported = await createMCPClient("everything", {
      command: process.execPath,
      args: [installedServer("everything"), "stdio"],
    });
    imported.attach(registry);
    service = serveMCP(registry, { identity: { id: "tester", scopes: [] } });
    const { url } = await service.listen();
    client = await connect(url);
  });

  afterAll(async () => {
    await client.close();
    await service.close();
    await imported.close();
  });

  it("lists local tools and those of a server behind the hub", async () => {
    expect(await client.toolNames()).toEqual(expect.arrayContaining(["math_add", "math_count", "everything_echo"]));
  });

  it("gets the data of a local operation, and the items of a stream", async () => {
    expect(await client.call("math_add", { a: 2, b: 3 })).toMatchObject({ structuredContent: { sum: 5 } });
    expect(await client.call("math_count", { to: 3 })).toMatchObject({
      structuredContent: { items: [1, 2, 3], complete: true },
    });
  });

  it("gets the content of a tool behind the hub", async () => {
    expect(await client.call("everything_echo", { message: "hi" })).toMatchObject({
      content: [{ type: "text", text: "Echo: hi" }],
    });
  });

  it("calls a tool that its server only runs as a task", async () => {
    // Version 1 of the SDK refuses to call a tool that it has seen listed as one that needs a task.
    await client.toolNames();
    expect(await client.call("everything_simulate-research-query", { topic: "bees" })).toMatchObject({
      content: [{ type: "text", text: expect.stringContaining("bees") as string }],
    });
  });

  it("reads why an input is refused", async () => {
    expect(await client.call("math_add", { a: "x", b: 3 })).toMatchObject({
      isError: true,
      content: [{ type: "text", text: expect.stringContaining("input/a: expected number") as string }],
    });
  });
});
