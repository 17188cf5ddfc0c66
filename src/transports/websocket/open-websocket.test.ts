import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectSpoke } from "../../client/connect-spoke.ts";
import { openWebSocket } from "./open-websocket.ts";

let server: Server;
let sockets: Socket[];
let url: string;

beforeEach(async () => {
  sockets = [];
  server = createServer((socket) => void sockets.push(socket.on("error", () => undefined).resume()));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/operations`;
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.close();
  await once(server, "close");
});

describe("when the other side accepts the connection and never answers", () => {
  it("gives up after the time for the handshake, and ends the connection", async () => {
    const connecting = connectSpoke({ url, limits: { handshakeMs: 200 } });
    await expect(connecting).rejects.toMatchObject({
      code: "CONNECTION_LOST",
      phase: "notStarted",
      message: "The server could not be reached within 200 ms (handshakeMs).",
    });
    await expect.poll(() => sockets.every(({ destroyed }) => destroyed)).toBe(true);
  });
});

describe("when the attempt is aborted before it begins", () => {
  it("fails, and does nothing else", async () => {
    const attempt = openWebSocket({ url, maxTextBytes: 1000, signal: AbortSignal.abort() });
    await expect(attempt).rejects.toMatchObject({ code: "CONNECTION_LOST", phase: "notStarted" });
  });

  it("does not wait for a token that never arrives", async () => {
    const controller = new AbortController();
    const token = (): Promise<string> => {
      controller.abort();
      return new Promise(() => undefined);
    };
    const connecting = connectSpoke({ url, token, signal: controller.signal });
    await expect(connecting).rejects.toMatchObject({ code: "CONNECTION_LOST", phase: "notStarted" });
  });

  it("does not crash if a spoke is closed while it asks for its token", async () => {
    const controller = new AbortController();
    const token = async (): Promise<string> => {
      controller.abort();
      return "ada";
    };
    const connecting = connectSpoke({ url, token, signal: controller.signal });
    await expect(connecting).rejects.toMatchObject({ code: "CONNECTION_LOST" });
  });
});
