/** What must survive every hop: the caller's claims on the way there, a declared error on the way back. */
import { SignJWT } from "jose";
import { afterEach, describe, expect, it } from "vitest";
import { createClient } from "../../src/entries/client.ts";
import { defineSpec, implement, OperationRegistry, OperationType, safe, Type } from "../../src/entries/index.ts";
import type { CallError, Identity } from "../../src/entries/index.ts";
import { connectBus, createMemoryBroker, signedIdentity } from "../../src/entries/nats.ts";
import type { SignedIdentity } from "../../src/entries/nats.ts";
import { jwt, serveHTTP } from "../../src/entries/serve-http.ts";
import { serveWebSocket } from "../../src/entries/serve-websocket.ts";
import { connectSpoke } from "../../src/entries/websocket.ts";
import type { Bus } from "../../src/protocol/ports/bus.ts";
import { startBroker } from "../support/broker-servers.ts";
import { isLeftOut } from "../support/left-out.ts";
import { connectBroker } from "./link-pairs.ts";

const ends: Array<() => unknown> = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const buy = defineSpec({
  namespace: "shop",
  name: "buy",
  version: "1.0.0",
  type: OperationType.MUTATION,
  description: "Fails, and reports what it knows about the caller",
  inputSchema: Type.Object({}),
  outputSchema: Type.String(),
  errorSchemas: {
    OUT_OF_STOCK: {
      schema: Type.Object({ claims: Type.Unknown(), caller: Type.String() }),
      httpStatus: 409,
    },
  },
  accessControl: { requiredScopes: ["shop"] },
});

/** A registry whose handler reports the claims that it sees, in the details of a declared error. */
const registryOfShop = (): OperationRegistry =>
  new OperationRegistry().register(
    implement(buy, (_input, { identity, fail }) =>
      fail("OUT_OF_STOCK", { claims: identity?.claims, caller: identity?.id ?? "" }),
    ),
  );

const claims = { tenant: "Analytical Engines", plan: { seats: 3 } };
const ada: Identity = { id: "ada", scopes: ["shop"], claims };
const tooMuch: Identity = { id: "ada", scopes: ["shop"], claims: { notes: "x".repeat(9000) } };

async function webSocketHub(registry: OperationRegistry) {
  const hub = serveWebSocket({
    registry,
    authenticate: ({ token }) => (token === "spoke" ? { id: "spoke", scopes: ["offer:shop"] } : ada),
  });
  ends.push(() => hub.close());
  return (await hub.listen()).url;
}

async function busOf(identity: SignedIdentity, connect: () => Promise<Bus>) {
  const answering = await connectBus({ transport: await connect(), registry: registryOfShop(), identity });
  const calling = await connectBus({ transport: await connect(), identity, imports: new OperationRegistry() });
  ends.push(() => Promise.all([answering.close({ graceMs: 0 }), calling.close({ graceMs: 0 })]));
  await calling.waitFor("shop.buy");
  return (caller: Identity) => createClient(calling, { buy }).shop.buy({}, { identity: caller });
}

async function broker(kind: "redis" | "nats"): Promise<() => Promise<Bus>> {
  const server = await startBroker(kind);
  ends.push(() => server.stop());
  return () => connectBroker(kind, server.port);
}

async function memoryBroker(): Promise<() => Promise<Bus>> {
  const memory = createMemoryBroker();
  return async () => memory.connect();
}

/** Makes calls under an identity, each over one kind of hop. */
type Hop = () => Promise<(caller: Identity) => ReturnType<Awaited<ReturnType<typeof busOf>>>>;

const secret = { secret: "a-secret-of-the-bus-0123456789-abcdef" };
async function ownKeys(): Promise<SignedIdentity> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  return signedIdentity({ privateKey, publicKeys: [publicKey] });
}

const hops: Readonly<Record<string, Hop>> = {
  async "a registry"() {
    const registry = registryOfShop();
    return (identity) => registry.execute(buy, {}, { identity });
  },
  async "WebSocket, from a hub to its spoke"() {
    const registry = new OperationRegistry();
    const url = await webSocketHub(registry);
    const spoke = await connectSpoke({ url, token: "spoke", registry: registryOfShop() });
    ends.push(() => spoke.close());
    await expect.poll(() => registry.has("shop.buy")).toBe(true);
    return (identity) => registry.execute(buy, {}, { identity });
  },
  "a bus with a secret": async () => busOf(signedIdentity(secret), await memoryBroker()),
  "a bus with keys": async () => busOf(await ownKeys(), await memoryBroker()),
  ...(isLeftOut("redis") ? {} : { Redis: async () => busOf(signedIdentity(secret), await broker("redis")) }),
  ...(isLeftOut("nats") ? {} : { NATS: async () => busOf(await ownKeys(), await broker("nats")) }),
};

describe.each(Object.entries(hops))("when a call goes over %s", (_name, open) => {
  it("brings the caller's claims to the handler, and the declared error to the caller", async () => {
    const outcome = await safe((await open())(ada));
    if (outcome.ok || !outcome.declared) throw outcome.ok ? new Error("it succeeded") : outcome.error;
    expect(outcome.error.code).toBe("OUT_OF_STOCK");
    expect(outcome.error.details).toEqual({ claims, caller: "ada" });
    expect(outcome.error.declaredBy).toBe("shop.buy");
  });
});

const remoteHops = Object.entries(hops).filter(([name]) => name !== "a registry");
describe.each(remoteHops)("when the claims of a call over %s are too large", (_name, open) => {
  it("does not send the call, and says why", async () => {
    const outcome = await safe((await open())(tooMuch));
    expect(outcome).toMatchObject({ ok: false, error: { code: "VALIDATION_ERROR", phase: "notStarted" } });
    expect((outcome as { error: CallError }).error.message).toMatch(
      /^The claims of ada take 9012 characters as JSON, and at most 8192 travel with a call/,
    );
  });
});

describe("when the connection identifies the caller", () => {
  it("brings its claims over WebSocket", async () => {
    const spoke = await connectSpoke({ url: await webSocketHub(registryOfShop()), token: "token-of-ada" });
    ends.push(() => spoke.close());
    const outcome = await safe(createClient(spoke, { buy }).shop.buy({}));
    expect(outcome).toMatchObject({ declared: true, error: { details: { claims, caller: "ada" } } });
  });
});

describe("when the caller shows a JWT over HTTP", () => {
  const key = "a-shared-secret-of-32-characters!";
  const refused: string[] = [];
  const authenticate = jwt({
    secret: key,
    issuer: "test",
    audience: "hub",
    claims: ["tenant", "plan", "notes"],
    onRefused: (reason) => refused.push(reason),
  });
  const call = async (payload: object): Promise<Response> => {
    const service = serveHTTP(registryOfShop(), { authenticate });
    ends.push(() => service.close());
    const token = await new SignJWT({ scope: "shop", secretOfTheIssuer: true, ...payload })
      .setProtectedHeader({ alg: "HS256" })
      .setSubject("ada")
      .setIssuer("test")
      .setAudience("hub")
      .setExpirationTime("1m")
      .sign(new TextEncoder().encode(key));
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    return await service.fetch(new Request("http://localhost/shop/buy", { method: "POST", body: "{}", headers }));
  };

  it("passes the claims that the server names to the handler, and no others", async () => {
    const response = await call(claims);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      code: "OUT_OF_STOCK",
      declaredBy: "shop.buy",
      details: { claims, caller: "ada" },
    });
  });

  it("refuses a token with too many claims, and logs why on the server", async () => {
    expect((await call({ notes: "x".repeat(9000) })).status).toBe(401);
    expect(refused).toEqual([expect.stringContaining("The claims of ada take 9012 characters")]);
  });
});
