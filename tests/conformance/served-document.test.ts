/** Operations are served and described, then imported from that description and called through it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FromOpenAPI, OperationRegistry, subscribe } from "../../src/entries/index.ts";
import type { OpenAPISpec } from "../../src/entries/index.ts";
import { apiKeys, serveHTTP } from "../../src/entries/serve-http.ts";
import { demoOperations } from "../support/demo-operations.ts";

const key = "a-key-for-the-tests";
const local = new OperationRegistry().registerAll(demoOperations());
const service = serveHTTP(local, {
  authenticate: apiKeys([{ key, identity: { id: "tester", scopes: ["demo:write"] } }]),
});
const remote = new OperationRegistry();

beforeAll(async () => {
  const { url } = await service.listen();
  const response = await fetch(`${url}/openapi.json`, { headers: { "x-api-key": key } });
  const document = (await response.json()) as OpenAPISpec;
  const config = { namespace: "demo", namespaces: "document", baseUrl: url, credentials: { bearer: key } } as const;
  remote.registerAll(FromOpenAPI(document, config));
});

afterAll(() => service.close({ graceMs: 0 }));

describe("when an operation is called through the document that describes it", () => {
  it.each([
    ["demo.add", { a: 1, b: 2 }],
    ["demo.withdraw", { amount: 1 }],
    ["demo.forget", undefined],
    ["demo.forget", { id: "x" }],
    ["demo.maybe", { found: true }],
    ["demo.maybe", { found: false }],
    ["demo.echo", null],
    ["demo.echo", ["a", { body: 1 }]],
    ["demo.echo", { deep: new Uint8Array([0, 255]) }],
    ["demo.echo", new Uint8Array([1, 2])],
    ["demo.echo", { $bytes: "an object that looks like bytes" }],
    ["demo.text", "some text"],
    ["demo.deep.grow", { label: "leaf" }],
    ["demo.zod", { email: "ada@example.org", tags: ["x"] }],
  ])("returns the same data: %s(%j)", async (id, input) => {
    const here = await local.execute(id, input);
    const there = await remote.execute(id, input);
    expect(there.data).toEqual(here.data);
    expect(there.meta.source).toBe("http");
  });

  it.each([
    ["demo.withdraw", { amount: 5 }, "INSUFFICIENT_FUNDS"],
    ["demo.zod", { email: "no address" }, "VALIDATION_ERROR"],
  ])("fails with the same error: %s(%j)", async (id, input, code) => {
    const errorOf = (registry: OperationRegistry): Promise<unknown> =>
      registry.execute(id, input).catch((error: unknown) => JSON.parse(JSON.stringify(error)) as object);
    const here = await errorOf(local);
    expect(here).toMatchObject({ code });
    // Each side describes bad input in its own words.
    expect(await errorOf(remote)).toMatchObject(
      code === "VALIDATION_ERROR" ? { code, phase: "notStarted" } : (here as object),
    );
  });

  it.each([
    ["demo.count", { to: 3 }],
    ["demo.lists", undefined],
  ])("streams the same items: %s(%j)", async (id, input) => {
    const itemsOf = async (registry: OperationRegistry): Promise<unknown[]> => {
      const items: unknown[] = [];
      for await (const { data } of subscribe(registry, id, input)) items.push(data);
      return items;
    };
    expect(await itemsOf(remote)).toEqual(await itemsOf(local));
  });

  it("ends a stream with the error of the handler", async () => {
    const items: unknown[] = [];
    const read = async (): Promise<void> => {
      for await (const { data } of subscribe(remote, "demo.count", { to: 5, failAt: 3 })) items.push(data);
    };
    await expect(read()).rejects.toMatchObject({ code: "EXECUTION_ERROR", message: "It fails at 3." });
    expect(items).toEqual([1, 2]);
  });

  it("keeps the spec's errors and results", () => {
    const spec = remote.getSpec("demo.withdraw");
    expect(spec).toMatchObject({ idempotent: true, output: "keep", type: "MUTATION" });
    expect(spec?.errorSchemas).toMatchObject({
      INSUFFICIENT_FUNDS: { httpStatus: 409, schema: { type: "object", properties: { balance: { type: "integer" } } } },
      CLOSED: { description: "The account is closed." },
    });
    expect(remote.getSpec("demo.add")?.metadata).toMatchObject({ difficulty: 1 });
  });
});
