import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, describe, it, onTestFinished } from "vitest";
import { OperationRegistry } from "../../../registry/operation-registry.ts";
import { FromOpenAPI } from "../import-openapi.ts";

const digits = "9007199254740993";

describe("when an answer contains an integer beyond 2^53", () => {
  it("passes on the digits as text, with a warning if the schema says integer", async () => {
    const server = createServer((_request, response) => {
      response.setHeader("content-type", "application/json").end(`{"id":${digits},"other":7}`);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const schema = { type: "object", properties: { id: { type: "integer", format: "int64" }, other: {} } };
    const responses = { 200: { description: "ok", content: { "application/json": { schema } } } };
    const document = {
      openapi: "3.1.0",
      info: { title: "Ids", version: "1" },
      paths: { "/id": { get: { operationId: "get", responses } } },
    };
    const warnings: string[] = [];
    const registry = new OperationRegistry({ onWarning: ({ message }) => warnings.push(message) });
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    registry.registerAll(FromOpenAPI(document, { namespace: "ids", baseUrl }));
    const { data } = await registry.execute("ids.get");
    expect(data).toEqual({ id: digits, other: 7 });
    expect(warnings).toEqual([expect.stringContaining("/id")]);
    server.closeAllConnections();
  });
});
