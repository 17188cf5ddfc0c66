import type { Client } from "@modelcontextprotocol/client";
import { Type } from "typebox";
import { afterEach, describe, expect, it } from "vitest";
import { until } from "../../../../tests/support/until.ts";
import { z } from "zod";
import type { AnyOperation } from "../../../operation/define-operation.ts";
import { add, allOperations, connectByFetch, ERAS, registryOf, unreadable, waiting } from "../fixtures.test-support.ts";
import {
  call,
  connected,
  describeIds,
  endAll,
  ends,
  idsFor,
  namesOf,
  search,
  textOf,
} from "./search-client.test-support.ts";
import { SEARCH_TOOL_NAMES } from "../tools/tool-catalog.ts";
import type { OperationSearch } from "../../../search/create-search.ts";
import { serveMCP } from "../serve-mcp.ts";

afterEach(endAll);

/** Without the SDK client's additions to a result, and without the server's stamp. */
async function rawCall(client: Client, params: object): Promise<unknown> {
  const { _meta, ...result } = await client.request({ method: "tools/call", params } as never, z.looseObject({}));
  return result;
}

function numbered(index: number, extra: Partial<AnyOperation> = {}): AnyOperation {
  return { ...add, name: `n${index}`, ...extra };
}

describe("when a caller may call more operations than the limit", () => {
  it("lists three tools that search, describe and call instead, and the one that reads on", async () => {
    const registry = registryOf(Array.from({ length: 61 }, (_, index) => numbered(index)));
    const client = await connected({ registry, options: { searchAbove: undefined } });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([...SEARCH_TOOL_NAMES, "read_result"]);
    expect(tools.map(({ annotations }) => annotations?.readOnlyHint)).toEqual([true, true, false, true]);
    expect(tools[2]?.annotations?.destructiveHint).toBe(true);
  });

  it("counts only operations that the caller may call", async () => {
    const secret = { accessControl: { requiredScopes: ["secrets"] } };
    const registry = registryOf([
      numbered(0),
      numbered(1),
      numbered(2, secret),
      numbered(3, { handler: undefined as never }),
    ]);
    const service = serveMCP(registry, {
      searchAbove: 2,
      anonymous: true,
      authenticate: () => ({ id: "ada", scopes: ["secrets"] }),
    });
    ends.push(() => service.close());
    for (const era of ERAS) {
      expect(await namesOf(await connectByFetch(service, era))).toEqual(["test_n0", "test_n1", "read_result"]);
      expect(await namesOf(await connectByFetch(service, era, "token"))).toEqual([...SEARCH_TOOL_NAMES, "read_result"]);
    }
  });

  it("also lists pinned operations, in their current state", async () => {
    const pinned = { metadata: { mcp: { pinned: true } } };
    const registry = registryOf([numbered(0), numbered(1, pinned)]);
    // The client would keep a list until it hears about a change.
    const names = async (): Promise<string[]> => namesOf(await connected({ registry }));
    const client = await connected({ registry });
    const own = [...SEARCH_TOOL_NAMES, "read_result"];
    expect(await namesOf(client)).toEqual([...own, "test_n1"]);
    registry.register(numbered(2, pinned));
    registry.register(numbered(1), { replace: true });
    expect(await names()).toEqual([...own, "test_n2"]);
    await until(async () => (await namesOf(client)).includes("test_n2"));
    expect(await namesOf(client)).toEqual([...own, "test_n2"]);
    registry.register(numbered(2, { ...pinned, accessControl: { requiredScopes: ["x"] } }), { replace: true });
    expect(await names()).toEqual(own);
  });

  it("lists the other tools if a pinned operation can't be read, and reports it", async () => {
    const errors: unknown[] = [];
    const pinned = { metadata: { mcp: { pinned: true } } };
    const schema = Object.getOwnPropertyDescriptor(unreadable, "inputSchema") as PropertyDescriptor;
    const broken = Object.defineProperty(numbered(1, pinned), "inputSchema", schema);
    const registry = registryOf([numbered(0, pinned), broken]);
    const client = await connected({ registry, options: { onError: (error) => errors.push(error) } });
    expect(await namesOf(client)).toEqual([...SEARCH_TOOL_NAMES, "read_result", "test_n0"]);
    expect(String(errors[0])).toContain("secret of the document");
  });

  it("lists every tool at the limit, and always if the limit is infinite", async () => {
    const registry = registryOf(Array.from({ length: 100 }, (_, index) => numbered(index)));
    expect(await namesOf(await connected({ registry, options: { searchAbove: 100 } }))).toHaveLength(101);
    const client = await connected({ registry, options: { searchAbove: Infinity } });
    expect(await namesOf(client)).toHaveLength(101);
    await expect(client.callTool({ name: "search_operations", arguments: { query: "" } })).rejects.toThrow(
      "Unknown tool",
    );
    expect(() => serveMCP(registry, { searchAbove: -1 })).toThrow("searchAbove is -1: give a number from 0");
  });

  it.each(ERAS)("tells a client of the %s era that listens when that changes", async (era) => {
    const registry = registryOf([numbered(0)]);
    const client = await connected({ era, registry, options: { searchAbove: 1 } });
    let changes = 0;
    client.setNotificationHandler("notifications/tools/list_changed", () => void changes++);
    if (era === "modern") await client.listen({ toolsListChanged: true });
    expect(await namesOf(client)).toEqual(["test_n0", "read_result"]);
    registry.register(numbered(1));
    await until(() => changes > 0);
    expect(await namesOf(client)).toEqual([...SEARCH_TOOL_NAMES, "read_result"]);
    const before = changes;
    registry.unregister("test.n1");
    await until(() => changes > before);
    expect(await namesOf(client)).toEqual(["test_n0", "read_result"]);
  });

  it("still accepts calls of the single tools by name", async () => {
    const client = await connected();
    const result = await client.callTool({ name: "test_add", arguments: { a: 1, b: 2 } });
    expect(result.structuredContent).toEqual({ sum: 3 });
    await expect(client.callTool({ name: "test_secret" })).rejects.toThrow("Unknown tool");
  });

  it("reserves its names against operations with the same names", async () => {
    const registry = registryOf([{ ...add, namespace: "call", name: "operation" }]);
    const client = await connected({ registry, options: { searchAbove: 1 } });
    expect(await namesOf(client)).toEqual([expect.stringMatching(/^call_operation_\w{8}$/), "read_result"]);
    const never = await connected({ registry, options: { searchAbove: Infinity } });
    expect(await namesOf(never)).toEqual(["call_operation", "read_result"]);
  });
});

describe.each(ERAS)("when a client of the %s era calls an operation by its id", (era) => {
  it.each([
    ["an object", "add", { a: 1, b: 2 }],
    ["text", "shout", { input: "hi" }],
    ["nothing", "nothing", undefined],
    ["bytes", "reverse", { bytes: { $bytes: btoa("abc") } }],
    ["a stream", "count", { to: 3 }],
    ["another server's answer", "proxied", {}],
    ["another server's error", "proxied", { isError: true }],
    ["a declared error", "fails", { how: "declared" }],
    ["an exception", "fails", { how: "thrown" }],
    ["bad input", "add", { a: "one" }],
  ])("answers %s like a call of the tool itself", async (_what, name, input) => {
    const client = await connected({ era });
    const direct = await rawCall(client, { name: `test_${name}`, arguments: input ?? {} });
    expect(await rawCall(client, call(`test.${name}`, input))).toEqual(direct);
  });

  it("sends progress", async () => {
    const client = await connected({ era });
    const heard: unknown[] = [];
    const result = await client.callTool(call("test.steps"), { onprogress: (progress) => heard.push(progress) });
    expect(textOf(result)).toBe("heard");
    expect(heard).toHaveLength(2);
  });

  it("passes on a cancellation", async () => {
    const { operation, entered, aborted } = waiting();
    const client = await connected({ era, registry: registryOf([operation]) });
    const controller = new AbortController();
    const calling = client.callTool(call("test.wait"), { signal: controller.signal });
    await entered;
    controller.abort();
    await expect(calling).rejects.toThrow();
    await aborted;
  });

  it("gives the same answer for an unknown operation and for one that the caller may not call", async () => {
    const client = await connected({ era });
    const [secret, missing] = await Promise.all(["test.secret", "test.missing"].map((id) => client.callTool(call(id))));
    expect(secret?.isError).toBe(true);
    expect(textOf(secret as never)).toBe(
      "OPERATION_NOT_FOUND: There is no operation test.secret. Find one by search_operations.",
    );
    expect(String(textOf(missing as never)).replace("missing", "secret")).toBe(textOf(secret as never));
    const trusted = await connected({ era, options: { identity: { id: "ada", scopes: ["secrets"] } } });
    expect(textOf(await trusted.callTool(call("test.secret")))).toBe("for ada");
  });

  it("says what is wrong with the arguments", async () => {
    const client = await connected({ era });
    const bad = [{}, { id: 3 }, { id: "test.add", input: "text" }, { id: "test.add", input: [1] }];
    for (const args of bad) {
      const result = await client.callTool({ name: "call_operation", arguments: args });
      expect(result.isError).toBe(true);
      expect(textOf(result)).toMatch(/^VALIDATION_ERROR: \/(id|input): must be /);
    }
  });
});

describe("when operations are described", () => {
  it("says what they do, accept and return", async () => {
    const [described] = await describeIds(await connected(), "test.add");
    expect(described).toEqual({
      id: "test.add",
      type: "QUERY",
      title: "Add",
      description: "Adds two numbers",
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
      signature: "test.add(input: { a: number; b: number }): { sum: number }",
    });
  });

  it("answers for each id separately", async () => {
    const client = await connected({ registry: registryOf([...allOperations, unreadable]) });
    const answers = await describeIds(client, "test.shout", "test.secret", "test.missing", "test.unreadable");
    expect(answers.map(({ problem }) => problem)).toEqual([
      undefined,
      "There is no such operation.",
      "There is no such operation.",
      "Its schemas can't be read.",
    ]);
  });

  it("gives an outline if a type is too long, and each part of it on request", async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`p${index}`, Type.String({ description: "x".repeat(1000) })]),
    );
    const registry = registryOf([numbered(1, { inputSchema: Type.Object(properties) as never })]);
    const client = await connected({ registry });
    const [described] = await describeIds(client, "test.n1");
    expect(JSON.stringify(described).length).toBeLessThan(10_000);
    expect(described?.["signature"]).toContain("  p99: string;\n");
    expect(described?.["note"]).toMatch(/^Only in outline, because it is long: input\. Give `part`/);
    const describePart = async (part: string): Promise<unknown> => {
      const { structuredContent } = await client.callTool({
        name: "describe_operations",
        arguments: { ids: ["test.n1"], part },
      });
      return (structuredContent as { operations: unknown[] }).operations[0];
    };
    expect(await describePart("input/p1")).toEqual({ id: "test.n1", part: "input/p1", type: "string" });
    expect(await describePart("input/q")).toHaveProperty(
      "problem",
      expect.stringMatching(/^input has no part q\. It has: p0, p1, /),
    );
    expect(await describePart("q")).toHaveProperty("problem", "A part begins with input or output: output/items.");
  });

  it("accepts ten ids at once, and no more", async () => {
    const client = await connected();
    expect(await describeIds(client, ...Array.from({ length: 10 }, () => "test.add"))).toHaveLength(10);
    const ids = Array.from({ length: 11 }, () => "test.add");
    const result = await client.callTool({ name: "describe_operations", arguments: { ids } });
    expect(textOf(result)).toMatch(/^VALIDATION_ERROR/);
  });
});

describe("when operations are searched by a client", () => {
  it("answers briefly, with what to do next", async () => {
    const client = await connected();
    expect(await search(client, { query: "add numbers", limit: 1 })).toEqual({
      operations: [{ id: "test.add", type: "QUERY", description: "Adds two numbers" }],
      next: expect.stringContaining("describe_operations"),
    });
    expect(await search(client, { query: "zeppelin" })).toEqual({
      operations: [],
      next: expect.stringContaining("other words"),
    });
  });

  it("finds only what the caller may call", async () => {
    const client = await connected();
    expect(await idsFor(client, "secret")).toEqual([]);
    const trusted = await connected({ options: { identity: { id: "ada", scopes: ["secrets"] } } });
    expect(await idsFor(trusted, "secret")).toEqual(["test.secret"]);
    const filtered = await connected({ options: { filter: ({ name }) => name !== "add" } });
    expect(await idsFor(filtered, "add")).not.toContain("test.add");
  });

  it("lists namespaces for an empty query, and their operations for one in a namespace", async () => {
    const others = [0, 1, 2].map((index) => numbered(index, { namespace: "other.deep" }));
    const client = await connected({ registry: registryOf([...allOperations, ...others]) });
    expect(await search(client, { query: " " })).toMatchObject({ namespaces: { test: 8, "other.deep": 3 } });
    const listed = await search(client, { query: "", namespace: "other", limit: 2 });
    expect(listed.operations.map(({ id }) => id)).toEqual(["other.deep.n0", "other.deep.n1"]);
    expect(listed.more).toBe(1);
    const streams = await search(client, { query: "", type: "SUBSCRIPTION" });
    expect(streams.operations.map(({ id }) => id)).toEqual(["test.count"]);
    expect((await search(client, { query: "add", namespace: "other" })).operations).toHaveLength(3);
    expect((await search(client, { query: "add", namespace: "oth" })).operations).toHaveLength(0);
  });

  it("keeps its answers short", async () => {
    const long = { description: "long words\n".repeat(1000), title: "T".repeat(500) };
    const many = Array.from({ length: 200 }, (_, index) => numbered(index, { ...long, namespace: `space${index}` }));
    const client = await connected({ registry: registryOf(many) });
    const found = await search(client, { query: "words", limit: 50 });
    expect(found.operations).toHaveLength(50);
    expect(JSON.stringify(found).length).toBeLessThan(12_000);
    const spaces = await search(client, { query: "" });
    expect([Object.keys(spaces.namespaces).length, spaces.more]).toEqual([50, 150]);
    const tooMany = await client.callTool({ name: "search_operations", arguments: { query: "x", limit: 51 } });
    expect(textOf(tooMany)).toMatch(/^VALIDATION_ERROR/);
  });
});

describe("when a client connects to a server whose operations are searched", () => {
  it("receives a few lines on how to use it, before the server's own instructions", async () => {
    const client = await connected({ options: { instructions: "Be kind." } });
    const told = client.getInstructions() ?? "";
    for (const name of SEARCH_TOOL_NAMES) expect(told).toContain(name);
    expect(told).toMatch(/\n\nBe kind\.$/);
    expect(told.length).toBeLessThan(600);
    const listed = await connected({ options: { instructions: "Be kind.", searchAbove: 60 } });
    expect(listed.getInstructions()).toBe("Be kind.");
  });

  it("uses the given search, and leaves it open", async () => {
    const registry = registryOf();
    const [spec] = registry.list();
    const id = `${spec?.namespace}.${spec?.name}`;
    let isClosed = false;
    const given: OperationSearch = {
      search: () => Promise.resolve([{ id, score: 1 }]),
      ready: () => Promise.resolve(),
      close: () => void (isClosed = true),
    };
    const client = await connected({ registry, options: { search: given } });
    expect(await idsFor(client, "whatever")).toEqual([id]);
    await endAll();
    expect(isClosed).toBe(false);
  });
});
