import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { until } from "../../../tests/support/until.ts";
import { connectSpoke } from "../../client/connect-spoke.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { serveWebSocket } from "./serve-websocket.ts";

const PINGS = 300_000;

const hub = serveWebSocket({ registry: new OperationRegistry(), authenticate: () => ({ id: "ada", scopes: [] }) });
let client: Socket | undefined;

afterEach(() => {
  client?.destroy();
  hub.close();
});

/** A handwritten WebSocket that nothing reads. */
async function connectByHand(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const key = randomBytes(16).toString("base64");
  socket.write(
    `GET /operations HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  const [head] = (await once(socket, "data")) as [Buffer];
  expect(head.toString()).toContain("101 Switching Protocols");
  // The hub accepts little from a client before its hello.
  const hello = Buffer.from('[{"type":"peer.hello","protocol":1,"peerId":"eve","token":"t"}]');
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 + hello.length, 0, 0, 0, 0]), hello]));
  await once(socket, "data");
  socket.pause();
  return socket;
}

/** A masked ping whose four bytes of data are its number. The mask is zero. */
function ping(number: number): Buffer {
  const frame = Buffer.from([0x89, 0x84, 0, 0, 0, 0, 0, 0, 0, 0]);
  frame.writeUInt32BE(number, 6);
  return frame;
}

it("answers the latest of many pings, and keeps no pong for each while the client does not read", async () => {
  const { port, url } = await hub.listen();
  client = await connectByHand(port);
  const sent = new Promise((resolve) =>
    client?.write(Buffer.concat(Array.from({ length: PINGS }, (_, index) => ping(index))), resolve),
  );
  await sent;
  // The hub has read all of them, because it answers another client that connected later.
  const spoke = await connectSpoke({ url, token: "t" });
  spoke.close();
  const pongs: number[] = [];
  let rest = Buffer.alloc(0);
  client.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let size = 0; rest.length >= 2; rest = rest.subarray(size)) {
      // Short frames only: pongs, and the hub's heartbeats.
      size = 2 + (rest[1] ?? 0);
      if (rest.length < size) return;
      if (rest[0] === 0x8a) pongs.push(rest.readUInt32BE(2));
    }
  });
  client.resume();
  await until(() => pongs.at(-1) === PINGS - 1);
  expect(pongs.length).toBeLessThan(PINGS / 20);
});
