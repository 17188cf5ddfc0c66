/** The error of a failed call over one hub and over two, at every interface. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, ProtocolError, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { overHTTP } from "../../src/entries/client.ts";
import { CallError, defineOperation, OperationRegistry, Type } from "../../src/entries/index.ts";
import type { CallErrorOptions } from "../../src/entries/index.ts";
import { createMCPClient } from "../../src/entries/from-mcp.ts";
import { serveHTTP } from "../../src/entries/serve-http.ts";
import { serveMCP } from "../../src/entries/serve-mcp.ts";

const ERROR_KEY = "alkdev.operations/error";

interface Members {
  readonly [name: string]: unknown;
}

/** An MCP server whose only tool, prompt and resource fail as they are told. */
async function startUpstream(error: object): Promise<string> {
  const answers: Record<string, object> = {
    initialize: {
      protocolVersion: "2025-11-25",
      capabilities: { tools: {}, prompts: {} },
      serverInfo: { name: "upstream", version: "1.0.0" },
    },
    "tools/list": { tools: [{ name: "write", inputSchema: { type: "object" } }] },
    "prompts/list": { prompts: [{ name: "ask" }] },
  };
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => (text += String(chunk)));
    request.on("end", () => {
      const { id, method } = (text === "" ? {} : JSON.parse(text)) as { id?: unknown; method?: string };
      if (request.method !== "POST") return void response.writeHead(405).end();
      if (id === undefined) return void response.writeHead(202).end();
      const result = answers[method ?? ""];
      const failure = method === "server/discover" ? { code: -32601, message: "Method not found" } : error;
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, ...(result === undefined ? { error: failure } : { result }) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

async function registryOver(name: string, url: string): Promise<OperationRegistry> {
  const client = await createMCPClient(name, { url, prompts: true });
  onTestFinished(() => client.close());
  return new OperationRegistry().registerAll(client.operations);
}

async function mcpURL(registry: OperationRegistry): Promise<string> {
  const service = serveMCP(registry);
  onTestFinished(() => service.close());
  return (await service.listen()).url;
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  onTestFinished(() => client.close());
  return client;
}

/** The error of the only tool, as an MCP client, a typed client and an HTTP client get it. */
async function failuresOf(registry: OperationRegistry): Promise<{ meta: Members; typed: unknown; problem: Members }> {
  const spec = registry
    .list()
    .find(({ metadata }) => (metadata?.["mcp"] as Members | undefined)?.["method"] === undefined);
  const id = `${spec?.namespace}.${spec?.name}`;
  const client = await connect(await mcpURL(registry));
  const result = await client.callTool({ name: id.replace(".", "_"), arguments: {} });
  expect(result.isError).toBe(true);
  const http = serveHTTP(registry);
  onTestFinished(() => http.close());
  const { url } = await http.listen();
  const typed = await overHTTP({ url })
    .call(id, {})
    .catch((thrown: unknown) => thrown);
  const answer = await fetch(`${url}/${id.replace(".", "/")}`, { method: "POST" });
  return { meta: result._meta?.[ERROR_KEY] as Members, typed, problem: (await answer.json()) as Members };
}

describe("when an MCP server answers with a JSON-RPC error", () => {
  const data = { table: "orders", hint: ["ä", 1] };

  it("keeps its code and data at every interface, over one hub and over two", async () => {
    const near = await registryOver("near", await startUpstream({ code: -32603, message: "The disk is full", data }));
    const far = await registryOver("far", await mcpURL(near));
    for (const registry of [near, far]) {
      const { meta, typed, problem } = await failuresOf(registry);
      const shown = { code: "EXECUTION_ERROR", phase: "unknown", retryable: false, details: { code: -32603, data } };
      expect(meta).toMatchObject({ ...shown, message: expect.stringContaining("The disk is full") as string });
      expect(typed).toMatchObject(shown);
      expect(problem).toMatchObject({ ...shown, status: 500, advice: "It may have run: check before you repeat it." });
    }
  });

  it("leaves out data that is very long, and keeps the code", async () => {
    const error = { code: -32603, message: "The disk is full", data: { dump: "x".repeat(100_000) } };
    const near = await registryOver("near", await startUpstream(error));
    const { meta, problem } = await failuresOf(near);
    expect(meta["details"]).toEqual({ code: -32603 });
    expect(problem["details"]).toEqual({ code: -32603 });
    await expect(near.execute("near.write", {})).rejects.toMatchObject({ details: { code: -32603, data: error.data } });
  });

  it("tells it in the data of the protocol error, for a prompt, over one hub and over two", async () => {
    const near = await registryOver("near", await startUpstream({ code: -32603, message: "The disk is full", data }));
    const far = await registryOver("far", await mcpURL(near));
    for (const registry of [near, far]) {
      const client = await connect(await mcpURL(registry));
      const { prompts } = await client.listPrompts();
      const error = await client.getPrompt({ name: prompts[0]?.name ?? "" }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ProtocolError);
      expect((error as ProtocolError).data).toMatchObject({
        code: "EXECUTION_ERROR",
        [ERROR_KEY]: { code: "EXECUTION_ERROR", phase: "unknown", retryable: false, details: { code: -32603, data } },
      });
    }
  });
});

/** A hub whose operation fails so. */
function failing(code: string, details: unknown, options: CallErrorOptions): OperationRegistry {
  return new OperationRegistry().register(
    defineOperation({
      name: "pay",
      namespace: "bank",
      version: "1.0.0",
      type: "MUTATION",
      description: "Pays",
      inputSchema: Type.Object({}),
      outputSchema: Type.Unknown(),
      errorSchemas: { POOR: { schema: Type.Object({ left: Type.Number() }) } },
      accessControl: { requiredScopes: [] },
      handler: () => {
        throw new CallError(code, "It failed.", details, options);
      },
    }),
  );
}

describe("when a call fails at a hub behind another hub", () => {
  it.each([
    ["CONNECTION_LOST", undefined, { phase: "unknown", retryable: true }],
    ["OVERLOADED", undefined, { phase: "notStarted", retryable: true }],
    ["EXECUTION_ERROR", undefined, { phase: "started", retryable: true }],
    ["RATE_LIMITED", { retryAfterMs: 1500 }, { phase: "notStarted", retryable: true }],
    ["POOR", { left: 3 }, { phase: "started", retryable: false }],
  ] as const)("keeps code, phase and retryable, over one hop and over two: %s", async (code, details, options) => {
    const bank = failing(code, details, options);
    const near = await registryOver("near", await mcpURL(bank));
    const far = await registryOver("far", await mcpURL(near));
    const told = { code, ...options };
    for (const registry of [bank, near, far]) {
      const { meta, typed, problem } = await failuresOf(registry);
      expect([meta, typed, problem]).toMatchObject([told, told, told]);
      expect(meta["message"]).toBe("It failed.");
    }
    await expect(near.execute("near.bank_pay", {})).rejects.toMatchObject({ ...told, details });
  });

  it("does not make callers give up their credentials", async () => {
    const bank = failing("UNAUTHENTICATED", undefined, { phase: "notStarted" });
    const near = await registryOver("near", await mcpURL(bank));
    const { meta, problem } = await failuresOf(near);
    expect([meta["code"], problem["code"], problem["status"]]).toEqual(["EXECUTION_ERROR", "EXECUTION_ERROR", 500]);
  });
});

it("an error in `_meta` that makes no sense is that of a tool, as any other", async () => {
  const registry = new OperationRegistry().register(
    defineOperation({
      name: "odd",
      namespace: "a",
      version: "1.0.0",
      type: "MUTATION",
      description: "Odd",
      inputSchema: Type.Object({}),
      outputSchema: Type.Unknown(),
      accessControl: { requiredScopes: [] },
      handler: () => ({
        data: [],
        meta: {
          source: "mcp" as const,
          isError: true,
          content: [{ type: "text" as const, text: "It failed." }],
          _meta: { [ERROR_KEY]: { code: 5, message: "No." } },
        },
      }),
    }),
  );
  const near = await registryOver("near", await mcpURL(registry));
  expect(await near.execute("near.a_odd", {})).toMatchObject({ meta: { isError: true } });
});
