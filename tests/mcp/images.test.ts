/** Images, sounds and files of an HTTP API, as MCP clients receive them. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { OperationRegistry } from "../../src/registry/operation-registry.ts";
import { connectInMemory, ERAS } from "../../src/serve/mcp/fixtures.test-support.ts";
import type { Era } from "../../src/serve/mcp/fixtures.test-support.ts";
import { serveMCP } from "../../src/serve/mcp/serve-mcp.ts";
import { FromOpenAPI } from "../../src/sources/openapi/import-openapi.ts";

const BYTES = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
const BASE64 = BYTES.toString("base64");

const answer = (type: string, others: object = {}): object => {
  const content = { [type]: { schema: { type: "string", format: "binary" } }, ...others };
  return { get: { operationId: type.replaceAll(/\W/g, "_"), responses: { 200: { description: "ok", content } } } };
};

const paths = {
  "/image/png": answer("image/png"),
  "/audio/mpeg": answer("audio/mpeg"),
  "/application/pdf": answer("application/pdf"),
  "/image/gif": answer("image/gif", { "application/json": { schema: { type: "object" } } }),
};

/** A client of an API that answers each path with the type of its name. */
async function connect(era: Era): Promise<Client> {
  const server = createServer(({ url = "" }, response) => response.setHeader("content-type", url.slice(1)).end(BYTES));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => server.close().closeAllConnections());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const document = { openapi: "3.0.3", info: { title: "media", version: "1" }, paths };
  const config = { namespace: "api", baseUrl, allowPrivateNetwork: true };
  const service = serveMCP(new OperationRegistry().registerAll(FromOpenAPI(document, config)));
  onTestFinished(() => service.close());
  const client = await connectInMemory(service, era);
  onTestFinished(() => client.close());
  // The SDK's client then checks results against the schemas.
  await client.listTools();
  return client;
}

describe.each(ERAS)("when an HTTP API answers with bytes to a client of the %s era", (era) => {
  it.each([
    ["api_image_png", { type: "image", data: BASE64, mimeType: "image/png" }],
    ["api_audio_mpeg", { type: "audio", data: BASE64, mimeType: "audio/mpeg" }],
    ["api_application_pdf", { type: "resource", resource: { mimeType: "application/pdf", blob: BASE64 } }],
  ])("%s becomes content of its type, without a text copy", async (name, block) => {
    const result = await (await connect(era)).callTool({ name, arguments: {} });
    expect(result.content).toMatchObject([block]);
    expect(result).not.toHaveProperty("structuredContent");
  });

  it("also has the structure that the tool has promised", async () => {
    const client = await connect(era);
    const result = await client.callTool({ name: "api_image_gif", arguments: {} });
    expect(result.content).toEqual([{ type: "image", data: BASE64, mimeType: "image/gif" }]);
    expect(result.structuredContent).toEqual({ $bytes: BASE64 });
  });
});
