/**
 * A server of 2026-07-28 behind the hub: what the caller can do, its roots, the names of the server's questions and
 * changes of resources pass through the hub, in both directions.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import {
  CLIENT_CAPABILITIES_META_KEY,
  createMcpHandler,
  fromJsonSchema,
  inputRequired,
  McpServer,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import type { CallToolResult, InputRequests, McpHttpHandler } from "@modelcontextprotocol/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OperationRegistry } from "../../src/entries/index.ts";
import { openSources } from "../../src/entries/hub.ts";
import type { HubSources } from "../../src/entries/hub.ts";
import { serveMCP } from "../../src/entries/serve-mcp.ts";
import type { MCPService } from "../../src/entries/serve-mcp.ts";
import { connectPeerPair } from "../../src/entries/testing.ts";
import { signedIdentity } from "../../src/entries/nats.ts";
import { until } from "../support/until.ts";
import { connect, textOf } from "./support.ts";

type Fields = Readonly<Record<string, unknown>>;

const VERSION = "2026-07-28";
const name = { type: "object" as const, properties: { name: { type: "string" as const } } };

function text(value: unknown): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(value) }] };
}

/** Everything that a server can ask, each under its own name. */
const questions = {
  user_name: () => inputRequired.elicit({ message: "Who?", requestedSchema: name }),
  page: () => inputRequired.elicitUrl({ message: "Look", url: "https://example.com/" }),
  "the capital?": () =>
    inputRequired.createMessage({ messages: [{ role: "user", content: { type: "text", text: "?" } }], maxTokens: 9 }),
  client_roots: () => inputRequired.listRoots(),
};

function createUpstream(): McpServer {
  const server = new McpServer(
    { name: "modern", version: "1.0.0" },
    { capabilities: { resources: { subscribe: true } } },
  );
  server.registerTool("declared", { description: "What the client declares" }, ({ mcpReq }) =>
    text((mcpReq.envelope as Fields)[CLIENT_CAPABILITIES_META_KEY]),
  );
  const region = { type: "string" as const, "x-mcp-header": "Region" };
  const asks = fromJsonSchema<{ names: string[]; region?: string }>({
    type: "object",
    // A client that sends header fields for arguments goes another way.
    properties: { names: { type: "array", items: { type: "string" } }, region },
  });
  server.registerTool("ask", { description: "Asks", inputSchema: asks }, ({ names }, { mcpReq }) => {
    const answers = mcpReq.inputResponses ?? {};
    const open = names.filter((each) => answers[each] === undefined);
    if (open.length === 0) return text({ answers, state: mcpReq.requestState() });
    const inputRequests: InputRequests = Object.fromEntries(
      open.map((each) => [each, questions[each as keyof typeof questions]()]),
    );
    return inputRequired({ inputRequests, requestState: "the server's own" });
  });
  // Remembers how far it is in its state alone.
  server.registerTool("steps", { description: "Asks one after the other" }, ({ mcpReq }) => {
    const taken = JSON.parse(mcpReq.requestState() ?? "[]") as unknown[];
    const step = taken.length + 1;
    const answer = mcpReq.inputResponses?.[`step${step}`];
    const now = answer === undefined ? taken : [...taken, answer];
    if (now.length === 3) return text(now);
    return inputRequired({
      inputRequests: { [`step${now.length + 1}`]: questions.user_name() },
      requestState: JSON.stringify(now),
    });
  });
  server.registerPrompt("ask", { description: "Asks" }, ({ mcpReq }) => {
    if (mcpReq.inputResponses?.["user_name"] === undefined)
      return inputRequired({ inputRequests: { user_name: questions.user_name() } });
    return { messages: [{ role: "user", content: { type: "text", text: "asked" } }] };
  });
  const template = new ResourceTemplate("notes://{name}", { list: undefined });
  server.registerResource("notes", template, {}, ({ href }) => ({ contents: [{ uri: href, text: "a note" }] }));
  return server;
}

describe("when a server of 2026-07-28 is behind the hub", () => {
  let upstream: McpHttpHandler;
  let sources: HubSources;
  let service: MCPService;
  let url: string;
  const http = createServer((request, response) => void toNodeHandler(upstream)(request as never, response));

  beforeAll(async () => {
    upstream = createMcpHandler(createUpstream, { legacy: "reject" });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
    sources = await openSources({ config: { mcpServers: { up: { url } } }, folder: "." });
    await sources.ready;
    const scopes = sources.registry.list().flatMap(({ accessControl }) => accessControl.requiredScopes);
    service = serveMCP(sources.registry, { identity: { id: "ada", scopes } });
  });

  afterAll(async () => {
    await service.close();
    await sources.close({ graceMs: 0 });
    await upstream.close();
    http.closeAllConnections();
    http.close();
  });

  /** Sends one request, and gives the response as it is. */
  async function send(method: string, params: Fields, capabilities: Fields, to = service): Promise<Response> {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": VERSION,
      "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": capabilities,
    };
    const named = params["name"] ?? params["uri"];
    const { region } = (params["arguments"] ?? {}) as { region?: string };
    return await to.fetch(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": VERSION,
          "mcp-method": method,
          ...(typeof named === "string" && { "mcp-name": named }),
          ...(region !== undefined && { "mcp-param-region": region }),
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }),
      }),
    );
  }

  async function call(tool: string, given: Fields, capabilities: Fields, more: Fields = {}): Promise<Fields> {
    const response = await send("tools/call", { name: `up_${tool}`, arguments: given, ...more }, capabilities);
    const { result, error } = (await response.json()) as { result?: Fields; error?: Fields };
    return result ?? { ...error, status: response.status };
  }

  function textIn({ content }: Fields): unknown {
    return JSON.parse((content as Array<{ text: string }>)[0]?.text ?? "null");
  }

  it.each([
    [{}, {}],
    [{ elicitation: { form: {} } }, { elicitation: { form: {} } }],
    [
      { elicitation: { url: {} }, roots: {} },
      { elicitation: { url: {} }, roots: {} },
    ],
    [{ sampling: {} }, { sampling: {} }],
    [
      { sampling: { tools: {} }, elicitation: { form: {}, url: {} }, experimental: { x: {} } },
      { sampling: { tools: {} }, elicitation: { form: {}, url: {} } },
    ],
  ])("declares of a caller's capabilities %j what the hub carries", async (given, wanted) => {
    const { extensions, ...declared } = textIn(await call("declared", {}, given)) as Fields;
    expect(declared).toEqual(wanted);
    // The hub follows tasks itself.
    expect(extensions).toMatchObject({ "io.modelcontextprotocol/tasks": {} });
  });

  it.each([
    ["user_name", {}],
    ["user_name", { sampling: {}, roots: {} }],
    ["page", { elicitation: { form: {} } }],
    ["the capital?", {}],
    ["client_roots", { elicitation: {} }],
  ])(
    "refuses a call whose server asks for %s of a caller that declares only %j, as the server does",
    async (asked, declared) => {
      const refused = await call("ask", { names: [asked] }, declared);
      expect(refused).toMatchObject({ code: -32_021, status: 400 });
      expect(Object.keys((refused["data"] as { requiredCapabilities: Fields }).requiredCapabilities)).toHaveLength(1);
    },
  );

  it("refuses it over another hub, too", async () => {
    const registry = new OperationRegistry();
    const ada = { id: "ada", scopes: sources.registry.getSpec("up.ask")?.accessControl.requiredScopes ?? [] };
    const secret = "shared by the two hubs, 32 bytes";
    const pair = await connectPeerPair({
      near: { registry, identity: signedIdentity({ secret, identity: ada }) },
      far: { registry: sources.registry, identity: signedIdentity({ secret }) },
    });
    const behind = serveMCP(registry, { identity: ada });
    try {
      const response = await send("tools/call", { name: "up_ask", arguments: { names: ["user_name"] } }, {}, behind);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error: { code: -32_021, data: { requiredCapabilities: { elicitation: {} } } },
      });
    } finally {
      await behind.close();
      await pair.close();
    }
  });

  const all = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };
  const answers = {
    user_name: { action: "accept", content: { name: "Ada" } },
    page: { action: "accept" },
    "the capital?": { role: "assistant", model: "m", content: { type: "text", text: "Paris" } },
    client_roots: { roots: [{ uri: "file:///home/ada" }] },
  };

  it.each([{}, { region: "eu" }])(
    "asks the caller under the server's names, and hands on the answers (with %j)",
    async (more) => {
      const names = Object.keys(questions);
      const asked = await call("ask", { names, ...more }, all);
      expect(asked["resultType"]).toBe("input_required");
      expect(Object.keys(asked["inputRequests"] as Fields).sort()).toEqual([...names].sort());
      const { requestState } = asked;
      const told = await call("ask", { names, ...more }, all, { inputResponses: answers, requestState });
      expect(textIn(told)).toEqual({ answers, state: "the server's own" });
    },
  );

  it("asks in several rounds", async () => {
    const given: Fields[] = [];
    let told = await call("steps", {}, all);
    for (const step of [1, 2, 3]) {
      expect(Object.keys(told["inputRequests"] as Fields)).toEqual([`step${step}`]);
      const answer = { action: "accept", content: { name: `step ${step}` } };
      given.push(answer);
      const { requestState } = told;
      told = await call("steps", {}, all, { inputResponses: { [`step${step}`]: answer }, requestState });
    }
    expect(textIn(told)).toEqual(given);
  });

  it("asks what a prompt asks", async () => {
    const prompt = { name: "up_ask" };
    const first = (await (await send("prompts/get", prompt, all)).json()) as { result: Fields };
    expect(Object.keys(first.result["inputRequests"] as Fields)).toEqual(["user_name"]);
    const { requestState } = first.result;
    const more = { ...prompt, inputResponses: { user_name: answers.user_name }, requestState };
    expect(await (await send("prompts/get", more, all)).json()).toMatchObject({
      result: { messages: [{ content: { text: "asked" } }] },
    });
  });

  it.each([
    ["what a program's caller answers", {}, { elicitation: { form: {}, url: {} }, roots: {} }],
    ["nothing that the config forbids", { elicitation: false, roots: false }, {}],
  ])("is told %s", async (_what, config, wanted) => {
    const { registry } = await connect("up", { url, ...config });
    const told = await registry.execute(
      "up.declared",
      {},
      { onElicitation: () => ({ action: "cancel" }), onRoots: () => [] },
    );
    const { extensions: _own, ...declared } = JSON.parse(textOf(told)) as Fields;
    expect(declared).toEqual(wanted);
  });

  it("passes the changes of a resource that the caller watches", async () => {
    const notifications = { resourceSubscriptions: ["notes://up/today"] };
    const response = await send("subscriptions/listen", { notifications }, {});
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    let read = "";
    const reading = (async () => {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        read += decoder.decode(value, { stream: true });
      }
    })();
    await until(() => read.includes("notifications/subscriptions/acknowledged"));
    expect(read).toContain('"resourceSubscriptions":["notes://up/today"]');
    upstream.notify.resourceUpdated("notes://today");
    await until(() => read.includes("notifications/resources/updated"));
    expect(read).toContain('"uri":"notes://up/today"');
    await reader.cancel();
    await reading;
  });
});
