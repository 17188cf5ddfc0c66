import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, describe, it, onTestFinished } from "vitest";
import { OperationRegistry } from "../../../registry/operation-registry.ts";
import { FromOpenAPI } from "../import-openapi.ts";
import { parseJSON } from "./read-response.ts";

const digits = "9007199254740993";

describe("when an answer holds an integer beyond 2^53", () => {
  it.each([
    [`{"a":${digits}}`, { a: digits }],
    [`[-${digits}, 1, ${digits}.5, ${digits}e2]`, [`-${digits}`, 1, Number(`${digits}.5`), Number(`${digits}e2`)]],
    [`{"${digits}":"${digits} \\" ${digits}"}`, { [digits]: `${digits} " ${digits}` }],
    ["[1700000000000000000, 9007199254740992]", [1_700_000_000_000_000_000, 9_007_199_254_740_992]],
    ["[0.1234567890123456789, 1e-12345678901234567]", [0.123_456_789_012_345_68, 0]],
    ["9".repeat(1000), "9".repeat(1000)],
  ])("parses %j without loss", (text, value) => {
    expect(parseJSON(text)).toEqual(value);
  });

  it("hands on the digits as text, with a warning where the schema says integer", async () => {
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
