import { describe, expect, it } from "vitest";
import { defineOperation } from "../../../operation/define-operation.ts";
import { OperationType } from "../../../operation/operation-type.ts";
import { FromSchema } from "../../../schema/types/from-schema.ts";
import { clientOf, openAccess, registryOf } from "../fixtures.test-support.ts";
import { serveMCP } from "../serve-mcp.ts";
import { readHeaderArguments } from "../../../shared/mcp-header-arguments.ts";
import { toolShapeOf } from "../tools/tool-shape.ts";
import { findMismatch } from "./header-mismatch.ts";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const placed = defineOperation({
  namespace: "demo",
  name: "place",
  version: "1.0.0",
  type: OperationType.QUERY,
  description: "Takes arguments that header fields repeat",
  inputSchema: FromSchema({
    type: "object",
    properties: {
      region: { type: "string", "x-mcp-header": "Region" },
      at: { type: "object", properties: { floor: { type: "integer", "x-mcp-header": "Floor" } } },
      fast: { type: "boolean", "x-mcp-header": "Fast" },
    },
  }),
  outputSchema: FromSchema({}),
  accessControl: openAccess,
  handler: (input) => input,
});

const { declared } = readHeaderArguments(toolShapeOf(placed).inputSchema);
const REGION = "mcp-param-region";
const FLOOR = "mcp-param-floor";

describe("when header fields repeat arguments", () => {
  it.each([
    [{}, {}],
    [{}, { [REGION]: "ignored" }],
    [{ region: null }, {}],
    [{ region: "eu" }, { [REGION]: "eu" }],
    [{ region: "Zürich" }, { [REGION]: "=?base64?WsO8cmljaA==?=" }],
    [{ region: "=?base64?SGVsbG8=" }, { [REGION]: "=?base64?SGVsbG8=" }],
    [{ at: { floor: 42 } }, { [FLOOR]: "42.0" }],
    [{ at: { floor: "12345678901234567890" } }, {}],
    [{ at: { floor: "12345678901234567890" } }, { [FLOOR]: "12345678901234567890" }],
    [{ fast: false }, { "mcp-param-fast": "false" }],
    ["no arguments", {}],
  ])("accepts %j with %j", (given, headers) => {
    expect(findMismatch(declared, given, headers)).toBeUndefined();
  });

  it.each([
    [{ region: "eu" }, {}, "region: the header field is missing"],
    [{ region: "eu" }, { [REGION]: "us" }, "something else"],
    [{ region: "eu" }, { [REGION]: "EU" }, "something else"],
    [{ region: "Hello" }, { [REGION]: "=?base64?SGVsbG8?=" }, "not well encoded"],
    [{ region: "Hello" }, { [REGION]: "=?base64?/w==?=" }, "not well encoded"],
    [{ at: { floor: 42 } }, { [FLOOR]: "0x2a" }, "at.floor: the header field says something else"],
    [{ at: { floor: "12345678901234567890" } }, { [FLOOR]: "1" }, "something else"],
    [{ fast: true }, { "mcp-param-fast": "1" }, "something else"],
  ])("refuses %j with %j", (given, headers, problem) => {
    expect(findMismatch(declared, given, headers as Record<string, string>)?.body).toContain(problem);
  });
});

describe("when a client calls such a tool over HTTP", () => {
  const call = (meta: Record<string, unknown> = {}): object => ({
    jsonrpc: "2.0",
    id: 7,
    method: "tools/call",
    params: {
      name: "demo_place",
      arguments: { region: "eu" },
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
        ...meta,
      },
    },
  });
  const post = (body: object, headers: Record<string, string>): Request =>
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": "demo_place",
        ...headers,
      },
      body: JSON.stringify(body),
    });

  it.each([{}, { progressToken: 1 }])("answers 400 with the code of the revision, with %j too", async (meta) => {
    const service = serveMCP(registryOf([placed]));
    const refused = await service.fetch(post(call(meta), { [REGION]: "us" }));
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      id: 7,
      error: { code: -32_020, data: { mismatch: { header: REGION } } },
    });
    const taken = await service.fetch(post(call(meta), { [REGION]: "eu" }));
    expect(taken.status).toBe(200);
    expect(await taken.text()).toContain("eu");
    await service.close();
  });

  it("tells a caller who may not use the tool nothing about its header fields", async () => {
    const service = serveMCP(registryOf([{ ...placed, accessControl: { requiredScopes: ["places"] } }]));
    const refused = await service.fetch(post(call(), { [REGION]: "us" }));
    expect(await refused.text()).toContain("Unknown tool");
    await service.close();
  });

  it("works with an SDK client, which sends the fields", async () => {
    const service = serveMCP(registryOf([placed]));
    const { url } = await service.listen();
    const client = clientOf("modern");
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    await client.listTools();
    const given = { region: "Zürich", at: { floor: 3 }, fast: true };
    const { structuredContent, content } = await client.callTool({ name: "demo_place", arguments: given });
    expect(structuredContent ?? JSON.parse((content[0] as { text: string }).text)).toEqual(given);
    await client.close();
    await service.close();
  });
});
