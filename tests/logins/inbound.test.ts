/** A client of the MCP SDK that knows only the address of a hub logs in by itself, at a real authorization server. */
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

async function startWorld(jwt: Partial<ServeConfig["jwt"]> = {}): Promise<{ provider: AuthProvider; hub: RunningHub }> {
  const provider = await startAuthProvider({ tokenFormat: "jwt", scopes: ["operations:call", "operations:admin"] });
  ends.push(() => provider.close());
  const port = await findFreePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const registry = new OperationRegistry().register(whoami);
  const config: HubConfig = {
    log: { level: "silent" },
    serve: { port, publicUrl, jwt: { issuer: provider.url, requestScopes: ["operations:call"], ...jwt } },
  };
  const hub = await startHub({ config }, { registry });
  ends.push(() => hub.close({ graceMs: 0 }));
  return { provider, hub };
}

/** Takes the redirect at the end of a login. */
async function startReceiver(): Promise<{ url: string; answer: Promise<URLSearchParams> }> {
  let receive: (answer: URLSearchParams) => void = () => undefined;
  const answer = new Promise<URLSearchParams>((resolve) => (receive = resolve));
  const server = createServer((request, response) => {
    receive(new URL(request.url ?? "", "http://localhost").searchParams);
    response.end("Done.");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`, answer };
}

/** What a client keeps for a login, as any program with the SDK has it: it knows no authorization server. */
function memoryProvider(redirectUrl: string, user: string): OAuthClientProvider {
  const kept: Record<string, unknown> = {};
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

async function logIn(hub: RunningHub, user: string): Promise<Client> {
  const receiver = await startReceiver();
  const authProvider = memoryProvider(receiver.url, user);
  const url = new URL(hub.endpoints.mcp ?? "");
  const connect = async (): Promise<{ client: Client; transport: StreamableHTTPClientTransport }> => {
    const transport = new StreamableHTTPClientTransport(url, { authProvider });
    const client = new Client({ name: "a test", version: "1.0.0" });
    ends.push(() => client.close());
    await client.connect(transport).catch(async (error: unknown) => {
      if (!(error instanceof UnauthorizedError)) throw error;
      await transport.finishAuth(await receiver.answer);
      throw error;
    });
    return { client, transport };
  };
  await expect(connect()).rejects.toBeInstanceOf(UnauthorizedError);
  return (await connect()).client;
}

describe("a client of the SDK that knows only the address of a hub", () => {
  it("finds the issuer, registers, logs in, and calls as the person who logged in", async () => {
    const { provider, hub } = await startWorld();
    const client = await logIn(hub, "ada");
    const { structuredContent } = await client.callTool({ name: "demo_whoami", arguments: {} });
    expect(structuredContent).toEqual({ id: "ada", scopes: ["operations:call"] });
    expect(provider.seen.get("registration_create.success")).toBe(1);
  });

  it("is refused with a token that is meant for another service", async () => {
    const { provider, hub } = await startWorld({ audience: "https://elsewhere.example" });
    await expect(logIn(hub, "ada")).rejects.toThrow();
    expect(provider.seen.get("grant.success")).toBeGreaterThan(0);
  });
});
