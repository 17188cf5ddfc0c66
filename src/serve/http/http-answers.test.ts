import { Type } from "typebox";
import { afterEach, describe, expect, it } from "vitest";
import type { Identity } from "../../operation/access-control.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { serveHTTP } from "./serve-http.ts";
import type { ServeHTTPOptions } from "./serve-http-options.ts";
import type { HTTPService } from "../request/http-service.ts";

const items = Array.from({ length: 300 }, (_, id) => ({ id, title: `Title ${id}` }));
let service: HTTPService;

afterEach(() => service.close());

function serve(options: ServeHTTPOptions = {}): void {
  const list = defineOperation({
    namespace: "notes",
    name: "list",
    version: "1.0.0",
    type: "QUERY",
    description: "Lists notes",
    inputSchema: Type.Object({}),
    outputSchema: Type.Unknown(),
    accessControl: { requiredScopes: [] },
    handler: () => ({ items, file: new Uint8Array(5) }),
  });
  const follow = defineOperation({
    ...list,
    name: "follow",
    type: "SUBSCRIPTION",
    outputSchema: Type.Unknown(),
    async *handler() {
      yield { items, last: false };
      yield { items: [], last: true };
    },
  });
  const authenticate = ({ token }: { readonly token: string }): Identity => ({ id: token, scopes: [] });
  service = serveHTTP(new OperationRegistry().registerAll([list, follow]), { authenticate, ...options });
}

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return await service.fetch(
    new Request(`http://localhost${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", authorization: "Bearer ada", ...headers },
    }),
  );
}

const whole = { items, file: { $bytes: "AAAAAAA=" } };

describe("a caller over HTTP", () => {
  it("receives the whole answer, or a part on request, and reads the rest with the handle", async () => {
    serve();
    const all = await post("/notes/list", {});
    expect([await all.json(), all.headers.get("operation-part")]).toEqual([whole, null]);
    const cut = await post("/notes/list", {}, { "operation-answer-tokens": "500" });
    const handle = cut.headers.get("operation-part") ?? "";
    const text = await cut.text();
    expect(text.length).toBeLessThanOrEqual(2000);
    const { items: shown } = JSON.parse(text) as typeof whole;
    const page = await post("/~/results", { handle, at: "/items", offset: shown.length });
    expect(await page.json()).toEqual({
      at: "/items",
      offset: shown.length,
      of: 300,
      value: items.slice(shown.length),
    });
    const other = await post("/~/results", { handle }, { authorization: "Bearer bob" });
    expect([other.status, (await other.json()) as object]).toMatchObject([400, { code: "VALIDATION_ERROR" }]);
  });

  it("learns from the envelope what is missing", async () => {
    serve({ answerTokens: ({ id } = { id: "", scopes: [] }) => (id === "ada" ? 500 : undefined) });
    const answer = await post("/notes/list", {}, { "operation-answer": "envelope" });
    const { meta } = (await answer.json()) as { meta: { part: object } };
    expect(meta.part).toMatchObject({
      handle: answer.headers.get("operation-part"),
      left: [{ at: "/items", kind: "rows", of: 300 }],
      note: expect.stringContaining("Read on by POST /~/results") as unknown,
    });
    expect(await (await post("/notes/list", {}, { authorization: "Bearer bob" })).json()).toEqual(whole);
  });

  it.each([
    ["$.items[1:3].title", { items: [{ title: "Title 1" }, { title: "Title 2" }] }],
    ["/items/7", { id: 7, title: "Title 7" }],
    ['["/items/7/id","/file"]', { items: [{ id: 7 }], file: { $bytes: "AAAAAAA=" } }],
  ])("selects %s", async (select, expected) => {
    serve();
    expect(await (await post("/notes/list", {}, { "operation-select": select })).json()).toEqual(expected);
  });

  it.each([
    [{ "operation-select": "$.nothing" }, "$.nothing finds nothing. The answer has items, file."],
    [{ "operation-select": "[1]" }, "operation-select must be a path, or a JSON list of paths."],
    [{ "operation-answer-tokens": "few" }, "answerTokens must be a number of tokens, at least 250, or all."],
  ])("learns what is wrong with %j", async (headers, detail) => {
    serve();
    const answer = await post("/notes/list", {}, { ...headers });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: "VALIDATION_ERROR", detail }]);
  });

  it.each([
    [{}],
    [{ handle: 1 }],
    [{ handle: "a", offset: -1 }],
    [{ handle: "a", search: "" }],
    [{ handle: "a", select: 5 }],
  ])("cannot read %j", async (body) => {
    serve();
    expect((await post("/~/results", body)).status).toBe(400);
  });
});

interface Event {
  readonly event: string | undefined;
  readonly data: string;
}

async function eventsOf(path: string, headers: Record<string, string>): Promise<Event[]> {
  const answer = await post(path, {}, { accept: "text/event-stream", ...headers });
  expect(answer.headers.get("content-type")).toBe("text/event-stream");
  const blocks = (await answer.text()).split("\n\n").filter((block) => block !== "");
  return blocks.map((block) => ({
    event: /^event: (.*)$/m.exec(block)?.[1],
    data: /^data: (.*)$/m.exec(block)?.[1] ?? "",
  }));
}

describe("a caller that accepts events", () => {
  const tokens = { "operation-answer-tokens": "500" };

  it("receives a part of the result, preceded by how to read on", async () => {
    serve();
    const [part, result, ...more] = await eventsOf("/notes/list", tokens);
    expect([part?.event, result?.event, more]).toEqual(["part", "result", []]);
    expect(result?.data.length).toBeLessThanOrEqual(2000);
    const { handle } = JSON.parse(part?.data ?? "") as { handle: string };
    const page = await post("/~/results", { handle, at: "/items/299" });
    expect(await page.json()).toMatchObject({ value: items[299] });
  });

  it("receives each item of a stream within the limit, and the stream continues", async () => {
    serve({ answerTokens: 500 });
    const [part, first, second, end] = await eventsOf("/notes/follow", {});
    expect([part?.event, first?.event, second?.event, end?.event]).toEqual(["part", undefined, undefined, "complete"]);
    expect(first?.data.length).toBeLessThanOrEqual(2000);
    expect(JSON.parse(first?.data ?? "")).toMatchObject({ last: false });
    expect(JSON.parse(second?.data ?? "")).toEqual({ items: [], last: true });
    const { handle } = JSON.parse(part?.data ?? "") as { handle: string };
    const page = await post("/~/results", { handle, at: "/items/299" });
    expect(await page.json()).toMatchObject({ value: items[299] });
  });

  it("reads in the envelope of an item what is missing", async () => {
    serve();
    const [first, ...more] = await eventsOf("/notes/follow", { ...tokens, "operation-answer": "envelope" });
    expect(JSON.parse(first?.data ?? "")).toMatchObject({
      data: { last: false },
      meta: { part: { left: [{ at: "/items", of: 300 }] } },
    });
    expect(more.map(({ event }) => event)).toEqual([undefined, "complete"]);
  });

  it("selects parts of each item", async () => {
    serve();
    const events = await eventsOf("/notes/follow", { "operation-select": "/last" });
    expect(events.map(({ data }) => data)).toEqual(["false", "true", "{}"]);
  });
});
