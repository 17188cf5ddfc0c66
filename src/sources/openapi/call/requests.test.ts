import { describe, expect, it } from "vitest";

import { callAt, failureOf, parameterOf, sendJSON, useServers } from "../../../../tests/support/http-calls.ts";
import type { BodyShape } from "../operation/operation-shape.ts";

const servers = useServers();
const startEcho = () => servers.start((_request, response) => sendJSON(response, { ok: true }));

describe("when a request has parameters", () => {
  const parameters = [
    parameterOf("id", "path"),
    parameterOf("q", "query"),
    parameterOf("X-Tags", "header"),
    parameterOf("session", "cookie"),
    parameterOf("theme", "cookie", { style: "cookie", explode: true }),
  ];

  it("sends each in its location", async () => {
    const server = await startEcho();
    const input = {
      id: "a b",
      q: ["x&y", "z"],
      "X-Tags": ["red", "blue"],
      session: "s; admin=1",
      theme: ["dark", "big"],
    };
    const { data, meta } = await callAt(server.origin, { shape: { path: "/pets/{id}", parameters }, input });

    expect(data).toEqual({ ok: true });
    expect(meta).toMatchObject({ source: "http", statusCode: 200, contentType: "application/json" });
    expect(server.seen[0]).toMatchObject({ method: "GET", target: "/pets/a%20b?q=x%26y&q=z" });
    expect(server.seen[0]?.headers).toMatchObject({
      accept: "application/json",
      "x-tags": "red,blue",
      cookie: "session=s%3B%20admin%3D1; theme=dark; theme=big",
    });
  });

  it("leaves out undefined values", async () => {
    const server = await startEcho();
    await callAt(server.origin, { shape: { path: "/pets/{id}", parameters }, input: { id: 1, q: undefined } });
    expect(server.seen[0]?.target).toBe("/pets/1");
    expect(server.seen[0]?.headers).not.toHaveProperty("cookie");
  });

  it.each([
    ["X-Tags", "a\r\nX-Admin: 1", "a line break"],
    ["X-Tags", "snow ☃", "beyond Latin-1"],
    ["theme", "dark; admin=1", "cannot hold `;`"],
    ["q", "\uDC00", "unpaired surrogate"],
    ["id", "..", "`..`"],
    ["id", undefined, "required"],
  ])("refuses the %s %j before anything is sent", async (name, value, reason) => {
    const server = await startEcho();
    const input = { id: 1, [name]: value };
    const error = await failureOf(callAt(server.origin, { shape: { path: "/{id}", parameters }, input }));
    expect(error).toMatchObject({ code: "VALIDATION_ERROR", phase: "notStarted" });
    expect(error.message).toContain(reason);
    expect(error.details).toMatchObject({ errors: [{ path: `/${name}` }] });
    expect(server.seen).toEqual([]);
  });

  it("does not let a document's parameter decide how the request is framed", async () => {
    const server = await startEcho();
    for (const name of ["Host", "Content-Length", "Transfer-Encoding"]) {
      const shape = { parameters: [parameterOf(name, "header")] };
      const error = await failureOf(callAt(server.origin, { shape, input: { [name]: "1" } }));
      expect(error.message).toContain("only the connection sets the header");
    }
  });

  it("writes JSON in a header with only the characters that a header allows", async () => {
    const server = await startEcho();
    const shape = { parameters: [parameterOf("X-Filter", "header", { mediaType: "application/json" })] };
    await callAt(server.origin, { shape, input: { "X-Filter": { name: "☃\n" } } });
    expect(server.seen[0]?.headers["x-filter"]).toBe('{"name":"\\u2603\\n"}');
  });

  it("sends the trace and the config's own headers", async () => {
    const server = await startEcho();
    const trace = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", tracestate: "bad\n" };
    await callAt(server.origin, { config: { headers: { "User-Agent": "tests" } }, context: { trace } });
    expect(server.seen[0]?.headers).toMatchObject({ traceparent: trace.traceparent, "user-agent": "tests" });
    expect(server.seen[0]?.headers).not.toHaveProperty("tracestate");
  });
});

async function send(contents: BodyShape["contents"], body: unknown, required = true) {
  const server = await startEcho();
  await callAt(server.origin, { shape: { method: "POST", body: { required, contents } }, input: { body } });
  const [request] = server.seen;
  return {
    type: request?.headers["content-type"],
    body: request?.body.toString("latin1") ?? "",
    bytes: request?.body,
  };
}

const offer = (...mediaTypes: string[]) => mediaTypes.map((mediaType) => ({ mediaType }));

describe("when a request has a body", () => {
  it("sends JSON, and types that end in +json", async () => {
    expect(await send(offer("application/json"), { a: [1, null] })).toMatchObject({
      type: "application/json",
      body: '{"a":[1,null]}',
    });
    expect((await send(offer("application/merge-patch+json"), null)).body).toBe("null");
  });

  it("sends a form with the document's encodings", async () => {
    const encoding = {
      filter: { style: "deepObject" as const, explode: true },
      ids: { explode: false },
      meta: { contentType: "application/json" },
    };
    const contents = [{ mediaType: "application/x-www-form-urlencoded", encoding }];
    const value = {
      name: "a&b=c d",
      ids: [1, 2],
      tags: ["x", "y"],
      filter: { a: 1 },
      meta: [1],
      nested: { b: 2 },
      no: undefined,
    };
    expect(await send(contents, value)).toMatchObject({
      type: "application/x-www-form-urlencoded",
      body: "name=a%26b%3Dc%20d&ids=1,2&tags=x&tags=y&filter%5Ba%5D=1&meta=%5B1%5D&nested=%7B%22b%22%3A2%7D",
    });
  });

  it("sends multipart with files, and a content type for each part", async () => {
    const encoding = { meta: { contentType: "application/ld+json" }, photo: { contentType: "image/png, image/jpeg" } };
    const contents = [{ mediaType: "multipart/form-data", encoding }];
    const value = {
      title: 'Two "pets"',
      meta: { a: 1 },
      photo: new File(["JPEG"], 'x"\r\ny.jpg', { type: "image/jpeg" }),
      raw: [new Uint8Array([1, 2]), new Blob(["B"])],
      count: 3,
    };
    const sent = await send(contents, value);
    const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(sent.type ?? "")?.[1] ?? "";
    expect(sent.body.split(`--${boundary}`).map((part) => part.replace(/^\r\n|\r\n$/g, ""))).toEqual([
      "",
      'Content-Disposition: form-data; name="title"\r\n\r\nTwo "pets"',
      'Content-Disposition: form-data; name="meta"\r\nContent-Type: application/ld+json\r\n\r\n{"a":1}',
      'Content-Disposition: form-data; name="photo"; filename="x%22%0D%0Ay.jpg"\r\nContent-Type: image/jpeg\r\n\r\nJPEG',
      'Content-Disposition: form-data; name="raw"; filename="raw"\r\nContent-Type: application/octet-stream\r\n\r\n\x01\x02',
      'Content-Disposition: form-data; name="raw"; filename="raw"\r\nContent-Type: application/octet-stream\r\n\r\nB',
      'Content-Disposition: form-data; name="count"\r\n\r\n3',
      "--",
    ]);
  });

  it("is understood as multipart by another implementation", async () => {
    const sent = await send(offer("multipart/form-data"), { a: "ü\r\n", 'n"\n': "x", file: new Uint8Array([0, 255]) });
    const parsed = await new Response(sent.bytes as BodyInit, {
      headers: { "content-type": sent.type ?? "" },
    }).formData();
    expect(parsed.get("a")).toBe("ü\r\n");
    expect(new Uint8Array(await (parsed.get("file") as File).arrayBuffer())).toEqual(new Uint8Array([0, 255]));
  });

  it("writes a part in its style if the document gives one", async () => {
    const contents = [
      { mediaType: "multipart/form-data", encoding: { ids: { explode: false }, at: { style: "deepObject" as const } } },
    ];
    const sent = await send(contents, { ids: [1, "a&b"], at: { x: 1 } });
    expect(sent.body).toContain('name="ids"\r\n\r\n1,a&b\r\n');
    expect(sent.body).toContain('name="at[x]"\r\n\r\n1\r\n');
  });

  it("sends text and bytes unchanged", async () => {
    expect(await send(offer("text/plain"), "grüße")).toMatchObject({
      type: "text/plain;charset=utf-8",
      body: "grÃ¼Ã\x9fe",
    });
    expect(await send(offer("application/octet-stream"), new Uint8Array([0, 255]))).toMatchObject({
      type: "application/octet-stream",
      body: "\x00\xff",
    });
    expect(await send(offer("image/*"), new Blob(["P"], { type: "image/png" }))).toMatchObject({
      type: "image/png",
      body: "P",
    });
    expect((await send(offer("application/xml"), "<a/>")).body).toBe("<a/>");
    const token = { type: "application/jwt", body: "header.claims.signature" };
    expect(await send(offer("application/json", "application/jwt"), token.body)).toMatchObject(token);
  });

  it("sends a list as lines of JSON, and text or bytes of such a type unchanged", async () => {
    const items = [{ a: 1 }, "b"];
    const lines = '{"a":1}\n"b"\n';
    expect(await send(offer("application/x-ndjson"), items)).toMatchObject({
      type: "application/x-ndjson",
      body: lines,
    });
    expect((await send(offer("application/json-seq"), items)).body).toBe('\u001E{"a":1}\n\u001E"b"\n');
    expect((await send(offer("application/jsonl"), { a: 1 })).body).toBe('{"a":1}\n');
    expect((await send(offer("application/jsonl"), lines)).body).toBe(lines);
    expect((await send(offer("application/x-ndjson"), new TextEncoder().encode(lines))).body).toBe(lines);
    expect(await send(offer("application/vnd.pets"), "<a/>")).toMatchObject({
      type: "application/vnd.pets",
      body: "<a/>",
    });
    expect((await send(offer("application/soap+xml"), new Uint8Array([60]))).body).toBe("<");
  });

  it("chooses the content that fits the value", async () => {
    const all = offer("application/json", "multipart/form-data", "text/plain", "application/octet-stream");
    expect((await send(all, { a: 1 })).type).toBe("application/json");
    expect((await send(all, "text")).type).toBe("text/plain;charset=utf-8");
    expect((await send(all, new Uint8Array(1))).type).toBe("application/octet-stream");
    expect((await send(all, { file: new Blob(["x"]) })).type).toMatch(/^multipart/);
    expect((await send(offer("*/*"), [1])).type).toBe("application/json");
  });

  it("sends no body if it is optional and absent", async () => {
    const sent = await send(offer("application/json"), undefined, false);
    expect(sent).toMatchObject({ type: undefined, body: "" });
  });

  const circular: Record<string, unknown> = {};
  circular["self"] = circular;

  it.each([
    ["application/json", undefined, "required"],
    ["application/xml", { a: 1 }, "an object cannot be written as application/xml"],
    ["application/json", circular, "circular"],
    ["multipart/form-data", new FormData(), "an object cannot be written as multipart/form-data"],
    ["application/json", new ReadableStream(), "an object cannot be written as application/json"],
    ["text/plain", "\uD800", "unpaired surrogate"],
    ["text/plain\r\nX-Admin: 1", "x", "a line break"],
  ])("refuses a value that cannot be sent as %j before anything is sent", async (mediaType, body, reason) => {
    const error = await failureOf(send(offer(mediaType), body));
    expect(error).toMatchObject({ code: "VALIDATION_ERROR", phase: "notStarted" });
    expect(error.message).toContain(reason);
  });

  it("writes bytes inside JSON in base64", async () => {
    expect(
      (await send(offer("application/json"), { key: new Uint8Array([1, 2, 3]), more: [Buffer.from("a")] })).body,
    ).toBe('{"key":"AQID","more":["YQ=="]}');
  });
});
