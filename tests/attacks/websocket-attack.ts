/** Whatever arrives over a WebSocket, the hub neither crashes nor stalls, and reveals nothing about its internals. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import * as fc from "fast-check";
import { WebSocket } from "ws";
import { serveWebSocket } from "../../src/entries/serve-websocket.ts";
import type { WebSocketListener, WebSocketService } from "../../src/entries/serve-websocket.ts";
import { OperationRegistry } from "../../src/entries/index.ts";
import { connectSpoke } from "../../src/entries/websocket.ts";
import type { Spoke } from "../../src/entries/websocket.ts";
import { bridgeOperations } from "../bridge/sources/operations.ts";
import { until } from "../support/until.ts";
import { defineAttack } from "./attack.ts";
import { frameBatch, mutatedFrame, validHello } from "./websocket-frames.ts";

const STACK = /\n\s+at |node:internal|\.ts:\d+/;
const MAX_FRAME = 64 * 1024;

type Message = string | Uint8Array;

interface AttackedHub {
  readonly hub: WebSocketService;
  readonly server: WebSocketListener;
  /** Another spoke, whose calls must keep working. */
  readonly wellBehaved: Spoke;
  close(): Promise<void>;
}

async function openHub(): Promise<AttackedHub> {
  const registry = new OperationRegistry({ onWarning: () => {} }).registerAll(bridgeOperations("local", () => {}));
  const hub = serveWebSocket({
    registry,
    authenticate: ({ token }) => (token === "known" ? { id: "fuzz", scopes: ["offer:fuzz"] } : undefined),
    limits: { maxFrameBytes: MAX_FRAME, handshakeMs: 3000, heartbeatMs: 1000, maxOfferedOperations: 20 },
  });
  const server = await hub.listen();
  const wellBehaved = await connectSpoke({ url: server.url, token: "known" });
  return {
    hub,
    server,
    wellBehaved,
    async close() {
      wellBehaved.close();
      hub.close();
      await server.close();
    },
  };
}

/** Sends all messages, then closes. Returns what the hub sent until then. */
async function send(url: string, messages: readonly Message[]): Promise<string> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  let heard = "";
  socket.on("message", (data: Buffer) => (heard += data.toString()));
  socket.on("error", () => undefined);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  await Promise.race([once(socket, "open"), closed]);
  for (const message of messages) if (socket.readyState === WebSocket.OPEN) socket.send(message);
  socket.close();
  await closed;
  return heard;
}

async function expectWell({ wellBehaved }: AttackedHub): Promise<void> {
  assert.equal(wellBehaved.state, "connected");
  const { data } = await wellBehaved.call("local.greet", { name: "Ada" });
  assert.deepEqual(data, { text: "Hello, Ada!", times: 1 });
}

/** The hub survives these messages, whether the spoke has said hello or not. */
function survives(target: AttackedHub, messages: fc.Arbitrary<readonly Message[]>) {
  return fc.asyncProperty(messages, fc.boolean(), async (given, isKnown) => {
    assert.doesNotMatch(await send(target.server.url, isKnown ? [validHello, ...given] : given), STACK);
    await expectWell(target);
  });
}

const huge = fc.constantFrom("[".repeat(MAX_FRAME - 1), `"${"x".repeat(MAX_FRAME * 2)}"`, `[${"[".repeat(20_000)}`);
const nonsense = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: "binary" }) },
  { weight: 4, arbitrary: fc.json() },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 300 }) },
  { weight: 1, arbitrary: huge },
);

function upgradeRequest({ server }: AttackedHub): string {
  return [
    `GET ${new URL(server.url).pathname} HTTP/1.1`,
    `host: 127.0.0.1:${server.port}`,
    "connection: Upgrade",
    "upgrade: websocket",
    "sec-websocket-version: 13",
    "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
    "",
    "",
  ].join("\r\n");
}

export const websocketAttack = defineAttack<AttackedHub>({
  when: "a spoke sends nonsense",
  open: openHub,
  properties: {
    "survives texts, bytes and oversized messages": (target) =>
      survives(target, fc.array(nonsense, { minLength: 1, maxLength: 5 })),
    "survives events that are almost right": (target) =>
      survives(target, fc.array(fc.oneof(mutatedFrame, frameBatch), { minLength: 1, maxLength: 8 })),
    "survives connections that never finish the upgrade, or stop in the middle of a frame": (target) => {
      const upgrade = upgradeRequest(target);
      const part = fc.nat(upgrade.length).map((length) => Buffer.from(upgrade.slice(0, length)));
      const opened = fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.concat([Buffer.from(upgrade), bytes]));
      return fc.asyncProperty(fc.oneof(part, opened), fc.boolean(), async (bytes, isAbrupt) => {
        assert.doesNotMatch(await leaveAfter(target.server.port, bytes, isAbrupt), STACK);
        await expectWell(target);
      });
    },
  },
  async control(target) {
    await expectWell(target);
    await until(() => target.hub.peers().length === 1, { what: "only the well-behaved spoke is left" });
  },
});

/** Sends the bytes and leaves. `isAbrupt`: with a reset, before any answer. */
function leaveAfter(port: number, bytes: Buffer, isAbrupt: boolean): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let heard = "";
    socket.on("data", (chunk) => (heard += chunk.toString("latin1")));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(heard));
    socket.on("connect", () => {
      // Otherwise the connection is half-open, and the hub has to end it, by its handshake limit at the latest.
      socket.write(bytes, () => (isAbrupt ? socket.resetAndDestroy() : socket.end()));
    });
  });
}
