import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { callAt, failureOf, sendJSON, useServers } from "../../../../tests/support/http-calls.ts";
import { CallError } from "../../../errors/call-error.ts";

const servers = useServers();
const TEXT = '{"a":"ä"}';

/** A server that writes exactly these bytes in answer to a request. */
async function startRaw(answer: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("data", () => answer(socket));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";

describe("when an answer is compressed", () => {
  it.each([
    ["gzip", gzipSync(TEXT)],
    ["x-gzip", gzipSync(TEXT)],
    ["deflate", deflateSync(TEXT)],
    ["deflate", deflateRawSync(TEXT)],
    ["br", brotliCompressSync(TEXT)],
    ["gzip, br", brotliCompressSync(gzipSync(TEXT))],
  ])("is decompressed: %s", async (coding, body) => {
    const server = await servers.start((_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": coding }).end(body);
    });
    expect((await callAt(server.origin)).data).toEqual({ a: "ä" });
    expect(server.seen[0]?.headers["accept-encoding"]).toBe("gzip, deflate, br");
  });

  it("is refused if it is compressed more often than by any server", async () => {
    const server = await servers.start((_request, response) => {
      const headers = { "content-type": "application/json", "content-encoding": "gzip, gzip, gzip, gzip, gzip, gzip" };
      response.writeHead(200, headers).end("x");
    });
    expect((await failureOf(callAt(server.origin))).message).toContain("codings");
  });

  it("keeps the beginning of a large error", async () => {
    const server = await servers.start((_request, response) => {
      const headers = { "content-type": "text/plain", "content-encoding": "gzip" };
      response.writeHead(500, headers).end(gzipSync("x".repeat(5000)));
    });
    const error = await failureOf(callAt(server.origin, { config: { limits: { errorBytes: 100 } } }));
    expect(error.details).toMatchObject({ status: 500, body: `${"x".repeat(100)}…` });
  });
});

describe("when an answer arrives in pieces", () => {
  it("is reassembled, even if a character is split", async () => {
    const bytes = Buffer.from(TEXT);
    const cut = bytes.indexOf(0xc3) + 1;
    const server = await servers.start(async (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).write(bytes.subarray(0, cut));
      await new Promise((resolve) => setTimeout(resolve, 20));
      response.end(bytes.subarray(cut));
    });
    expect((await callAt(server.origin)).data).toEqual({ a: "ä" });
  });

  it("is reassembled from thousands of single bytes", async () => {
    const items = Array.from({ length: 3000 }, (_, index) => index % 10);
    const body = Array.from(JSON.stringify(items), (character) => `1\r\n${character}\r\n`).join("");
    const origin = await startRaw((socket) => {
      socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\n${body}0\r\n\r\n`);
    });
    expect((await callAt(origin)).data).toEqual(items);
  });

  it("is the answer itself, not the hints before it", async () => {
    const origin = await startRaw((socket) => {
      socket.write("HTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n");
      socket.end(`${HEAD}content-length: 2\r\n\r\n[]`);
    });
    const { data, meta } = await callAt(origin);
    expect([data, meta]).toMatchObject([[], { statusCode: 200 }]);
  });

  it("shows both values of a repeated header", async () => {
    const origin = await startRaw((socket) => {
      socket.end(`${HEAD}X-Tag: one\r\nx-tag: two\r\nset-cookie: a=b\r\ncontent-length: 2\r\n\r\n[]`);
    });
    const { meta } = await callAt(origin);
    expect(meta).toMatchObject({ headers: { "x-tag": "one, two" } });
    expect(meta).not.toHaveProperty("headers.set-cookie");
  });

  it("returns its own bytes, not a part of a socket's buffer", async () => {
    const server = await servers.start((_request, response) => {
      response.writeHead(200, { "content-type": "image/png" }).end("PNG");
    });
    const shape = { responses: [{ status: "200", mediaTypes: ["image/png"] }] };
    const data = (await callAt(server.origin, { shape })).data as Uint8Array;
    expect([data.constructor, data.buffer.byteLength]).toEqual([Uint8Array, 3]);
  });
});

describe("when an answer breaks off", () => {
  it("is an error that says that the operation has run", async () => {
    const origin = await startRaw((socket) => socket.end(`${HEAD}content-length: 100\r\n\r\n[`));
    const error = await failureOf(callAt(origin));
    expect(error).toMatchObject({ code: "EXECUTION_ERROR", phase: "started", retryable: true });
    expect(error.message).toContain("was cut off while its answer was read");
  });

  it("is still the error that the server sent", async () => {
    const origin = await startRaw((socket) =>
      socket.end("HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\ncontent-length: 100\r\n\r\nbro"),
    );
    expect(await failureOf(callAt(origin))).toMatchObject({
      code: "EXECUTION_ERROR",
      details: { status: 503, retryAfterMs: 1000 },
    });
  });

  it("is an error without an answer if the server sends nothing", async () => {
    const origin = await startRaw((socket) => socket.end());
    const error = await failureOf(callAt(origin));
    expect(error).toMatchObject({ code: "EXECUTION_ERROR", phase: "unknown" });
  });
});

describe("when a call is aborted", () => {
  it("ends at once, and closes its connection, in the middle of an answer", async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const controller = new AbortController();
    const origin = await startRaw((socket) => {
      closed = once(socket, "close");
      socket.write(`${HEAD}content-length: 100\r\n\r\n[`, () => {
        setTimeout(() => controller.abort(new CallError("ABORTED", "Enough.")), 20);
      });
    });
    const error = await failureOf(callAt(origin, { context: { signal: controller.signal } }));
    expect(error).toMatchObject({ code: "ABORTED", message: "Enough." });
    await closed;
  });

  it("leaves the connections of complete answers open for further calls", async () => {
    const connections = new Set<unknown>();
    const server = await servers.start((_request, response) => {
      connections.add(response.socket);
      sendJSON(response, []);
    });
    for (let calls = 0; calls < 10; calls++) await callAt(server.origin);
    // undici leaves a connection alone for a turn of the event loop, so that two may take turns.
    expect(connections.size).toBeLessThanOrEqual(2);
    expect(server.seen).toHaveLength(10);
  });
});
