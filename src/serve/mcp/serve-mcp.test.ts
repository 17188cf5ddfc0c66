import type { Client } from "@modelcontextprotocol/client";
import { Type } from "typebox";
import { afterEach, describe, expect, it } from "vitest";
import { until } from "../../../tests/support/until.ts";
import { z } from "zod";
import { defineOperation } from "../../operation/define-operation.ts";
import { OperationType } from "../../operation/operation-type.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import {
  add,
  allOperations,
  traced,
  unreadable,
  connectByFetch,
  connectInMemory,
  ERAS,
  openAccess,
  registryOf,
  waiting,
} from "./fixtures.test-support.ts";
import type { Era } from "./fixtures.test-support.ts";
import { serveMCP } from "./serve-mcp.ts";
import type { ServeMCPOptions } from "./options/serve-mcp-options.ts";

const WAYS = { "in memory": connectInMemory, "over HTTP": connectByFetch };

const ends: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Case {
  readonly way: keyof typeof WAYS;
  readonly era: Era;
}

interface Setup {
  readonly registry?: OperationRegistry;
  readonly options?: ServeMCPOptions;
}

async function connected({ way, era }: Case, { registry = registryOf(), options }: Setup = {}): Promise<Client> {
  const service = serveMCP(registry, options);
  ends.push(() => service.close());
  const client = await WAYS[way](service, era);
  ends.push(() => client.close());
  return client;
}

/** Without the SDK client's additions to a result. */
async function rawCall(client: Client, name: string, args: object): Promise<Record<string, unknown>> {
  const result = await client.request({ method: "tools/call", params: { name, arguments: args } }, z.looseObject({}));
  // The modern era stamps every result with the server's name.
  const { "io.modelcontextprotocol/serverInfo": _stamp, ..._meta } = (result["_meta"] ?? {}) as Record<string, unknown>;
  return { ...result, _meta };
}

const cases: Case[] = (["in memory", "over HTTP"] as const).flatMap((way) => ERAS.map((era) => ({ way, era })));

describe.each(cases)("when a client of the $era era is connected $way", (where) => {
  it("lists the tools that it may call, in the order of their names", async () => {
    const client = await connected(where);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      ["add", "count", "fails", "nothing", "proxied", "reverse", "shout", "steps"]
        .map((name) => `test_${name}`)
        .concat("read_result"),
    );
    expect(tools.find(({ name }) => name === "test_add")).toEqual({
      name: "test_add",
      title: "Add",
      description: "Adds two numbers",
      inputSchema: {
        type: "object",
        properties: { a: { type: "number" }, b: { type: "number" } },
        required: ["a", "b"],
      },
      outputSchema: { type: "object", properties: { sum: { type: "number" } }, required: ["sum"] },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    });
  });

  it("describes what a call may do with annotations", async () => {
    const client = await connected(where);
    const { tools } = await client.listTools();
    const annotations = Object.fromEntries(tools.map((tool) => [tool.name, tool.annotations]));
    expect(annotations).toMatchObject({
      test_shout: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
      test_nothing: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    });
    expect(annotations["test_proxied"]).toEqual({ openWorldHint: true });
    expect(annotations["test_count"]).toBeUndefined();
  });

  it("answers with structured content and the same as text", async () => {
    const client = await connected(where);
    expect(await client.callTool({ name: "test_add", arguments: { a: 1, b: 2 } })).toMatchObject({
      content: [{ type: "text", text: '{"sum":3}' }],
      structuredContent: { sum: 3 },
    });
  });

  it("wraps an input and an output that are not objects", async () => {
    const client = await connected(where);
    const result = await client.callTool({ name: "test_shout", arguments: { input: "hi" } });
    const structuredContent = where.era === "legacy" ? { result: "HI" } : "HI";
    expect(result).toMatchObject({ content: [{ type: "text", text: "HI" }], structuredContent });
  });

  it("answers absent data with no content", async () => {
    const client = await connected(where);
    const result = await client.callTool({ name: "test_nothing" });
    expect(result.content).toEqual([]);
    expect(result).not.toHaveProperty("structuredContent");
  });

  it("carries bytes both ways as tagged base64", async () => {
    const client = await connected(where);
    const result = await client.callTool({ name: "test_reverse", arguments: { bytes: { $bytes: btoa("abc") } } });
    expect(result.structuredContent).toEqual({ reversed: { $bytes: btoa("cba") } });
  });

  it("passes on another MCP server's result, unchanged", async () => {
    const client = await connected(where);
    // The SDK's client of the modern era refuses unknown blocks, at every level of its API.
    const exotic = where.era === "legacy";
    const said = {
      content: [{ type: "text", text: "hi", mood: "glad" }, ...(exotic ? [{ type: "hologram", size: 3 }] : [])],
      structuredContent: { kept: true },
      _meta: { "example.org/trace": "t1" },
    };
    expect(await rawCall(client, "test_proxied", { exotic })).toEqual(said);
    expect(await rawCall(client, "test_proxied", { exotic, isError: true })).toEqual({ ...said, isError: true });
  });

  it("answers bad input with an error that names the paths", async () => {
    const client = await connected(where);
    const result = await client.callTool({ name: "test_add", arguments: { a: "one" } });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/^VALIDATION_ERROR: /);
    expect(textOf(result)).toContain("input/a: ");
    expect(textOf(result)).toContain("input/b: ");
  });

  it("shows code, message and declared details of an error, and nothing of an exception", async () => {
    const client = await connected(where);
    const failWith = async (how: string): Promise<string> =>
      textOf(await client.callTool({ name: "test_fails", arguments: { how } }));
    expect(await failWith("declared")).toBe('TOO_POOR: The account holds 3 EUR.\nDetails: {"balance":3}');
    expect(await failWith("worded")).toBe("EXECUTION_ERROR: The bank answered 503.");
    expect(await failWith("thrown")).toBe("EXECUTION_ERROR: The operation failed.");
  });

  it("refuses unknown tools, and tools that the caller may not call, with the same protocol error", async () => {
    const client = await connected(where);
    for (const name of ["test_secret", "test_unknown"]) {
      await expect(client.callTool({ name })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(name),
      });
    }
  });

  it("refuses arguments that are not an object", async () => {
    const client = await connected(where);
    const bad = { name: "test_add", arguments: [1, 2] };
    await expect(client.request({ method: "tools/call", params: bad }, z.looseObject({}))).rejects.toMatchObject({
      code: -32602,
    });
  });

  it("answers unsupported methods with method not found", async () => {
    const client = await connected(where);
    const asked = client.request({ method: "example/unknown", params: {} }, z.looseObject({}));
    await expect(asked).rejects.toThrow("Method not found");
  });

  it("sends progress to a client that asks for it, always increasing", async () => {
    const client = await connected(where);
    const heard: unknown[] = [];
    const asked = await client.callTool({ name: "test_steps" }, { onprogress: (progress) => heard.push(progress) });
    expect(textOf(asked)).toBe("heard");
    expect(heard).toEqual([
      { progress: 1, total: 2, message: "step 1" },
      { progress: 2, total: 2, message: "step 2" },
    ]);
    expect(textOf(await client.callTool({ name: "test_steps" }))).toBe("unheard");
  });

  it("sends each item of a stream as progress, and returns them together", async () => {
    const client = await connected(where, { options: { maxItems: 2 } });
    const heard: unknown[] = [];
    const call = async (to: number): Promise<unknown> => {
      const onprogress = (progress: unknown): unknown => heard.push(progress);
      return (await client.callTool({ name: "test_count", arguments: { to } }, { onprogress })).structuredContent;
    };
    expect(await call(1)).toEqual({ items: [{ n: 1 }], complete: true });
    expect(await call(1000)).toEqual({ items: [{ n: 1 }, { n: 2 }], complete: false });
    expect(heard).toEqual([
      { progress: 1, message: '{"n":1}' },
      { progress: 1, message: '{"n":1}' },
      { progress: 2, message: '{"n":2}' },
    ]);
  });

  it("aborts the handler when the client cancels", async () => {
    const { operation, entered, aborted } = waiting();
    const client = await connected(where, { registry: registryOf([operation]) });
    const giveUp = new AbortController();
    const call = client.callTool({ name: "test_wait" }, { signal: giveUp.signal });
    await entered;
    giveUp.abort("enough");
    await expect(call).rejects.toThrow();
    await aborted;
  });

  it("announces changes of the registry", async () => {
    const registry = registryOf([]);
    const client = await connected(where, { registry });
    let changes = 0;
    client.setNotificationHandler("notifications/tools/list_changed", () => void changes++);
    if (where.era === "modern") await client.listen({ toolsListChanged: true });
    registry.registerAll(allOperations);
    await until(() => changes > 0);
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(0);
    const before = changes;
    registry.unregister("test.add");
    await until(() => changes > before);
  });

  it("lists many tools in pages", async () => {
    const registry = registryOf(Array.from({ length: 25 }, (_, index) => numbered(index)));
    const client = await connected(where, { registry, options: { pageSize: 10 } });
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await client.request({ method: "tools/list", params: cursor === undefined ? {} : { cursor } }, Page);
      pages.push(page.tools.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(pages.map((page) => page.length)).toEqual([10, 10, 6]);
    expect(new Set(pages.flat()).size).toBe(26);
    const bad = client.request({ method: "tools/list", params: { cursor: "%%%" } }, Page);
    await expect(bad).rejects.toMatchObject({ code: -32602 });
  });

  it("leaves out an operation whose schema can't be read, and shows no client why", async () => {
    const errors: unknown[] = [];
    const registry = registryOf([add, unreadable]);
    const client = await connected(where, { registry, options: { onError: (error) => errors.push(error) } });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["test_add", "read_result"]);
    const result = await rawCall(client, "test_unreadable", {});
    expect(result["isError"]).toBe(true);
    expect(JSON.stringify(result)).not.toContain("secret");
    expect(errors).toContainEqual(new Error("secret of the document"));
  });

  it("hides errors of the host's own functions", async () => {
    const filter = (): boolean => {
      throw new Error("secret of the host");
    };
    const client = await connected(where, { options: { filter } });
    await expect(client.listTools()).rejects.toThrow("Internal error");
    await expect(client.callTool({ name: "test_add" })).rejects.toThrow("Internal error");
  });

  it("passes on a valid trace", async () => {
    const client = await connected(where, { registry: registryOf([traced]) });
    const traceOf = async (traceparent: string, tracestate: string): Promise<unknown> =>
      (await client.callTool({ name: "test_traced", _meta: { traceparent, tracestate } })).structuredContent;
    const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    expect(await traceOf(traceparent, "a=1")).toEqual({ traceparent, tracestate: "a=1" });
    expect(await traceOf(traceparent, "a\r\nb: 1")).toEqual({ traceparent });
    expect(await traceOf("00-x", "a=1")).toEqual({});
  });

  it("refuses calls beyond the limit, and accepts them again afterwards", async () => {
    const { operation, entered } = waiting();
    const registry = registryOf([...allOperations, operation]);
    const client = await connected(where, { registry, options: { maxConcurrentCalls: 1 } });
    const giveUp = new AbortController();
    const first = client.callTool({ name: "test_wait" }, { signal: giveUp.signal });
    await entered;
    const refused = await client.callTool({ name: "test_nothing" });
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toMatch(/^OVERLOADED: .*\nTrying again later may help\.$/);
    giveUp.abort();
    await expect(first).rejects.toThrow();
    await untilAccepted(client);
  });
});

const Page = z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })), nextCursor: z.string().optional() });

async function untilAccepted(client: Client): Promise<void> {
  while ((await client.callTool({ name: "test_nothing" })).isError === true);
}

function textOf(result: { content: Array<{ type: string; text?: string }> }): string {
  return result.content.map(({ text = "" }) => text).join("");
}

function numbered(index: number): ReturnType<typeof defineOperation> {
  return defineOperation({
    namespace: "many",
    name: `tool${index}`,
    version: "1.0.0",
    type: OperationType.QUERY,
    description: "One of many",
    inputSchema: Type.Object({}),
    outputSchema: Type.Object({}),
    accessControl: openAccess,
    handler: () => ({}),
  });
}

describe("when messages of exceptions are exposed", () => {
  it("shows them", async () => {
    const client = await connected({ way: "in memory", era: "modern" }, { options: { exposeErrors: true } });
    const result = await client.callTool({ name: "test_fails", arguments: { how: "thrown" } });
    expect(textOf(result)).toBe("EXECUTION_ERROR: connect failed: password=hunter2");
  });
});

describe("when calls have a time limit", () => {
  it("ends it with a timeout, and aborts the handler", async () => {
    const { operation, aborted } = waiting();
    const registry = registryOf([operation]);
    const client = await connected({ way: "in memory", era: "modern" }, { registry, options: { callTimeout: 300 } });
    expect(textOf(await client.callTool({ name: "test_wait" }))).toMatch(/^TIMEOUT: /);
    await aborted;
  });
});

describe("when options are wrong", () => {
  it.each([{ pageSize: 0 }, { maxItems: Number.NaN }, { callTimeout: 2 ** 40 }])("says so at once: %o", (options) => {
    expect(() => serveMCP(registryOf(), options)).toThrow(/give a number from 1 to/);
  });
});

describe("when a client sends endlessly nested arguments", () => {
  it("refuses them", async () => {
    const client = await connected({ way: "in memory", era: "legacy" });
    let deep: unknown = [];
    for (let depth = 0; depth < 50_000; depth++) deep = [deep];
    const call = client.callTool({ name: "test_reverse", arguments: { bytes: deep } });
    await expect(call).rejects.toThrow("The input is nested more than 500 levels deep.");
  });
});
