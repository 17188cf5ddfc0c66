import { gzipSync } from "node:zlib";

import { describe, expect, it } from "vitest";

import { callAt, deferred, failureOf, sendJSON, useServers } from "../../../../tests/support/http-calls.ts";
import type { ResponseShape } from "../operation/operation-shape.ts";

const servers = useServers();

/** Calls a server that answers with these bytes. */
async function answer(
  parts: { status?: number; headers?: Record<string, string>; body?: string | Uint8Array },
  call: { responses?: ResponseShape[]; limit?: number; errorBytes?: number; method?: string } = {},
) {
  const server = await servers.start((_request, response) => {
    response.writeHead(parts.status ?? 200, parts.headers).end(parts.body);
  });
  const responses = call.responses ?? [];
  const limits = { responseBytes: call.limit, errorBytes: call.errorBytes };
  return callAt(server.origin, { shape: { responses, method: call.method ?? "GET", path: "/x" }, config: { limits } });
}
const type = (contentType: string) => ({ "content-type": contentType });
const JSON_ONLY = [{ status: "2XX", mediaTypes: ["application/json"] }];

describe("when a response is read", () => {
  it.each([
    ["application/json; charset=utf-8", '\uFEFF{"a":1}', { a: 1 }],
    ["application/vnd.api+json", "[1]", [1]],
    ["application/json", "null", null],
    ["text/html", "<p>", "<p>"],
    ["application/xml", "<a/>", "<a/>"],
    ["image/png", "PNG", new Uint8Array([80, 78, 71])],
    ["application/octet-stream", "{}", new Uint8Array([123, 125])],
  ])("returns %s as its content type says", async (contentType, body, expected) => {
    const { data, meta } = await answer({ headers: type(contentType), body });
    expect(data).toEqual(expected);
    expect(meta).toMatchObject({ source: "http", statusCode: 200, contentType });
  });

  it.each([
    ["2XX", "text/csv"],
    ["default", "text/csv, application/problem+json"],
  ])("accepts the types of a success, and the type of errors only without one: %s", async (status, expected) => {
    const server = await servers.start((_request, response) => void response.end());
    const responses = [
      { status, mediaTypes: ["text/csv"] },
      { status: "default", mediaTypes: ["application/problem+json"] },
    ];
    await callAt(server.origin, { shape: { responses } });
    expect(server.seen[0]?.headers.accept).toBe(expected);
  });

  it("decodes a text by its charset", async () => {
    const { data } = await answer({ headers: type("text/plain; charset=iso-8859-1"), body: new Uint8Array([0xfc]) });
    expect(data).toBe("ü");
  });

  it("decodes JSON by its charset, even in an error", async () => {
    const latin1 = (status: number) => async () =>
      new Response(new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xe9, 0x22, 0x7d]), {
        status,
        headers: { "content-type": "application/json; charset=iso-8859-1" },
      });
    expect(await callAt("https://pets.example", { config: { fetch: latin1(200) } })).toMatchObject({
      data: { a: "é" },
    });
    const error = await failureOf(callAt("https://pets.example", { config: { fetch: latin1(404) } }));
    expect(error.details).toMatchObject({ body: { a: "é" } });
    const unknown = async () =>
      new Response('"é"', { headers: { "content-type": "application/json; charset=klingon" } });
    expect(await callAt("https://pets.example", { config: { fetch: unknown } })).toMatchObject({ data: "é" });
  });

  it.each([204, 205, 304])("returns undefined for %i", async (status) => {
    const { data, meta } = await answer({ status }, { responses: JSON_ONLY });
    expect(data).toBeUndefined();
    expect(meta).toMatchObject({ statusCode: status });
  });

  it("returns undefined for an empty body, and for HEAD", async () => {
    expect(
      (await answer({ headers: type("application/json"), body: "" }, { responses: JSON_ONLY })).data,
    ).toBeUndefined();
    const { data, meta } = await answer({ headers: { "content-length": "9", "x-total": "3" } }, { method: "HEAD" });
    expect(data).toBeUndefined();
    expect(meta).toMatchObject({ headers: { "x-total": "3" } });
  });

  it("reads announced JSON that arrives with a vague content type or none", async () => {
    for (const headers of [{}, type("text/plain"), type("application/octet-stream")]) {
      expect((await answer({ headers, body: "[1]" }, { responses: JSON_ONLY })).data).toEqual([1]);
    }
  });

  it("finds the announced response by status, range and default", async () => {
    const responses = [
      { status: "default", mediaTypes: ["application/json"] },
      { status: "2XX", mediaTypes: ["application/json"] },
      { status: "201", mediaTypes: ["text/html"] },
    ];
    const html = { headers: type("text/html"), body: "<p>" };
    expect((await answer({ ...html, status: 201 }, { responses })).data).toBe("<p>");
    await failureOf(answer({ ...html, status: 200 }, { responses }));
    await failureOf(answer(html, { responses: responses.slice(0, 1) }));
  });

  it("undoes compression", async () => {
    const headers = { ...type("application/json"), "content-encoding": "gzip" };
    expect((await answer({ headers, body: gzipSync('{"a":1}') })).data).toEqual({ a: 1 });
  });
});

describe("when a response is broken", () => {
  it("fails when HTML arrives where JSON is announced", async () => {
    const error = await failureOf(
      answer({ headers: type("text/html"), body: "<h1>Sign in</h1>" }, { responses: JSON_ONLY }),
    );
    expect(error).toMatchObject({
      code: "EXECUTION_ERROR",
      phase: "started",
      retryable: false,
      details: { status: 200, contentType: "text/html", body: "<h1>Sign in</h1>" },
    });
    expect(error.message).toMatch(
      /^GET http:\/\/127.0.0.1:\d+\/x answered 200 with text\/html, but the document announces/,
    );
  });

  it.each(['{"a":', '{"a":1}}'])("fails when %j arrives as JSON", async (body) => {
    const error = await failureOf(answer({ headers: type("application/json"), body }));
    expect(error.message).toContain("not valid JSON");
    expect(error.details).toMatchObject({ body });
  });

  it("fails when the body is cut, or shorter than announced", async () => {
    const server = await servers.start((_request, response) => {
      response.writeHead(200, { ...type("application/json"), "content-length": "100" });
      response.write('{"a":1}', () => response.destroy());
    });
    const error = await failureOf(callAt(server.origin));
    expect(error).toMatchObject({ code: "EXECUTION_ERROR", phase: "started", retryable: true });
    expect(error.message).toContain("was cut off while its answer was read");
  });

  it("does not accept a part as the whole when the server sends more than announced", async () => {
    const server = await servers.start((_request, response) => {
      response.socket?.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\n{"a":1}');
    });
    expect((await failureOf(callAt(server.origin))).message).toContain("not valid JSON");
  });

  it("fails when its compression is broken", async () => {
    const headers = { ...type("application/json"), "content-encoding": "gzip" };
    const error = await failureOf(answer({ headers, body: gzipSync('{"a":1}').subarray(0, 15) }));
    expect(error).toMatchObject({ code: "EXECUTION_ERROR", phase: "started" });
    expect(await failureOf(answer({ headers, body: "no gzip" }))).toMatchObject({ code: "EXECUTION_ERROR" });
  });
});

describe("when a response is too large", () => {
  const tooLarge = { code: "PAYLOAD_TOO_LARGE", phase: "started", details: { limit: 1000 } };

  it("stops before it reads a body that announces too great a length", async () => {
    expect(await failureOf(answer({ body: "x".repeat(1001) }, { limit: 1000 }))).toMatchObject(tooLarge);
    expect((await answer({ headers: type("text/plain"), body: "x".repeat(1000) }, { limit: 1000 })).data).toHaveLength(
      1000,
    );
  });

  it("stops an endless response, and closes the connection", async () => {
    const closed = deferred();
    const server = await servers.start((_request, response) => {
      response.on("close", closed.resolve);
      const write = (): void => void (response.destroyed || response.write("x".repeat(500), () => setImmediate(write)));
      write();
    });
    expect(await failureOf(callAt(server.origin, { config: { limits: { responseBytes: 1000 } } }))).toMatchObject(
      tooLarge,
    );
    await closed.promise;
  });

  it("stops a small response that unpacks to a large one", async () => {
    const body = gzipSync(new Uint8Array(50_000_000));
    expect(body.length).toBeLessThan(60_000);
    const limit = 100_000;
    const error = await failureOf(answer({ headers: { "content-encoding": "gzip" }, body }, { limit }));
    expect(error).toMatchObject({ code: "PAYLOAD_TOO_LARGE", details: { limit } });
  });
});

describe("when a response is an error", () => {
  it("carries status, problem, headers and the retry delay", async () => {
    const problem = { title: "Slow down", detail: "3 per minute" };
    const headers = { ...type("application/problem+json"), "retry-after": "7", "set-cookie": "a=b" };
    const error = await failureOf(answer({ status: 429, headers, body: JSON.stringify(problem) }));
    expect(error).toMatchObject({ code: "EXECUTION_ERROR", retryable: true, phase: "notStarted" });
    expect(error.message).toMatch(/^GET .*\/x answered 429 Too Many Requests: 3 per minute$/);
    expect(error.details).toMatchObject({
      status: 429,
      body: problem,
      retryAfterMs: 7000,
      headers: { "retry-after": "7" },
    });
    expect(error.details).not.toHaveProperty("headers.set-cookie");
  });

  it("reads a date in Retry-After", async () => {
    const at = new Date(Date.now() + 60_000).toUTCString();
    const { details } = await failureOf(answer({ status: 503, headers: { "retry-after": at } }));
    const { retryAfterMs } = details as { retryAfterMs: number };
    expect(retryAfterMs).toBeGreaterThan(30_000);
    expect(retryAfterMs).toBeLessThanOrEqual(60_000);
  });

  it.each([
    [400, false, "started"],
    [404, false, "started"],
    [408, true, "notStarted"],
    [429, true, "notStarted"],
    [500, false, "started"],
    [502, true, "started"],
    [503, true, "started"],
    [504, true, "started"],
  ])("knows whether %i is retryable, and whether the operation ran", async (status, retryable, phase) => {
    expect(await failureOf(answer({ status }))).toMatchObject({ retryable, phase, details: { status } });
  });

  it("keeps the beginning of a long body, and text that only claims to be JSON", async () => {
    const long = await failureOf(answer({ status: 500, body: "x".repeat(5000) }, { errorBytes: 10 }));
    expect(long.details).toMatchObject({ body: `${"x".repeat(10)}…` });
    const html = await failureOf(answer({ status: 500, headers: type("application/json"), body: "<h1>" }));
    expect(html.details).toMatchObject({ body: "<h1>" });
  });

  it("never shows the query in its message", async () => {
    const server = await servers.start((_request, response) => sendJSON(response, {}, 500));
    const error = await failureOf(callAt(`${server.origin}/?key=s3cret`));
    expect(error.message).not.toContain("s3cret");
  });
});
