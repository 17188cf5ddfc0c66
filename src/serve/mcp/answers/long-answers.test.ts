import type { Client } from "@modelcontextprotocol/client";
import { Type } from "typebox";
import type { TSchema } from "typebox";
import { afterEach, describe, expect, it, vi } from "vitest";
import { KeptAnswers } from "../../../answers/kept-answers.ts";
import { mcpEnvelope } from "../../../envelope/response-envelope.ts";
import type { MCPContentBlock } from "../../../envelope/response-envelope.ts";
import type { Identity } from "../../../operation/access-control.ts";
import { defineOperation } from "../../../operation/define-operation.ts";
import type { AnyOperation } from "../../../operation/define-operation.ts";
import { defineResource } from "../../../operation/mcp/define-resource.ts";
import { OperationType } from "../../../operation/operation-type.ts";
import type { Credential } from "../../../operation/authenticate.ts";
import { getValidator } from "../../../schema/engine/validator.ts";
import { connectByFetch, connectInMemory, ERAS, openAccess, registryOf } from "../fixtures.test-support.ts";
import type { Era } from "../fixtures.test-support.ts";
import type { ServeMCPOptions } from "../options/serve-mcp-options.ts";
import type { MCPService } from "../options/mcp-service.ts";
import { serveMCP } from "../serve-mcp.ts";

const ends: Array<() => Promise<unknown>> = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function served(operations: readonly AnyOperation[], options: ServeMCPOptions = {}): MCPService {
  const service = serveMCP(registryOf(operations), { answerTokens: 500, ...options });
  ends.push(() => service.close());
  return service;
}

async function connected(
  operations: readonly AnyOperation[],
  { era = "modern", ...options }: ServeMCPOptions & { era?: Era } = {},
): Promise<Client> {
  const client = await connectInMemory(served(operations, options), era);
  // It then knows the output schemas, and refuses results that break them.
  await client.listTools();
  ends.push(() => client.close());
  return client;
}

/** A tool that always gives the same answer. */
function answering(
  data: unknown,
  outputSchema: TSchema = Type.Unknown(),
  type: OperationType = OperationType.QUERY,
): AnyOperation {
  return defineOperation({
    namespace: "test",
    name: "long",
    version: "1.0.0",
    type,
    description: "Answers at length",
    inputSchema: Type.Object({}),
    outputSchema,
    accessControl: openAccess,
    handler: () => data as never,
  });
}

const items = Array.from({ length: 300 }, (_, id) => ({ id, title: `Title ${id}`, body: "text ".repeat(id % 40) }));
const rows = Type.Object({ id: Type.Integer(), title: Type.String(), body: Type.String() });

interface Answer {
  readonly content: ReadonlyArray<{ readonly type: string; readonly text?: string }>;
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

async function call(client: Client, args: object = {}, name = "test_long", meta?: object): Promise<Answer> {
  const request = { name, arguments: { ...args }, ...(meta && { _meta: { ...meta } }) };
  return (await client.callTool(request)) as Answer;
}

async function connectAs(token: string, service: MCPService): Promise<Client> {
  const client = await connectByFetch(service, "modern", token);
  ends.push(() => client.close());
  return client;
}

function textsOf({ content }: Answer): string[] {
  return content.map(({ text = "" }) => text);
}

function handleOf(answer: Answer): string {
  const { handle } = (answer._meta as Record<string, { handle: string }>)["alkdev.operations/part"] ?? { handle: "-" };
  expect(textsOf(answer).join("\n")).toContain(handle);
  return handle;
}

interface Page {
  readonly value: unknown;
  readonly next?: string;
}

async function read(client: Client, args: object): Promise<Page> {
  const answer = await call(client, args, "read_result");
  expect(answer.isError).not.toBe(true);
  expect(textsOf(answer).join("").length).toBeLessThanOrEqual(2000);
  return answer.structuredContent as Page;
}

describe.each(ERAS)("when an answer is longer than a %s client's budget", (era) => {
  it("cuts it to a part that fits the output schema and the budget, and says what is missing", async () => {
    const schema = Type.Object({ items: Type.Array(rows) });
    const answer = await call(await connected([answering({ items }, schema)], { era }));
    const [part = "", note = ""] = textsOf(answer);
    expect(part.length + note.length).toBeLessThanOrEqual(2000);
    expect(JSON.stringify(answer.structuredContent).length).toBeLessThanOrEqual(2100);
    expect(getValidator(schema).check(answer.structuredContent)).toBe(true);
    expect(answer.structuredContent).toEqual({ ...(JSON.parse(part) as object), $part: note });
    expect(note).toMatch(/^Only a part of the answer: \d+ of \d+ tokens\.\nLeft out:\n- \/items: has \d+ of 300 rows/);
  });

  it("adds nothing to structured content whose schema is closed", async () => {
    const closed = { additionalProperties: false };
    const schema = Type.Object({ items: Type.Array(Type.Object(rows.properties, closed)) }, closed);
    const answer = await call(await connected([answering({ items }, schema)], { era }));
    expect(Object.keys(answer.structuredContent as object)).toEqual(["items"]);
    expect(getValidator(schema).check(answer.structuredContent)).toBe(true);
    expect(textsOf(answer)[1]).toContain("read_result");
  });

  it("answers a list as a list", async () => {
    const answer = await call(await connected([answering(items, Type.Array(rows))], { era }));
    const { structuredContent } = answer;
    const list = era === "modern" ? structuredContent : (structuredContent as { result: unknown }).result;
    expect(getValidator(Type.Array(rows)).check(list)).toBe(true);
    expect(textsOf(answer)[1]).toMatch(/- the answer: has \d+ of 300 rows/);
  });

  it.each([
    [OperationType.QUERY, /schema\.\nOnly a part/],
    [OperationType.MUTATION, /schema\.\nIt may have run: check before you repeat it\.\nOnly a part/],
  ])("answers with an error that says that the %s ran, if no part fits the output schema", async (type, advice) => {
    const schema = Type.Object({ items: Type.Array(rows, { minItems: 300 }) });
    const client = await connected([answering({ items }, schema, type)], { era });
    const answer = await call(client);
    expect(answer.isError).toBe(true);
    expect(answer.structuredContent).toBeUndefined();
    expect(textsOf(answer)[0]).toMatch(/^PAYLOAD_TOO_LARGE: The call ran\./);
    expect(textsOf(answer)[0]).toMatch(advice);
    const error = { code: "PAYLOAD_TOO_LARGE", phase: "started", retryable: false };
    expect(answer._meta?.["alkdev.operations/error"]).toMatchObject(error);
    expect(JSON.parse(textsOf(answer)[1] ?? "")).toHaveProperty("items");
    expect((await read(client, { handle: handleOf(answer), at: "/items/7" })).value).toEqual(items[7]);
  });

  it("leaves an answer within the budget alone, and every answer for a client that asks for all", async () => {
    const client = await connected([answering({ items })], { era });
    const whole = await call(client, {}, "test_long", { "alkdev.operations/answerTokens": "all" });
    expect(whole.structuredContent).toEqual({ items });
    expect(whole.content).toHaveLength(1);
    const bad = await call(client, {}, "test_long", { "alkdev.operations/answerTokens": 3 });
    expect(textsOf(bad)[0]).toMatch(/^VALIDATION_ERROR: answerTokens must be a number of tokens, at least 250, or all/);
    const unbound = await connected([answering({ items })], { era, answerTokens: "all" });
    expect((await call(unbound)).structuredContent).toEqual({ items });
    expect((await unbound.listTools()).tools.map(({ name }) => name)).toEqual(["test_long"]);
  });
});

describe("when a client reads on", () => {
  it("receives all rows, page by page", async () => {
    const client = await connected([answering({ items })]);
    const handle = handleOf(await call(client));
    const found: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await read(client, { handle, ...(cursor === undefined ? { at: "/items" } : { cursor }) });
      found.push(...(page.value as unknown[]));
      cursor = page.next;
    } while (cursor !== undefined);
    expect(found).toEqual(items);
  });

  it("continues where the part ended, if it follows the note", async () => {
    const client = await connected([answering({ items })]);
    const answer = await call(client);
    const { items: shown } = JSON.parse(textsOf(answer)[0] ?? "") as { items: unknown[] };
    const [, args = ""] = /read_result: (\{.*?\})\./.exec(textsOf(answer)[1] ?? "") ?? [];
    const { value } = await read(client, JSON.parse(args) as object);
    expect((value as unknown[])[0]).toEqual(items[shown.length]);
  });

  it("selects fields, and finds places by words", async () => {
    const client = await connected([answering({ items })]);
    const handle = handleOf(await call(client));
    const select = "$.items[?@.id >= 297]['id','title']";
    const selected = [297, 298, 299].map((id) => ({ id, title: `Title ${id}` }));
    expect((await read(client, { handle, select })).value).toEqual({ items: selected });
    expect(await read(client, { handle, search: "title 123" })).toEqual({
      matches: [{ at: "/items/123/title", text: "title: Title 123" }],
      of: 1,
    });
  });

  it.each([
    [{ at: "/itmes" }, "The answer has no itmes. It has items."],
    [{ at: "/items/300" }, "/items has no 300. It has the rows 0 to 299."],
    [{ at: "items" }, "items is not a JSON Pointer: it begins with /."],
    [{ at: "/items", offset: 301 }, "offset is 301, and /items ends at 300."],
    [{ select: "$.items[*].name" }, "[*] has id, title, body."],
    [{ select: "$.items[" }, "$.items[ can't be used as a path: "],
    [{ cursor: "[]" }, "cursor is not one of ours: give the next of the last page."],
    [{ cursor: '["/a","/b",0]' }, "cursor is not one of ours"],
  ])("learns what exists if it asks for something else: %j", async (asked, message) => {
    const client = await connected([answering({ items })]);
    const handle = handleOf(await call(client));
    const refused = await call(client, { handle, ...asked }, "read_result");
    expect(refused.isError).toBe(true);
    expect(textsOf(refused)[0]?.replaceAll("'", '"')).toContain(message.replaceAll("'", '"'));
  });

  const unknown = "VALIDATION_ERROR: There is no answer with this handle";

  it("reads only its own answers, and only the latest of them", async () => {
    const authenticate = ({ token }: Credential): Identity => ({ id: token, scopes: [] });
    const service = served([answering({ items })], { authenticate });
    const [ada, bob] = [await connectAs("ada", service), await connectAs("bob", service)];
    const handle = handleOf(await call(ada));
    expect(textsOf(await call(bob, { handle }, "read_result"))[0]).toContain(unknown);
    expect((await read(ada, { handle, at: "/items/0" })).value).toEqual(items[0]);
    for (let count = 0; count < 20; count++) await call(ada);
    expect(textsOf(await call(ada, { handle }, "read_result"))[0]).toContain(unknown);
  });

  it("cannot read an answer that is no longer kept", async () => {
    const keptAnswers = new KeptAnswers({ keepFor: 20 });
    ends.push(async () => keptAnswers.close());
    const client = await connected([answering({ items })], { keptAnswers });
    const handle = handleOf(await call(client));
    await vi.waitFor(() => expect(keptAnswers.count).toBe(0), { timeout: 20_000 });
    expect(textsOf(await call(client, { handle }, "read_result"))[0]).toContain(unknown);
  });

  it("cannot read an answer of an operation that it may no longer call", async () => {
    let scopes = ["read"];
    const authenticate = ({ token }: Credential): Identity => ({ id: token, scopes });
    const restricted = { ...answering({ items }), accessControl: { requiredScopes: ["read"] } };
    const ada = await connectAs("ada", served([restricted], { authenticate }));
    const handle = handleOf(await call(ada));
    expect((await read(ada, { handle, at: "/items/0" })).value).toEqual(items[0]);
    scopes = [];
    expect(textsOf(await call(ada, { handle }, "read_result"))[0]).toContain(unknown);
  });
});

describe("when operations are searched", () => {
  const calling = (select: unknown): object => ({ id: "test.long", select });

  it("call_operation returns the parts that the model selects", async () => {
    const client = await connected([answering({ items, more: "x".repeat(9000) })], { searchAbove: 0 });
    const { structuredContent } = await call(client, calling(["$.items[:2].id", "/items/5/title"]), "call_operation");
    expect(structuredContent).toEqual({ items: [{ id: 0 }, { id: 1 }, { title: "Title 5" }] });
    const one = await call(client, calling("/items/5/title"), "call_operation");
    expect(one.structuredContent).toBe("Title 5");
  });

  it("call_operation runs nothing for an invalid projection, and keeps the answer if a projection finds nothing", async () => {
    let runs = 0;
    const counted = { ...answering({ items }), handler: () => (runs++, { items }) } as AnyOperation;
    const client = await connected([counted], { searchAbove: 0 });
    for (const select of ["$.items[", "$..a..b", "$[?$.a]", 5]) {
      expect((await call(client, calling(select), "call_operation")).isError).toBe(true);
    }
    expect(runs).toBe(0);
    const [text = ""] = textsOf(await call(client, calling("/itmes"), "call_operation"));
    expect(text).toMatch(
      /^VALIDATION_ERROR: The answer has no itmes\. It has items\. The call ran\. Read it by read_result: /,
    );
    const { handle } = JSON.parse(/\{.*\}/.exec(text)?.[0] ?? "") as { handle: string };
    expect((await read(client, { handle, at: "/items/3" })).value).toEqual(items[3]);
    expect(runs).toBe(1);
  });
});

describe("when the long part is not plain data", () => {
  const proxied = (content: MCPContentBlock[]): AnyOperation =>
    answering(mcpEnvelope(content, { isError: false, content }));

  it("keeps another server's JSON text valid, and images whole", async () => {
    const image = { type: "image", data: "A".repeat(50_000), mimeType: "image/png" } as const;
    const json = { type: "text", text: JSON.stringify({ items }) } as const;
    const client = await connected([proxied([image, json])], { answerTokens: 5000 });
    const answer = await call(client);
    expect(answer.content[0]).toEqual(image);
    expect((JSON.parse(textsOf(answer)[1] ?? "") as { items: unknown[] }).items.length).toBeGreaterThan(50);
    const whole = await call(client, { handle: handleOf(answer), at: "/1/text" }, "read_result");
    expect(json.text.startsWith((whole.structuredContent as { value: string }).value)).toBe(true);
  });

  it("shows the beginning of a text, and names blocks that it cannot cut", async () => {
    const audio = { type: "audio", data: "A".repeat(50_000), mimeType: "audio/wav" } as const;
    const text = "A long story. ".repeat(1000);
    const answer = await call(await connected([proxied([audio, { type: "text", text }])]));
    const [first, second = "", note] = textsOf(answer);
    expect(first).toBe("[audio, audio/wav: left out, because it is too long]");
    expect(second).toMatch(/^(A long story\. )+.*… \[\d+ more characters\]$/);
    expect(note).toContain("- /*: its bytes");
  });

  it("cuts the items of a stream", async () => {
    const stream = defineOperation({
      namespace: "test",
      name: "long",
      version: "1.0.0",
      type: OperationType.SUBSCRIPTION,
      description: "",
      inputSchema: Type.Object({}),
      outputSchema: rows,
      accessControl: openAccess,
      async *handler() {
        yield* items.slice(0, 90);
      },
    });
    const client = await connected([stream]);
    const answer = await call(client);
    expect(answer.structuredContent).toMatchObject({ complete: true });
    expect((await read(client, { handle: handleOf(answer), at: "/items/89" })).value).toEqual(items[89]);
  });

  it("cuts the details of an error so that they stay JSON", async () => {
    const failing = defineOperation({
      ...answering(undefined),
      inputSchema: Type.Object({}),
      outputSchema: Type.Unknown(),
      errorSchemas: { BROKEN: { description: "It is broken", schema: Type.Object({ items: Type.Array(rows) }) } },
      handler: (_, { fail }) => fail("BROKEN", { items }, "x".repeat(10_000)),
    });
    const answer = await call(await connected([failing]));
    const [text = ""] = textsOf(answer);
    expect(answer.isError).toBe(true);
    expect(text.length).toBeLessThanOrEqual(2000);
    const details =
      /Details: (.*) \(a part of \d+ characters; read_result reads them all: .*\)$/m.exec(text)?.[1] ?? "";
    expect(JSON.parse(details)).toHaveProperty("items");
  });

  it("cuts resources: texts in the middle, JSON so that it stays JSON, and no bytes", async () => {
    const notes = defineResource({
      namespace: "test",
      name: "notes",
      version: "1.0.0",
      description: "Notes",
      uri: "notes://all",
      accessControl: openAccess,
      handler: () => [
        { uri: "notes://all", mimeType: "application/json", text: JSON.stringify(items.slice(0, 12)) },
        { uri: "notes://file", mimeType: "application/zip", blob: "A".repeat(9000) },
      ],
    });
    const client = await connected([notes, answering(1)], { answerTokens: 800 });
    const { contents, _meta } = await client.readResource({ uri: "notes://all" });
    const texts = contents.map((content) => (content as { text?: string }).text ?? "");
    expect(texts.join("").length).toBeLessThanOrEqual(3200);
    expect(Array.isArray(JSON.parse(texts[0] ?? ""))).toBe(true);
    const { handle } = (_meta as Record<string, { handle: string }>)["alkdev.operations/part"] ?? { handle: "" };
    expect(texts.at(-1)).toContain(handle);
    expect((await read(client, { handle, at: "/0/mimeType" })).value).toBe("application/json");
  });
});

describe("when an answer is very large", () => {
  it("is cut without being serialised as a whole, is not kept, and says so", async () => {
    const huge = Array.from({ length: 40 }, () => "x".repeat(2 ** 20));
    const answer = await call(await connected([answering({ huge })]));
    expect(textsOf(answer).join("").length).toBeLessThanOrEqual(2000);
    expect(textsOf(answer)[1]).toContain("The rest is not kept. Call it again for less");
    expect(answer._meta?.["alkdev.operations/part"]).not.toHaveProperty("handle");
  });
});
