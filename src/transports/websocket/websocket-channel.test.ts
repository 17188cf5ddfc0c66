import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { WebSocketChannel } from "./websocket-channel.ts";

const TEN_BYTES = "\u00fc".repeat(5);
const ELEVEN_BYTES = `${TEN_BYTES}x`;

let server: WebSocketServer;
let socket: WebSocket;

beforeEach(async () => {
  server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");
  socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await once(socket, "open");
});

afterEach(async () => {
  socket.terminate();
  for (const client of server.clients) client.terminate();
  server.close();
  await once(server, "close");
});

describe("when a message of few characters has many bytes", () => {
  it("takes it up to the limit in bytes, and ends the connection beyond it", async () => {
    const channel = new WebSocketChannel(socket, { name: "test", maxTextBytes: 10 });
    const events: string[] = [];
    channel.receive({
      text: (text) => void events.push(text),
      garbage: () => void events.push("garbage"),
      closed: (reason) => void events.push(reason),
    });
    for (const client of server.clients) for (const text of ["x", TEN_BYTES, ELEVEN_BYTES]) client.send(text);
    await expect.poll(() => events).toEqual(["x", TEN_BYTES, "garbage", "a message is longer than 10 bytes"]);
  });
});
