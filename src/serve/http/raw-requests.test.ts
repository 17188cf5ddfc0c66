/** Requests that no client library would send: bytes on a socket. */
import { connect } from "node:net";
import type { Socket } from "node:net";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { served } from "./fixtures.test-support.ts";
import type { Served } from "./fixtures.test-support.ts";
import type { HTTPRoute, HTTPServer } from "../request/http-service.ts";

let one: Served;
let impatient: Served;
let server: HTTPServer;
let impatientServer: HTTPServer;

const routes: HTTPRoute[] = [
  { path: "/left/", handle: () => new Response("{}") },
  { path: "/mirror", handle: (request) => new Response(request.body) },
];

beforeAll(async () => {
  one = await served("fetch", { maxBodySize: 1000, routes });
  server = await one.service.listen();
  impatient = await served("fetch", { requestTimeout: 1500 });
  impatientServer = await impatient.service.listen();
});

afterAll(() => Promise.all([one, impatient].map(({ service }) => service.close({ graceMs: 0 }))));

/**
 * Sends bytes, and returns everything that comes back, once enough answers have arrived or the connection has ended.
 */
function exchange(bytes: string | Uint8Array, answers = 1, { port } = server): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, "127.0.0.1");
    let text = "";
    const finish = (): void => {
      socket.destroy();
      resolve(text);
    };
    const timer = setTimeout(() => reject(new Error(`no answer, only: ${text}`)), 20_000);
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      // Each of our answers ends with the JSON of a problem or of a sum.
      if ((text.match(/HTTP\/1\.1 (?!100)/g) ?? []).length >= answers && text.trimEnd().endsWith("}")) finish();
    });
    socket.on("error", finish);
    socket.on("close", () => {
      clearTimeout(timer);
      finish();
    });
    socket.on("connect", () => socket.write(bytes));
  });
}

const sum = "GET /demo/add?a=1&b=2 HTTP/1.1\r\nhost: localhost\r\n\r\n";
const statuses = (text: string): string[] =>
  Array.from(text.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status = ""]) => status);

function body(length: number, headers = ""): string {
  const head = `POST /demo/echo HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${headers}`;
  return `${head}content-length: ${length}\r\n\r\n`;
}

describe("when a connection is used for several requests", () => {
  it("answers pipelined requests in their order", async () => {
    const text = await exchange(sum.repeat(3), 3);
    expect(statuses(text)).toEqual(["200", "200", "200"]);
  });

  it("stays open after a body that is too large, with or without a content-length", async () => {
    const told = await exchange(body(5000) + "x".repeat(5000) + sum, 2);
    expect(statuses(told)).toEqual(["413", "200"]);
    const chunk = `${(2000).toString(16)}\r\n${"x".repeat(2000)}\r\n`;
    const head = body(0).replace("content-length: 0", "transfer-encoding: chunked");
    const untold = await exchange(`${head}${chunk.repeat(3)}0\r\n\r\n${sum}`, 2);
    expect(statuses(untold)).toEqual(["413", "200"]);
  });

  it("stays open after a body that no operation reads", async () => {
    const text = await exchange(`${body(500).replace("/demo/echo", "/demo/none")}${"x".repeat(500)}${sum}`, 2);
    expect(statuses(text)).toEqual(["404", "200"]);
  });

  it("stays open after a body that a route ignores, and gives a route the body that it reads", async () => {
    const large = body(200_000) + "x".repeat(200_000);
    const left = await exchange(large.replace("/demo/echo", "/left/alone") + sum, 2);
    expect(statuses(left)).toEqual(["200", "200"]);
    const mirrored = await exchange(large.replace("/demo/echo", "/mirror") + sum, 2);
    expect(statuses(mirrored)).toEqual(["200", "200"]);
    expect(mirrored.match(/x/g)?.length).toBeGreaterThanOrEqual(200_000);
  });

  it("answers 413 before the body has been sent, even to a client that asks first", async () => {
    expect(statuses(await exchange(body(5_000_000)))).toEqual(["413"]);
    expect(statuses(await exchange(body(5_000_000, "expect: 100-continue\r\n")))).toEqual(["413"]);
  });
});

describe("when a client takes its time or breaks the rules", () => {
  it("ends a request whose body does not arrive", async () => {
    expect(statuses(await exchange(body(100) + "x", 1, impatientServer))).toEqual(["408"]);
  });

  it("ends a request whose headers do not arrive", async () => {
    expect(statuses(await exchange("GET / HTTP/1.1\r\nhost: loc", 1, impatientServer))).toEqual(["408"]);
  });

  it.each([
    ["a host of another's", sum.replace("localhost", "evil.example"), "403"],
    ["an invalid host", sum.replace("localhost", "a b@c"), "403"],
    ["a whole URL", sum.replace("/demo", "http://localhost/demo"), "200"],
    ["two lengths", body(3).replace("\r\n\r\n", "\r\ncontent-length: 4\r\n\r\n"), "400"],
    ["a length and chunks", body(3).replace("\r\n\r\n", "\r\ntransfer-encoding: chunked\r\n\r\n"), "400"],
    ["a line break in a header", sum.replace("localhost", "localhost\r\nx: a\rb"), "400"],
    ["OPTIONS of the server as a whole", "OPTIONS * HTTP/1.1\r\nhost: localhost\r\n\r\n", "204"],
    ["no HTTP", "hello\r\n\r\n", "400"],
  ])("answers %s", async (_what, bytes, status) => {
    const text = await exchange(
      bytes.includes("OPTIONS *") ? bytes.replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n") : bytes,
    );
    expect(statuses(text)[0]).toBe(status);
  });
});

const FUZZ_MS = 5000;

function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, "?");
}

describe("when anything at all is sent", () => {
  const stack = /\bat .+\.(ts|js):\d+|node:internal/;

  it("answers requests of every kind without a stack trace, and never fails", async () => {
    const method = fc.constantFrom("GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD", "PATCH");
    const path = fc.oneof(
      fc.constantFrom(
        "/demo/add",
        "/demo/echo",
        "/demo/typed",
        "/demo/count",
        "/openapi.json",
        "/~/operations/demo.add",
      ),
      fc.webPath(),
      fc.string().map((text) => `/${encodeURIComponent(wellFormed(text))}`),
    );
    const text = fc.oneof(fc.json(), fc.string(), fc.constant("[".repeat(3000)), fc.constant('{"__proto__":{"a":1}}'));
    const type = fc.constantFrom("application/json", "text/plain", "application/json; charset=utf-8", "a/b+json");
    const query = fc.oneof(
      fc.constant(""),
      fc.webQueryParameters().map((part) => `?${part}`),
      fc.json().map((part) => `?input=${encodeURIComponent(wellFormed(part))}`),
    );
    await fc.assert(
      fc.asyncProperty(fc.record({ method, path, text, type, query }), async (given) => {
        const hasBody = given.method !== "GET" && given.method !== "HEAD";
        const response = await one.send(given.path + given.query, {
          method: given.method,
          headers: { "content-type": given.type, "operation-timeout-ms": "500" },
          ...(hasBody && { body: given.text }),
        });
        // Some operations return their input.
        const answer = response.status < 300 ? "" : await response.text();
        await response.body?.cancel().catch(() => undefined);
        expect(answer).not.toMatch(stack);
        expect(response.status).not.toBe(500);
      }),
      { numRuns: 1000, interruptAfterTimeLimit: FUZZ_MS },
    );
  });

  it("survives any bytes over a socket", async () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom("host: localhost", "content-length: 5", "transfer-encoding: chunked"),
    );
    const request = fc
      .tuple(fc.constantFrom("GET", "POST", "BREW", ""), fc.string(), fc.array(line, { maxLength: 6 }), fc.string())
      .map(([method, target, lines, rest]) =>
        new TextEncoder().encode(
          `${method} /${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\nconnection: close\r\n\r\n${rest}`,
        ),
      );
    const bytes = fc.oneof(request, fc.uint8Array({ minLength: 1, maxLength: 200 }));
    await fc.assert(
      fc.asyncProperty(bytes, async (sent) => {
        expect(await exchange(sent)).not.toMatch(stack);
      }),
      { numRuns: 100, interruptAfterTimeLimit: FUZZ_MS },
    );
    expect(statuses(await exchange(sum))).toEqual(["200"]);
  });
});

describe("a request that names its host twice", () => {
  const add = (head: string): string => `GET ${head}\r\n\r\n`;
  const PATH = "/demo/add?a=1&b=2";

  it("is refused if it has two `Host` fields, even the same ones", async () => {
    for (const other of ["localhost", "evil.example"]) {
      const answer = await exchange(add(`${PATH} HTTP/1.1\r\nhost: localhost\r\nhost: ${other}`));
      expect(statuses(answer)).toEqual(["400"]);
      expect(answer).toContain("more than one `Host`");
    }
  });

  it("counts by its absolute target, whatever its `Host` says (RFC 9112, 3.2.2)", async () => {
    const { port } = server;
    const foreign = add(`http://evil.example${PATH} HTTP/1.1\r\nhost: localhost`);
    expect(statuses(await exchange(foreign))).toEqual(["403"]);
    const own = add(`http://localhost:${port}${PATH} HTTP/1.1\r\nhost: evil.example`);
    expect(statuses(await exchange(own))).toEqual(["200"]);
  });
});

describe("a request with two `Authorization` fields", () => {
  it("is refused: which of them counts would be a guess", async () => {
    const key = "key-of-ada-0123456789";
    const { service } = await served("fetch", {
      authenticate: ({ token }) => (token === key ? { id: "ada", scopes: [] } : undefined),
    });
    const own = await service.listen();
    const session = (fields: string): Promise<string> =>
      exchange(`GET /~/session HTTP/1.1\r\nhost: localhost\r\n${fields}\r\n`, 1, own);
    const field = `authorization: Bearer ${key}\r\n`;
    expect(statuses(await session(field))).toEqual(["200"]);
    for (const other of [field, "authorization: Bearer another-key-000000\r\n"])
      for (const fields of [field + other, other + field]) expect(statuses(await session(fields))).toEqual(["401"]);
    await service.close({ graceMs: 0 });
  });
});
