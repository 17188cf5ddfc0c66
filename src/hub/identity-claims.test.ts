/** The claims that a hub's config assigns to keys, or reads from tokens, reach handlers. */
import { SignJWT } from "jose";
import { Type } from "typebox";
import { describe, expect, it, onTestFinished } from "vitest";
import { createClient } from "../client/create-client.ts";
import { overHTTP } from "../client/over-http.ts";
import { overWebSocket } from "../client/over-websocket.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { callTool } from "./call-tool.test-support.ts";
import { ADA, BOB, startedHubs } from "./started-hubs.test-support.ts";
import type { StartedHub } from "./started-hubs.test-support.ts";

const start = startedHubs();

const whoami = defineOperation({
  name: "whoami",
  namespace: "demo",
  version: "1.0.0",
  type: "QUERY",
  description: "Tells what it knows of its caller",
  inputSchema: Type.Object({}),
  outputSchema: Type.Object({ id: Type.String(), claims: Type.Unknown() }),
  accessControl: { requiredScopes: [] },
  handler: (_input, { identity }) => ({ id: identity?.id ?? "", claims: identity?.claims ?? null }),
});

const secret = "a secret that the issuer and the hub share";
const issuer = "https://id.example";
const audience = "hub";

const token = (claims: Readonly<Record<string, unknown>>): Promise<string> =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject("grace")
    .setIssuer(issuer)
    .setAudience(audience)
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(secret));

const startWithClaims = (): Promise<StartedHub> =>
  start(
    {
      serve: {
        keys: [
          { id: "ada", key: ADA, claims: { tenant: "engines", limits: { calls: 3 } } },
          { id: "bob", key: BOB },
        ],
        jwt: { secret, issuer, audience, scopes: ["operations:call"], claims: ["tenant", "plan"] },
      },
    },
    { registry: new OperationRegistry().register(whoami) },
  );

interface MCPAnswer {
  readonly result?: { readonly structuredContent?: unknown };
}

const ways = {
  async HTTP(hub: StartedHub, credential: string): Promise<unknown> {
    const client = createClient<[typeof whoami]>(overHTTP({ url: hub.endpoints.http ?? "", token: credential }));
    return (await client.demo.whoami({})).data;
  },
  async WebSocket(hub: StartedHub, credential: string): Promise<unknown> {
    const connection = overWebSocket({ url: hub.endpoints.ws ?? "", token: credential, reconnect: false });
    onTestFinished(() => connection.close());
    return (await createClient<[typeof whoami]>(connection).demo.whoami({})).data;
  },
  async MCP(hub: StartedHub, credential: string): Promise<unknown> {
    const answer = await callTool(hub, credential, "demo_whoami");
    const message = JSON.parse(answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1)) as MCPAnswer;
    return message.result?.structuredContent;
  },
};

describe.each(Object.entries(ways))("when a client calls a hub over %s", (_name, ask) => {
  it("passes on the claims of its key", async () => {
    const hub = await startWithClaims();
    expect(await ask(hub, ADA)).toEqual({ id: "ada", claims: { tenant: "engines", limits: { calls: 3 } } });
  });

  it("passes on those claims of its token that the config names, and no others", async () => {
    const hub = await startWithClaims();
    const credential = await token({ tenant: "ships", plan: "large", email: "grace@example.com" });
    expect(await ask(hub, credential)).toEqual({ id: "grace", claims: { tenant: "ships", plan: "large" } });
  });
});

describe("when the config names no claims for a key, or the token has none of them", () => {
  it("passes none to handlers", async () => {
    const hub = await startWithClaims();
    expect(await ways.HTTP(hub, BOB)).toEqual({ id: "bob", claims: null });
    expect(await ways.HTTP(hub, await token({ email: "grace@example.com" }))).toEqual({ id: "grace", claims: null });
  });
});

describe("when a token has more claims than an identity may have", () => {
  it("refuses the token", async () => {
    const hub = await startWithClaims();
    const credential = await token({ tenant: "x".repeat(9000) });
    await expect(ways.HTTP(hub, credential)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });
});
