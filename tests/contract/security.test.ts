/** The hub refuses and counts what hostile spokes send, while other spokes keep working. */
import { generateKeyPair, jwtVerify, SignJWT } from "jose";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { CallError, defineOperation, OperationRegistry, OperationType, Type } from "../../src/entries/index.ts";
import type { Identity } from "../../src/entries/index.ts";
import { serveWebSocket } from "../../src/entries/serve-websocket.ts";
import type { Credential, WebSocketService } from "../../src/entries/serve-websocket.ts";
import { nextRequestId } from "../../src/shared/request-id.ts";
import { connectSpoke } from "../../src/entries/websocket.ts";
import type { Spoke } from "../../src/entries/websocket.ts";

const ours = await generateKeyPair("ES256");
const theirs = await generateKeyPair("ES256");

interface TokenOptions {
  readonly scopes?: readonly string[];
  readonly key?: CryptoKey;
  readonly expires?: string;
  readonly audience?: string;
}

function token(id: string, options: TokenOptions = {}): Promise<string> {
  const { scopes = [], key = ours.privateKey, expires = "1m", audience = "hub" } = options;
  const claims = new SignJWT({ scopes: [...scopes] }).setProtectedHeader({ alg: "ES256" }).setSubject(id);
  return claims.setAudience(audience).setIssuedAt().setExpirationTime(expires).sign(key);
}

/** A token whose check never finishes. */
const UNDECIDED = "undecided";

async function authenticate({ token: shown }: Credential): Promise<Identity | undefined> {
  if (shown === UNDECIDED) return await new Promise(() => undefined);
  const { payload } = await jwtVerify(shown, ours.publicKey, { audience: "hub" });
  return { id: payload.sub ?? "", scopes: payload["scopes"] as string[] };
}

const shape = { version: "1.0.0", description: "For the tests", type: OperationType.QUERY };

function operation(namespace: string, name: string, handler: (input: unknown) => unknown) {
  const schemas = { inputSchema: Type.Unknown(), outputSchema: Type.Unknown() };
  return defineOperation({ ...shape, ...schemas, name, namespace, accessControl: { requiredScopes: [] }, handler });
}

const secret = defineOperation({
  ...shape,
  name: "secret",
  namespace: "hub",
  inputSchema: Type.Unknown(),
  outputSchema: Type.Unknown(),
  accessControl: { requiredScopes: ["secret:read"] },
  handler: (_input, { identity }) => identity?.id,
});

let hub: WebSocketService;
let registry: OperationRegistry;
let url: string;
let honest: Spoke;
const sockets: WebSocket[] = [];
const limits = { handshakeMs: 2000, maxFrameBytes: 64 * 1024, maxOfferedOperations: 3, maxCallsInFlight: 50 };

beforeEach(async () => {
  registry = new OperationRegistry().registerAll([operation("hub", "echo", (input) => input), secret]);
  hub = serveWebSocket({ registry, authenticate, limits });
  ({ url } = await hub.listen());
  honest = await connectSpoke({ url, token: await token("honest", { scopes: ["secret:read"] }) });
});

afterEach(async () => {
  // Whatever the attack, the hub works, and the honest spoke is not affected.
  expect((await honest.call("hub.echo", "still here")).data).toBe("still here");
  expect(honest.state).toBe("connected");
  honest.close();
  hub.close();
  for (const socket of sockets.splice(0)) socket.terminate();
});

interface RawPeer {
  readonly socket: WebSocket;
  /** Every event that arrived. */
  readonly events: Array<Record<string, unknown>>;
  send(...events: unknown[]): void;
}

async function rawPeer(): Promise<RawPeer> {
  const socket = new WebSocket(url);
  sockets.push(socket);
  const events: RawPeer["events"] = [];
  socket.on("message", (data) => events.push(...(JSON.parse((data as Buffer).toString()) as RawPeer["events"])));
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.on("open", resolve));
  return { socket, events, send: (...sent) => socket.send(JSON.stringify(sent)) };
}

const hello = async (id: string, options?: TokenOptions): Promise<object> => ({
  type: "peer.hello",
  protocol: 1,
  peerId: `raw-${id}`,
  token: await token(id, options),
});

async function rawSpoke(id: string, options?: TokenOptions): Promise<RawPeer> {
  const peer = await rawPeer();
  peer.send(await hello(id, options));
  await expect.poll(() => peer.events[0]).toMatchObject({ type: "peer.hello", protocol: 1 });
  return peer;
}

const closedWith = (peer: RawPeer, code: string): Promise<void> =>
  vi.waitFor(() => {
    expect(peer.events.at(-1)).toMatchObject({ type: "peer.closed", code });
    expect(peer.socket.readyState).toBe(WebSocket.CLOSED);
  }, 20_000);

describe("when a spoke connects", () => {
  it.each([
    ["a token that has expired", { expires: "-1s" }],
    ["a token that another key signed", { key: theirs.privateKey }],
    ["a token for another audience", { audience: "another hub" }],
  ])("refuses %s", async (_, options) => {
    const refused = connectSpoke({ url, token: await token("eve", options) });
    await expect(refused).rejects.toMatchObject({ code: "UNAUTHENTICATED", message: "The token was refused." });
    expect(hub.counters.refusedHandshakes).toBe(1);
    expect(hub.peers()).toHaveLength(1);
  });

  it.each([undefined, "", "x.y.z", "x".repeat(10_000)])("refuses an invalid token", async (shown) => {
    await expect(connectSpoke({ url, token: shown })).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    expect(hub.counters.refusedHandshakes).toBe(1);
  });

  it("refuses a call before the handshake, and runs nothing", async () => {
    const peer = await rawPeer();
    peer.send({ type: "call.requested", requestId: "a", operationId: "hub.echo" });
    await closedWith(peer, "PROTOCOL_ERROR");
    expect(peer.events).toHaveLength(1);
    expect(hub.counters.refusedHandshakes).toBe(1);
  });

  it("refuses another version of the protocol", async () => {
    const peer = await rawPeer();
    peer.send({ ...(await hello("eve")), protocol: 2 });
    await closedWith(peer, "PROTOCOL_ERROR");
    expect(peer.events[0]?.["message"]).toContain("version 2");
  });

  it("says at once what is wrong with a hello", async () => {
    const peer = await rawPeer();
    peer.send({ type: "peer.hello", protocol: 1, peerId: null, token: { secret: "hush" } });
    await closedWith(peer, "PROTOCOL_ERROR");
    expect(peer.events.at(-1)).toMatchObject({
      message: "peer.hello is malformed: /peerId has to be string, /token has to be string.",
    });
    expect(hub.counters).toMatchObject({ refusedHandshakes: 1, malformedEvents: 1 });
  });

  it("refuses a spoke that does not wait for the answer to its hello", async () => {
    const peer = await rawPeer();
    peer.send({ ...(await hello("eve")), token: UNDECIDED });
    await new Promise((resolve) => setTimeout(resolve, 30));
    peer.send({ type: "call.requested", requestId: "a", operationId: "hub.echo" });
    await closedWith(peer, "PROTOCOL_ERROR");
    expect(hub.counters.refusedHandshakes).toBe(1);
  });

  it("holds the rest of the hello's frame until it knows the identity", async () => {
    const peer = await rawPeer();
    peer.send(await hello("eager"), { type: "call.requested", requestId: "a", operationId: "hub.echo", input: 1 });
    await expect.poll(() => peer.events.map(({ type }) => type)).toContain("call.responded");
    expect(peer.events[0]?.["type"]).toBe("peer.hello");
  });

  it("ends any number of handshakes that go nowhere", async () => {
    const talking = await rawPeer();
    talking.socket.send("no frame");
    const silent = await Promise.all(Array.from({ length: 19 }, rawPeer));
    await Promise.all([talking, ...silent].map((peer) => closedWith(peer, "TIMEOUT")));
    expect(hub.counters.refusedHandshakes).toBe(20);
    expect(hub.counters.malformedFrames).toBe(1);
  });
});

describe("when a spoke lies", () => {
  it("does not believe an identity in an event", async () => {
    const eve = await rawSpoke("eve");
    const identity = { id: "honest", scopes: ["secret:read"] };
    const call = { type: "call.requested", requestId: "a", operationId: "hub.secret" };
    eve.send({ ...call, identity }, { ...call, requestId: "b" });
    await expect.poll(() => eve.events).toHaveLength(3);
    expect(eve.events.slice(1)).toMatchObject([
      { type: "call.error", requestId: "a", code: "UNAUTHENTICATED" },
      { type: "call.error", requestId: "b", code: "ACCESS_DENIED" },
    ]);
    expect(hub.counters.refusedIdentities).toBe(1);
    expect((await honest.call("hub.secret")).data).toBe("honest");
  });

  it("does not accept its answer to another spoke's call", async () => {
    let finish: (value: string) => void = () => undefined;
    const offered = new OperationRegistry();
    offered.register(operation("work", "slow", () => new Promise((resolve) => (finish = resolve))));
    const worker = await connectSpoke({
      url,
      token: await token("worker", { scopes: ["offer:work"] }),
      registry: offered,
    });
    await expect.poll(() => registry.has("work.slow")).toBe(true);
    const call = honest.call("work.slow");
    await new Promise((resolve) => setTimeout(resolve, 20));
    const eve = await rawSpoke("eve");
    const meta = { source: "local", operationId: "work.slow", timestamp: 1 };
    // Ids are a random prefix and a counter. Suppose that she has guessed both.
    const [prefix = "", last = ""] = nextRequestId().split("-");
    for (let n = 1; n <= 20; n++) {
      const requestId = `${prefix}-${(parseInt(last, 36) - n).toString(36)}`;
      eve.send({ type: "call.responded", requestId, output: { data: "forged", meta } });
      eve.send({ type: "call.aborted", requestId, reason: "ABORTED" });
    }
    await expect.poll(() => hub.counters.strayAnswers).toBe(20);
    finish("real");
    expect((await call).data).toBe("real");
    worker.close();
  });

  it("refuses a namespace without the scope for it, and accepts the others", async () => {
    const offered = new OperationRegistry();
    for (const namespace of ["work", "work.deep", "other", "hub"]) {
      offered.register(operation(namespace, "run", () => namespace));
    }
    const scopes = ["offer:work", "offer:other.*"];
    const worker = await connectSpoke({
      url,
      token: await token("worker", { scopes }),
      registry: offered,
    });
    await expect.poll(() => hub.counters.refusedOffers).toBe(3);
    expect(registry.list().map(({ namespace }) => namespace)).toEqual(["hub", "hub", "work"]);
    expect((await honest.call("work.run")).data).toBe("work");
    worker.close();
  });

  it("lets no spoke replace an existing operation", async () => {
    const offered = new OperationRegistry().register(operation("hub", "echo", () => "hijacked"));
    const worker = await connectSpoke({ url, token: await token("eve", { scopes: ["offer:*"] }), registry: offered });
    await expect.poll(() => hub.counters.refusedOffers).toBe(1);
    expect((await honest.call("hub.echo", 1)).data).toBe(1);
    worker.close();
  });

  it("limits the number of operations, and accepts no malformed one", async () => {
    const eve = await rawSpoke("eve", { scopes: ["offer:*"] });
    const spec = {
      ...shape,
      namespace: "eve",
      inputSchema: {},
      outputSchema: {},
      accessControl: { requiredScopes: [] },
    };
    const operations = [1, null, {}, { ...spec, name: "" }, { ...spec, name: "a", type: "x" }];
    const many = Array.from({ length: 10 }, (_, index) => ({ ...spec, name: `n${index}` }));
    eve.send({ type: "peer.offered", operations: [...operations, ...many] });
    await expect.poll(() => hub.counters.refusedOffers).toBe(operations.length + 7);
    expect(registry.list({ namespace: "eve" }).map(({ name }) => name)).toEqual(["n0", "n1", "n2"]);
  });
});

describe("when a spoke floods", () => {
  it("refuses a malformed call and says where, but lets a running call continue", async () => {
    registry.register(operation("hub", "wait", () => new Promise(() => undefined)));
    const peer = await rawSpoke("raw");
    const call = { type: "call.requested", requestId: "1", operationId: "hub.echo" };
    peer.send({ ...call, timeoutMs: "soon", token: null }, { ...call, requestId: "" }, { type: "call.requested" });
    await expect.poll(() => peer.events.at(-1)).toMatchObject({ type: "call.error", requestId: "1" });
    expect(peer.events.at(-1)).toMatchObject({
      code: "PROTOCOL_ERROR",
      message: "call.requested is malformed: /timeoutMs has to be number, /token has to be string.",
      phase: "notStarted",
    });
    expect(hub.counters.malformedEvents).toBe(3);
    peer.send({ ...call, operationId: "hub.wait" }, { type: "call.requested", requestId: "1" });
    peer.send({ ...call, requestId: "2", input: "later" });
    const ids = (type: string): unknown[] =>
      peer.events.filter((event) => event["type"] === type).map(({ requestId }) => requestId);
    await expect.poll(() => ids("call.responded")).toEqual(["2"]);
    expect(ids("call.error")).toEqual(["1"]);
  });

  it("counts and drops unknown events and malformed frames, and still answers", async () => {
    const eve = await rawSpoke("eve");
    const unknown = Array.from({ length: 1000 }, (_, n) => ({ type: `call.unknown${n}` }));
    for (let i = 0; i < 20; i++) eve.send(...unknown);
    for (let i = 0; i < 100; i++) eve.socket.send("{]");
    eve.socket.send(new Uint8Array(1000));
    eve.send({ type: "call.requested", requestId: "a", operationId: "hub.echo", input: 1 });
    await expect.poll(() => eve.events.at(-1)).toMatchObject({ type: "call.responded", requestId: "a" });
    expect(hub.counters).toMatchObject({ malformedEvents: 20_000, malformedFrames: 101 });
  });

  it("disconnects a spoke that sends a frame that is too large", async () => {
    const eve = await rawSpoke("eve");
    eve.socket.send(`["${"x".repeat(limits.maxFrameBytes)}"]`);
    await expect.poll(() => eve.socket.readyState).toBe(WebSocket.CLOSED);
    expect(hub.counters.malformedFrames).toBe(1);
    expect(hub.peers()).toHaveLength(1);
  });

  it("refuses calls above the in-flight limit", async () => {
    registry.register(operation("hub", "forever", () => new Promise(() => undefined)));
    const eve = await rawSpoke("eve");
    const calls = Array.from({ length: 80 }, (_, n) => ({
      type: "call.requested",
      requestId: `r${n}`,
      operationId: "hub.forever",
    }));
    eve.send(...calls);
    await expect.poll(() => eve.events.filter(({ code }) => code === "OVERLOADED")).toHaveLength(30);
    expect(hub.counters.refusedCalls).toBe(30);
  });
});

describe("when a spoke dies while it offers", () => {
  it("removes its operations, and ends its calls", async () => {
    const eve = await rawSpoke("eve", { scopes: ["offer:work"] });
    const schemas = { inputSchema: {}, outputSchema: {}, accessControl: { requiredScopes: [] } };
    eve.send({ type: "peer.offered", operations: [{ ...shape, ...schemas, namespace: "work", name: "run" }] });
    await expect.poll(() => registry.has("work.run")).toBe(true);
    const call = honest.call("work.run");
    await expect.poll(() => eve.events.some(({ type }) => type === "call.requested")).toBe(true);
    eve.socket.terminate();
    const error = await call.catch((thrown: unknown) => thrown as CallError);
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({ code: "CONNECTION_LOST", phase: "unknown" });
    expect(registry.has("work.run")).toBe(false);
    // It dies in the middle of an offer.
    const half = await rawSpoke("eve", { scopes: ["offer:work"] });
    half.socket.send('[{"type":"peer.offered","operations":[{"name":"run"');
    half.socket.terminate();
    await expect.poll(() => hub.peers()).toHaveLength(1);
  });
});
