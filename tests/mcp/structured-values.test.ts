/** Structured content that is not an object: it stands in `data`, and no hop takes it for content blocks. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, it } from "vitest";
import { OperationRegistry, PendingRequestMap, buildCallHandler, createMemoryLinks } from "../../src/entries/index.ts";
import type { ResponseEnvelope } from "../../src/entries/index.ts";
import { serveMCP } from "../../src/entries/serve-mcp.ts";
import type { MCPService } from "../../src/entries/serve-mcp.ts";
import { connect, startServer } from "./support.ts";

const blocks = [{ type: "text", text: "told" }];
/** Looks like the content blocks, but for the member that the schema does not name. */
const rows = [{ type: "text", secret: 1 }];
const outputSchema = { type: "array", items: { type: "object", properties: { type: { type: "string" } } } };

const closers: Array<() => Promise<void>> = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function startTool(structuredContent: unknown, schema?: object): Promise<OperationRegistry> {
  const server = await startServer({
    era: "modern",
    tools: [{ name: "act", inputSchema: { type: "object" }, ...(schema && { outputSchema: schema }) }],
    onCall: ({ reply }) => reply({ resultType: "complete", content: blocks, structuredContent }),
  });
  return (await connect("x", { url: server.url })).registry;
}

async function clientOf(registry: OperationRegistry): Promise<Client> {
  const service: MCPService = serveMCP(registry, { identity: { id: "tester", scopes: [] } });
  closers.push(() => service.close());
  const { url } = await service.listen();
  const client = new Client({ name: "reader", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  closers.push(() => client.close());
  return client;
}

/** The envelope as another process gets it: memory links pass the same objects on, a wire does not. */
async function remotely(registry: OperationRegistry): Promise<ResponseEnvelope> {
  const [near, far] = createMemoryLinks();
  buildCallHandler({ registry, callMap: new PendingRequestMap(far) });
  return structuredClone(await new PendingRequestMap(near).call("x.act", {}));
}

describe("when a server sends structured content that is not an object", () => {
  it.each([[[1, "a"]], ["text"], [0], [false], [null], [blocks]])("marks it as structured: %j", async (value) => {
    const registry = await startTool(value);
    for (const { data, meta } of [await registry.execute("x.act", {}), await remotely(registry)]) {
      expect(data).toEqual(value);
      expect(meta).toEqual({ source: "mcp", isError: false, content: blocks, structured: true });
    }
    expect((await (await clientOf(registry)).callTool({ name: "x_act" })).structuredContent).toEqual(value);
  });

  it("normalises it, even if it looks like the content blocks, and sends MCP clients what the server sent", async () => {
    const registry = await startTool(rows, outputSchema);
    for (const { data, meta } of [await registry.execute("x.act", {}), await remotely(registry)]) {
      expect(data).toEqual([{ type: "text" }]);
      expect(meta).toMatchObject({ structured: true, stripped: { count: 1 } });
    }
    const answer = await (await clientOf(registry)).callTool({ name: "x_act" });
    expect(answer).toMatchObject({ content: blocks, structuredContent: rows });
  });

  it("takes it for no content blocks in a peer's registry either, and MCP clients there get what the server sent", async () => {
    const near = await startTool(rows, outputSchema);
    const registry = new OperationRegistry();
    registry.register({ ...near.list()[0]!, inputSchema: {}, outputSchema, handler: () => remotely(near) });
    expect((await registry.execute("x.act", {})).data).toEqual([{ type: "text" }]);
    const answer = await (await clientOf(registry)).callTool({ name: "x_act" });
    expect([answer.content, answer.structuredContent]).toEqual([blocks, rows]);
  });
});

describe("when a server sends an object", () => {
  it("stands in meta.structuredContent too, without the mark", async () => {
    const registry = await startTool({ a: 1 });
    const { meta } = await registry.execute("x.act", {});
    expect(meta).toEqual({ source: "mcp", isError: false, content: blocks, structuredContent: { a: 1 } });
  });
});
