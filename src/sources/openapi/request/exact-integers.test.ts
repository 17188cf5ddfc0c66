import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OperationRegistry } from "../../../registry/operation-registry.ts";
import { FromOpenAPI } from "../import-openapi.ts";

const int64 = { type: "integer", format: "int64" };
const parameter = (name: string, where: string) => ({
  name,
  in: where,
  ...(where === "path" && { required: true }),
  schema: int64,
});
const document = {
  openapi: "3.1.0",
  info: { title: "Ledger", version: "1" },
  paths: {
    "/accounts/{id}": {
      post: {
        operationId: "post",
        parameters: [parameter("id", "path"), parameter("after", "query"), parameter("X-Batch", "header")],
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Entry" } } } },
        responses: { 200: { description: "ok" } },
      },
    },
  },
  components: {
    schemas: {
      Entry: {
        type: "object",
        properties: {
          amount: int64,
          parts: { type: "array", items: int64 },
          byName: { type: "object", additionalProperties: int64 },
          next: { oneOf: [{ type: "null" }, { $ref: "#/components/schemas/Entry" }] },
          either: { anyOf: [int64, { type: "string" }] },
          maybe: { type: ["integer", "null"], format: "int64" },
          note: { type: "string" },
          small: { type: "integer" },
        },
      },
    },
  },
};

const LARGEST = 2n ** 63n - 1n;
const requests: Array<{ url: string; batch: unknown; body: string }> = [];
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => (body += String(chunk)));
  request.on("end", () => {
    requests.push({ url: request.url ?? "", batch: request.headers["x-batch"], body });
    response.end();
  });
});
const registry = new OperationRegistry();

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  registry.registerAll(FromOpenAPI(document, { namespace: "ledger", baseUrl }));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function send(input: object): Promise<(typeof requests)[number] | undefined> {
  requests.length = 0;
  await registry.execute("ledger.post", input);
  return requests[0];
}

describe("when an OpenAPI operation takes a 64-bit integer", () => {
  it.each([
    ["a bigint", LARGEST],
    ["the text of its digits", String(LARGEST)],
  ])("sends %s with all digits, in path, query and header", async (_what, id) => {
    const request = await send({ id, after: id, "X-Batch": id });
    expect(request).toMatchObject({ url: `/accounts/${LARGEST}?after=${LARGEST}`, batch: String(LARGEST) });
  });

  it.each([
    ["bigints", (text: string): unknown => BigInt(text)],
    ["texts of digits", (text: string): unknown => text],
  ])("writes %s into JSON as numbers, wherever the schema has one", async (_what, value) => {
    const body = {
      amount: value("-9223372036854775808"),
      parts: [1, value("9007199254740993")],
      byName: { a: value("9007199254740995") },
      next: { amount: value(String(LARGEST)), next: null },
      maybe: value("9007199254740997"),
    };
    expect((await send({ id: 1, body }))?.body).toBe(
      '{"amount":-9223372036854775808,"parts":[1,9007199254740993],"byName":{"a":9007199254740995},' +
        '"next":{"amount":9223372036854775807,"next":null},"maybe":9007199254740997}',
    );
  });

  it("leaves texts alone if the schema has no such integer, or also allows a text", async () => {
    const body = { note: "123", either: "456", amount: 7 };
    expect((await send({ id: 1, body }))?.body).toBe(JSON.stringify(body));
  });

  it.each([
    [{ id: LARGEST + 1n }, "/id", "9223372036854775808 is not a 64-bit integer"],
    [{ id: 1, body: { amount: "-9223372036854775809" } }, "/body/amount", "is not a 64-bit integer"],
    [{ id: 1, body: { parts: [1e20] } }, "/body/parts/0", "-9223372036854775808 to 9223372036854775807"],
  ])("refuses one that is out of range before anything is sent: %#", async (input, path, message) => {
    requests.length = 0;
    await expect(registry.execute("ledger.post", input)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      message: expect.stringContaining(message) as string,
      details: { errors: [{ path }] },
    });
    expect(requests).toEqual([]);
  });

  it.each([{ id: "seven" }, { id: "1.5" }, { id: 1, body: { small: "1" } }, { id: 1, body: { small: 1n } }])(
    "refuses anything else: %#",
    async (input) => {
      await expect(registry.execute("ledger.post", input)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    },
  );
});
