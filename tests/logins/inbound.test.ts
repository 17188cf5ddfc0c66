/** An MCP SDK client that knows only a hub's address logs in by itself, at a real authorization server. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import type { OAuthClientProvider } from "@modelcontextprotocol/client";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { defineOperation, OperationRegistry, OperationType, Type } from "../../src/entries/index.ts";
import { startHub } from "../../src/entries/hub.ts";
import type { HubConfig, RunningHub, ServeConfig } from "../../src/entries/hub.ts";
import { until } from "../support/until.ts";
import { findFreePort } from "../support/free-port.ts";
import { startAuthProvider } from "./auth-provider.ts";
import type { AuthProvider } from "./auth-provider.ts";
import { walkLogin } from "./walk-login.ts";

vi.setConfig({ testTimeout: 120_000 });
beforeAll(() => ensureSubPackage("tests/logins"), 600_000);

const ends: Array<() => unknown> = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const whoami = defineOperation({
  namespace: "demo",
  name: "whoami",
  version: "1.0.0",
  type: OperationType.QUERY,
  description: "Who calls, and what they may do",
  inputSchema: Type.Object({}),
  outputSchema: Type.Object({ id: Type.String(), scopes: Type.Array(Type.String()) }),
  accessControl: { requiredScopes: ["operations:call"] },
  handler: (_input, { identity }) => ({ id: identity?.id ?? "", scopes: [...(identity?.scopes ?? [])] }),
});

const manage = defineOperation({
  ...whoami,
  name: "manage",
  description: "For callers with more rights",
  accessControl: { requiredScopes: ["operations:call", "operations:admin"] },
});

interface World {
  readonly provider: AuthProvider;
  readonly hub: RunningHub;
}

/** How the provider identifies the hub itself. */
const ownClient = { clientId: "the-hub", clientSecret: "a secret of the hub, long enough" };

const registered = {
  client_id: ownClient.clientId,
  client_secret: ownClient.clientSecret,
  redirect_uris: [],
  response_types: [],
  grant_types: [],
};

async function startWorld(jwt: Partial<ServeConfig["jwt"]> = {}): Promise<World> {
  return await startHubFor("jwt", (issuer) => ({ jwt: { issuer, requestScopes: ["operations:call"], ...jwt } }));
}

/** Uses tokens that only the provider can read. */
async function startOpaqueWorld(more: Partial<ServeConfig["introspection"]> = {}): Promise<World> {
  const requestScopes = ["operations:call"];
  return await startHubFor("opaque", (issuer) => ({ introspection: { issuer, ...ownClient, requestScopes, ...more } }));
}

async function startHubFor(tokenFormat: "jwt" | "opaque", accept: (issuer: string) => ServeConfig): Promise<World> {
  const scopes = ["operations:call", "operations:admin"];
  const provider = await startAuthProvider({ tokenFormat, scopes, clients: [registered] });
  ends.push(() => provider.close());
  const port = await findFreePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const registry = new OperationRegistry().register(whoami).register(manage);
  const config: HubConfig = {
    log: { level: "silent" },
    serve: { port, publicUrl, ...accept(provider.url) },
  };
  const hub = await startHub({ config }, { registry });
  ends.push(() => hub.close({ graceMs: 0 }));
  return { provider, hub };
}

interface Receiver {
  readonly url: string;
  /** The answer to the most recent login. */
  answer(): Promise<URLSearchParams>;
}

/** Receives the redirects at the end of logins. */
async function startReceiver(): Promise<Receiver> {
  const answers: URLSearchParams[] = [];
  const receive = (answer: URLSearchParams): void => void answers.push(answer);
  const server = createServer((request, response) => {
    receive(new URL(request.url ?? "", "http://localhost").searchParams);
    response.end("Done.");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`, answer: nextOf(answers) };
}

function nextOf<T>(queue: T[]): () => Promise<T> {
  return async () => {
    await until(() => queue.length > 0);
    return queue.shift() as T;
  };
}

/** What a client keeps for a login, like any program with the SDK: it does not know the authorization server. */
function memoryProvider(redirectUrl: string, user: string, client?: object): OAuthClientProvider {
  const kept: Record<string, unknown> = { client };
  return {
    redirectUrl,
    clientMetadata: { redirect_uris: [redirectUrl], token_endpoint_auth_method: "none", client_name: "a test" },
    clientInformation: () => kept["client"] as never,
    saveClientInformation: (client) => void (kept["client"] = client),
    tokens: () => kept["tokens"] as never,
    saveTokens: (tokens) => void (kept["tokens"] = tokens),
    redirectToAuthorization: (url) => void walkLogin(url, user).catch(() => undefined),
    saveCodeVerifier: (verifier) => void (kept["verifier"] = verifier),
    codeVerifier: () => kept["verifier"] as string,
  };
}

type Register = (redirectUrl: string) => Promise<object>;

/**
 * A client that may request every scope, as its operator has registered it. The SDK registers one for the first scopes
 * only.
 */
function registerAt({ url }: AuthProvider): Register {
  return async (redirectUrl) => {
    const scope = "openid offline_access operations:call operations:admin";
    const metadata = { redirect_uris: [redirectUrl], token_endpoint_auth_method: "none", scope };
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${url}/reg`, { method: "POST", headers, body: JSON.stringify(metadata) });
    expect(answer.status).toBe(201);
    return (await answer.json()) as object;
  };
}

interface LoggedIn {
  readonly client: Client;
  readonly token: () => string;
  /** Calls a tool, and logs in again if the hub requires more. */
  callWithStepUp(name: string): Promise<unknown>;
}

async function logIn(hub: RunningHub, user: string): Promise<Client> {
  return (await logInAs(hub, user)).client;
}

async function logInAs(hub: RunningHub, user: string, register?: Register): Promise<LoggedIn> {
  const receiver = await startReceiver();
  const authProvider = memoryProvider(receiver.url, user, await register?.(receiver.url));
  const url = new URL(hub.endpoints.mcp ?? "");
  const connect = async (): Promise<{ client: Client; transport: StreamableHTTPClientTransport }> => {
    const transport = new StreamableHTTPClientTransport(url, { authProvider });
    const client = new Client({ name: "a test", version: "1.0.0" });
    ends.push(() => client.close());
    await client.connect(transport).catch(async (error: unknown) => {
      if (!(error instanceof UnauthorizedError)) throw error;
      await transport.finishAuth(await receiver.answer());
      throw error;
    });
    return { client, transport };
  };
  await expect(connect()).rejects.toBeInstanceOf(UnauthorizedError);
  const { client, transport } = await connect();
  return {
    client,
    token: () => (authProvider.tokens() as { access_token: string }).access_token,
    async callWithStepUp(name) {
      const call = (): Promise<unknown> => client.callTool({ name, arguments: {} });
      return await call().catch(async (error: unknown) => {
        if (!(error instanceof UnauthorizedError)) throw error;
        await transport.finishAuth(await receiver.answer());
        return await call();
      });
    },
  };
}

describe("an SDK client that knows only the address of a hub", () => {
  it("finds the issuer, registers, logs in, and calls as the person who logged in", async () => {
    const { provider, hub } = await startWorld();
    const client = await logIn(hub, "ada");
    const { structuredContent } = await client.callTool({ name: "demo_whoami", arguments: {} });
    expect(structuredContent).toEqual({ id: "ada", scopes: ["operations:call"] });
    expect(provider.seen.get("registration_create.success")).toBe(1);
  });

  it("is refused with a token for another service", async () => {
    const { provider, hub } = await startWorld({ audience: "https://elsewhere.example" });
    await expect(logIn(hub, "ada")).rejects.toThrow();
    expect(provider.seen.get("grant.success")).toBeGreaterThan(0);
  });
});

describe.each(["jwt", "opaque"] as const)("a caller whose token (%s) lacks a scope", (format) => {
  const startFor = (): Promise<World> => (format === "jwt" ? startWorld() : startOpaqueWorld());

  it("learns over HTTP which scopes the next token needs, and where to get it", async () => {
    const { hub } = await startFor();
    const { token } = await logInAs(hub, "ada");
    const headers = { authorization: `Bearer ${token()}`, "content-type": "application/json" };
    const ask = (name: string): Promise<Response> =>
      fetch(`${hub.endpoints.http}/demo/${name}`, { method: "POST", headers, body: "{}" });
    expect((await ask("whoami")).status).toBe(200);
    const refused = await ask("manage");
    expect(refused.status).toBe(403);
    expect(refused.headers.get("www-authenticate")).toBe(
      `Bearer error="insufficient_scope", scope="operations:call operations:admin", ` +
        `resource_metadata="${hub.endpoints.http}/.well-known/oauth-protected-resource"`,
    );
  });

  it("logs in for it by itself over MCP, with the SDK", async () => {
    const { provider, hub } = await startFor();
    const ada = await logInAs(hub, "ada", registerAt(provider));
    const grants = provider.seen.get("grant.success");
    expect(await ada.callWithStepUp("demo_manage")).toMatchObject({
      structuredContent: { id: "ada", scopes: ["operations:call", "operations:admin"] },
    });
    expect(provider.seen.get("grant.success")).toBe((grants ?? 0) + 1);
  });
});

describe("a token that only its issuer can read", () => {
  it("is checked once, and identifies its holder", async () => {
    const { provider, hub } = await startOpaqueWorld();
    const { token, client } = await logInAs(hub, "ada");
    expect(token()).not.toContain(".");
    const asked = provider.seen.get("introspection") ?? 0;
    for (let count = 0; count < 5; count++) {
      const { structuredContent } = await client.callTool({ name: "demo_whoami", arguments: {} });
      expect(structuredContent).toEqual({ id: "ada", scopes: ["operations:call"] });
    }
    expect(provider.seen.get("introspection") ?? 0).toBe(asked);
    expect(asked).toBe(1);
  });

  it("is refused if it is for another service", async () => {
    const { hub } = await startOpaqueWorld({ audience: "https://elsewhere.example" });
    await expect(logIn(hub, "ada")).rejects.toThrow();
  });

  it("ends when it is revoked, once the cached answer expires", async () => {
    const { provider, hub } = await startOpaqueWorld({ rememberMs: 1 });
    const { token } = await logInAs(hub, "ada");
    const status = async (): Promise<number> =>
      (await fetch(`${hub.endpoints.http}/~/session`, { headers: { authorization: `Bearer ${token()}` } })).status;
    expect(await status()).toBe(200);
    await provider.revoke(token());
    await expect.poll(status).toBe(401);
  });

  it("is refused while its issuer does not answer", async () => {
    const { hub } = await startOpaqueWorld({ endpoint: `http://127.0.0.1:${await findFreePort()}/introspect` });
    const headers = { authorization: "Bearer some-token" };
    expect((await fetch(`${hub.endpoints.http}/~/session`, { headers })).status).toBe(401);
  });
});
