/** Whatever comes over a WebSocket, the hub neither falls nor stalls, and tells nothing of its insides. */
import { once } from "node:events";
import { connect } from "node:net";
import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { serveWebSocket } from "../../src/entries/serve-websocket.ts";
import type { WebSocketListener, WebSocketService } from "../../src/entries/serve-websocket.ts";
import { OperationRegistry } from "../../src/entries/index.ts";
import { connectSpoke } from "../../src/entries/websocket.ts";
import type { Spoke } from "../../src/entries/websocket.ts";
import { watchLeftovers } from "../../src/testing/leftovers.ts";
import { frameBatch, mutatedFrame, validHello } from "./websocket-frames.ts";
import { failureOf } from "./failure-of.ts";
import { bridgeOperations } from "./sources/operations.ts";

const FUZZ_MS = 5000;
const STACK = /\n\s+at |node:internal|\.ts:\d+/;
const MAX_FRAME = 64 * 1024;

const leftovers = watchLeftovers();
let hub: WebSocketService;
let server: WebSocketListener;
let wellBehaved: Spoke;

beforeAll(async () => {
  const registry = new OperationRegistry({ onWarning: () => {} }).registerAll(bridgeOperations("local", () => {}));
  hub = serveWebSocket({
    registry,
    authenticate: (token) => (token === "known" ? { id: "fuzz", scopes: ["offer:fuzz"] } : undefined),
    limits: { maxFrameBytes: MAX_FRAME, handshakeMs: 3000, heartbeatMs: 1000, maxOfferedOperations: 20 },
  });
  server = await hub.listen();
  wellBehaved = await connectSpoke({ url: server.url, token: "known" });
});
beforeEach(() => expect(wellBehaved.state).toBe("connected"));
afterAll(async () => {
  wellBehaved.close();
  hub.close();
  await server.close();
  await leftovers.expectNothingLeft();
});

/** Sends it all, and leaves when the hub has had time to answer, or has closed the connection. */
async function send(messages: ReadonlyArray<string | Uint8Array>): Promise<string> {
  const socket = new WebSocket(server.url, { perMessageDeflate: false });
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

async function expectWell(): Promise<void> {
  const { data } = await wellBehaved.call("local.greet", { name: "Ada" });
  expect(data).toEqual({ text: "Hello, Ada!", times: 1 });
}

/** What breaks it, if something does. */
async function failureBy(messages: fc.Arbitrary<ReadonlyArray<string | Uint8Array>>): Promise<string | undefined> {
  const property = fc.asyncProperty(messages, fc.boolean(), async (given, isKnown) => {
    const heard = await send(isKnown ? [validHello, ...given] : given);
    expect(heard).not.toMatch(STACK);
    await expectWell();
  });
  const failure = await failureOf(property, FUZZ_MS);
  while (hub.peers().length > 1) await new Promise((resolve) => setTimeout(resolve, 10));
  return failure;
}

describe("when a spoke sends nonsense", () => {
  it("survives texts, bytes and what is too large", async () => {
    const huge = fc.constantFrom("[".repeat(MAX_FRAME - 1), `"${"x".repeat(MAX_FRAME * 2)}"`, `[${"[".repeat(20_000)}`);
    const message = fc.oneof(
      { weight: 4, arbitrary: fc.string({ unit: "binary" }) },
      { weight: 4, arbitrary: fc.json() },
      { weight: 2, arbitrary: fc.uint8Array({ maxLength: 300 }) },
      { weight: 1, arbitrary: huge },
    );
    expect(await failureBy(fc.array(message, { minLength: 1, maxLength: 5 }))).toBeUndefined();
  });

  it("survives events that are almost right", async () => {
    const messages = fc.array(fc.oneof(mutatedFrame, frameBatch), { minLength: 1, maxLength: 8 });
    expect(await failureBy(messages)).toBeUndefined();
  });

  it("survives connections that never become one, or stop in the middle of a frame", async () => {
    const upgrade = [
      `GET ${new URL(server.url).pathname} HTTP/1.1`,
      `host: 127.0.0.1:${server.port}`,
      "connection: Upgrade",
      "upgrade: websocket",
      "sec-websocket-version: 13",
      "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
      "",
      "",
    ].join("\r\n");
    const part = fc.nat(upgrade.length).map((length) => Buffer.from(upgrade.slice(0, length)));
    const opened = fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.concat([Buffer.from(upgrade), bytes]));
    const property = fc.asyncProperty(fc.oneof(part, opened), fc.boolean(), async (bytes, isAbrupt) => {
      expect(await leaveAfter(bytes, isAbrupt)).not.toMatch(STACK);
      await expectWell();
    });
    expect(await failureOf(property, FUZZ_MS)).toBeUndefined();
  });
});

/** `isAbrupt`: with a reset, and before any answer. */
function leaveAfter(bytes: Buffer, isAbrupt: boolean): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(server.port, "127.0.0.1");
    let heard = "";
    socket.on("data", (chunk) => (heard += chunk.toString("latin1")));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(heard));
    socket.on("connect", () => {
      // Half-open otherwise: the hub has to end it, by its handshake's limit if by nothing else.
      socket.write(bytes, () => (isAbrupt ? socket.resetAndDestroy() : socket.end()));
    });
  });
}
