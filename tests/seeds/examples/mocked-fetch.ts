// Seed 000: "test the adapter in isolation, mock external services". Tests replace `fetch` with the parts that seed 001's
// handlers read of an answer: `ok`, `status`, `statusText`, `headers`, `json()`, `text()`, `arrayBuffer()` or `body`.
import assert from "node:assert/strict";
import { CallError, FromOpenAPI, FromOpenAPIUrl, type OperationContext, type ResponseEnvelope } from "@alkdev/operations";

const answers = (type: string) => ({ responses: { 200: { description: "", content: { [type]: {} } } } });
const document = {
  openapi: "3.0.3",
  info: { title: "Mocked", version: "1" },
  paths: {
    "/json": { get: { operationId: "json", ...answers("application/json") } },
    "/text": { get: { operationId: "text", ...answers("text/plain") } },
    "/file": { get: { operationId: "file", ...answers("application/octet-stream") } },
    "/any": { get: { operationId: "any", responses: { 200: { description: "" } } } },
    "/ticks": { get: { operationId: "ticks", ...answers("text/event-stream") } },
  },
};
const context = {} as OperationContext;
const handlers = new Map(
  FromOpenAPI(document, { namespace: "mocked", baseUrl: "http://api.test" }).map(({ name, handler }) => [name, handler]),
);
const call = async (name: string): Promise<ResponseEnvelope> => (await handlers.get(name)!({}, context)) as ResponseEnvelope;
const mock = (answer: object): void => {
  globalThis.fetch = async () => answer as Response;
};

// `json()` alone, with headers in every form, and without
for (const headers of [
  new Headers({ "content-type": "application/json" }),
  new Map([["content-type", "application/json"]]),
  { "Content-Type": "application/json" },
  { get: (name: string) => (name.toLowerCase() === "content-type" ? "application/json" : null) },
  undefined,
]) {
  mock({ ok: true, status: 200, statusText: "OK", headers, json: async () => ({ id: 1 }) });
  for (const name of ["json", "any"]) {
    const { data, meta } = await call(name);
    assert.deepEqual(data, { id: 1 });
    assert.ok(meta.source === "http");
    assert.deepEqual([meta.statusCode, meta.contentType], [200, "application/json"]);
  }
}

// Without a status, `ok` decides.
mock({ ok: true, json: async () => [1, 2] });
assert.deepEqual((await call("json")).data, [1, 2]);
mock({ ok: false, json: async () => ({ message: "broken" }) });
await assert.rejects(call("json"), (error) => error instanceof CallError && error.code === "EXECUTION_ERROR");

// Any JSON value
for (const value of [null, "text", 0, false, []]) {
  mock({ ok: true, status: 200, headers: new Headers(), json: async () => value });
  assert.deepEqual((await call("json")).data, value);
}

// Written out as a whole response, without a body as a stream
mock({ ok: true, status: 200, headers: new Headers(), body: null, clone() { return this; }, json: async () => ({ id: 4 }) });
assert.deepEqual((await call("json")).data, { id: 4 });

// `text()` alone, for text and for JSON
mock({ ok: true, status: 200, headers: new Headers({ "content-type": "text/plain" }), text: async () => "hello" });
assert.equal((await call("text")).data, "hello");
mock({ ok: true, status: 200, headers: new Headers({ "content-type": "application/json" }), text: async () => '{"id":2}' });
assert.deepEqual((await call("json")).data, { id: 2 });

// All three, of which the test filled in only one
const silent = async () => undefined;
mock({ ok: true, status: 200, headers: new Headers(), text: silent, arrayBuffer: silent, json: async () => ({ id: 3 }) });
assert.deepEqual((await call("json")).data, { id: 3 });

// `arrayBuffer()`
const bytes = new Uint8Array([0, 255, 1]);
mock({ ok: true, status: 200, headers: new Headers(), arrayBuffer: async () => bytes.buffer });
assert.deepEqual((await call("file")).data, bytes);

// An error status with its body
mock({ ok: false, status: 404, statusText: "Not Found", headers: new Headers(), json: async () => ({ message: "no pet" }) });
await assert.rejects(call("json"), (error: CallError) => {
  assert.deepEqual([error.code, (error.details as { status: number }).status], ["EXECUTION_ERROR", 404]);
  return /404 Not Found: no pet/.test(error.message);
});

// A mock that returns no promise, and one that returns nothing
globalThis.fetch = (() => ({ ok: true, json: () => ({ id: 5 }) })) as never;
assert.deepEqual((await call("json")).data, { id: 5 });
globalThis.fetch = (() => undefined) as never;
await assert.rejects(call("json"), /failed: fetch gave no response/);

// Nothing
mock({ ok: true, status: 204, headers: new Headers() });
assert.equal((await call("json")).data, undefined);

// A stream as a body, and as one text
const events = 'data: {"n":1}\n\ndata: {"n":2}\n\n';
const piece = new TextEncoder().encode(events);
async function* pieces() {
  yield piece;
}
// The reader of seed 001 calls `read()` and `releaseLock()`.
const readerOf = (rest: Uint8Array[]) => ({
  read: async () => ({ done: rest.length === 0, value: rest.shift() }),
  releaseLock() {},
});
for (const body of [
  { body: new Response(events).body },
  { body: { getReader: () => readerOf([piece]) } },
  { body: pieces() },
  { text: async () => events },
]) {
  mock({ ok: true, status: 200, headers: new Headers({ "content-type": "text/event-stream" }), ...body });
  const items: unknown[] = [];
  for await (const item of handlers.get("ticks")!({}, context) as AsyncIterable<ResponseEnvelope>) items.push(item.data);
  assert.deepEqual(items, [{ n: 1 }, { n: 2 }]);
}

// The document itself
mock({ ok: true, status: 200, headers: new Headers(), json: async () => document });
assert.equal((await FromOpenAPIUrl("http://api.test/openapi.json", { namespace: "mocked", baseUrl: "http://api.test" })).length, 5);
