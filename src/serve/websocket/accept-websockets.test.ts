import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import type { Channel } from "../../protocol/ports/channel.ts";
import { attachWebSockets } from "./accept-websockets.ts";
import type { AllowUpgrade } from "./check-upgrade.ts";
import { until } from "../../../tests/support/until.ts";

let server: Server;
let stop: () => void;

beforeEach(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => response.end(`${request.method} ${body} ${request.headers.upgrade ?? "-"}`));
  });
  stop = attachWebSockets(server, { maxTextBytes: 1000, accept: (channel) => channel.close("seen") }, { path: "/ws" });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  stop();
  server.close();
});

/** Everything that a request for an upgrade receives, once the server has ended the connection. */
async function upgrade(path: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let heard = "";
  socket.on("data", (chunk) => (heard += chunk.toString("latin1")));
  const headers = ["host: 127.0.0.1", "connection: Upgrade", "upgrade: websocket", "sec-websocket-version: 13"];
  socket.write(
    `GET ${path} HTTP/1.1\r\n${headers.join("\r\n")}\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
  );
  await once(socket, "end");
  socket.destroy();
  return heard;
}

describe("when a request for an upgrade names another path", () => {
  it("is refused if no other listener could answer it, and not left open", async () => {
    expect(await upgrade("/other")).toMatch(/^HTTP\/1\.1 404 /);
  });

  it("is left to other listeners", async () => {
    server.on("upgrade", (request, socket) => {
      if (request.url === "/other") socket.end("HTTP/1.1 418 Teapot\r\n\r\n");
    });
    expect(await upgrade("/other")).toBe("HTTP/1.1 418 Teapot\r\n\r\n");
    // It answers its own requests as before.
    expect(await upgrade("/ws")).toMatch(/^HTTP\/1\.1 101 /);
  });
});

describe("when `allow` or `nameOf` throws", () => {
  const fail = (): never => {
    throw new TypeError("Invalid URL");
  };
  const channels = { maxTextBytes: 1000, accept: (channel: Channel) => channel.close("seen") };

  it("refuses the request", async () => {
    stop();
    stop = attachWebSockets(server, channels, { path: "/ws", allow: fail });
    expect(await upgrade("/ws")).toMatch(/^HTTP\/1\.1 403 /);
  });

  it("names the connection by its address when `nameOf` throws", async () => {
    stop();
    stop = attachWebSockets(server, channels, { path: "/ws", nameOf: fail });
    expect(await upgrade("/ws")).toMatch(/^HTTP\/1\.1 101 /);
  });
});

describe("when a first message never ends", () => {
  it("ends the connection long before the message reaches the limit for messages", async () => {
    stop();
    const reasons: string[] = [];
    const accept = (channel: Channel): void =>
      channel.receive({ text: () => undefined, garbage: () => undefined, closed: (reason) => reasons.push(reason) });
    stop = attachWebSockets(server, { maxTextBytes: 10_000_000, maxFirstBytes: 20_000, accept }, { path: "/ws" });
    const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws`);
    await once(socket, "open");
    socket.on("error", () => undefined);
    const piece = "x".repeat(10_000);
    while (reasons.length === 0) {
      socket.send(piece, { fin: false });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(reasons).toEqual(["the connection was closed (1006)"]);
    if (socket.readyState !== WebSocket.CLOSED) await once(socket, "close");
  });

  it("accepts long messages after the first one", async () => {
    stop();
    const lengths: number[] = [];
    const accept = (channel: Channel): void =>
      channel.receive({
        text: (text) => lengths.push(text.length),
        garbage: () => undefined,
        closed: () => undefined,
      });
    stop = attachWebSockets(server, { maxTextBytes: 10_000_000, maxFirstBytes: 20_000, accept }, { path: "/ws" });
    const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws`);
    await once(socket, "open");
    socket.send("hello");
    for (let n = 0; n < 3; n++) socket.send("x".repeat(1_000_000));
    await expect.poll(() => lengths).toEqual([5, 1_000_000, 1_000_000, 1_000_000]);
    socket.close();
    await once(socket, "close");
  });
});

describe("when a request for an upgrade is not allowed", () => {
  const attach = (allow: AllowUpgrade): void => {
    stop();
    stop = attachWebSockets(server, { maxTextBytes: 1000, accept }, { path: "/ws", allow, nameOf: () => "somebody" });
  };
  const names: string[] = [];
  const accept = (channel: Channel): void => {
    names.push(channel.name);
    channel.close("seen");
  };

  it("is forbidden, or refused with a reason", async () => {
    attach(() => false);
    expect(await upgrade("/ws")).toBe("HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    attach(() => ({ status: 429, message: "not so many" }));
    expect(await upgrade("/ws")).toBe(
      "HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nRetry-After: 1\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 12\r\n\r\nnot so many\n",
    );
    expect(names).toEqual([]);
  });

  it("gets its name from `nameOf` if it is allowed", async () => {
    attach(() => true);
    expect(await upgrade("/ws")).toMatch(/^HTTP\/1\.1 101 /);
    expect(names).toEqual(["somebody"]);
  });
});

describe("when a request asks for an upgrade to something else", () => {
  it("is answered as if it had not asked, and its connection stays open", async () => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    let heard = "";
    socket.on("data", (chunk) => (heard += chunk.toString("latin1")));
    const question = "connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__\r\n";
    socket.write(`POST /echo HTTP/1.1\r\nhost: a\r\n${question}content-length: 5\r\n\r\nhel`);
    socket.write("lo");
    await answers(() => heard, 1);
    socket.write(`GET /echo HTTP/1.1\r\nhost: a\r\n${question}\r\n`);
    await answers(() => heard, 2);
    socket.destroy();
    expect(heard).toMatch(/^HTTP\/1\.1 200 [^]*POST hello -HTTP\/1\.1 200 [^]*GET {2}-$/);
  });
});

async function answers(heard: () => string, count: number): Promise<void> {
  await until(() => (heard().match(/ -/g) ?? []).length >= count);
}
