/** Hostile or broken servers over HTTP. */
import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createMCPClient } from "../../src/entries/from-mcp.ts";

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("when a server of 2024-11-05 opens its stream and sends nothing", () => {
  it("gives up after connectTimeout", async () => {
    const origin = await listen((request, response) => {
      if (request.method !== "GET") return response.writeHead(405).end();
      return response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
    });
    const connecting = createMCPClient("s", { url: `${origin}/sse`, connectTimeout: 500 });
    await expect(connecting).rejects.toMatchObject({ phase: "notStarted" });
    const asked = createMCPClient("s", { url: `${origin}/sse`, type: "sse", connectTimeout: 500 });
    await expect(asked).rejects.toMatchObject({ code: "TIMEOUT", phase: "notStarted" });
  });
});

describe("when a server names another origin for authorisation", () => {
  it("does not send the configured header fields there", async () => {
    const received: Array<Record<string, unknown>> = [];
    const elsewhere = await listen((request, response) => {
      received.push(request.headers);
      response.writeHead(404).end();
    });
    const own: Array<string | string[] | undefined> = [];
    const origin = await listen((request, response) => {
      own.push(request.headers["x-api-key"]);
      response.writeHead(401, { "www-authenticate": `Bearer resource_metadata="${elsewhere}/metadata"` }).end();
    });
    const authProvider = {
      redirectUrl: "http://localhost/callback",
      clientMetadata: { redirect_uris: ["http://localhost/callback"], client_name: "test" },
      clientInformation: () => undefined,
      saveClientInformation: () => {},
      tokens: () => undefined,
      saveTokens: () => {},
      redirectToAuthorization: () => {},
      saveCodeVerifier: () => {},
      codeVerifier: () => "",
    };
    const connecting = createMCPClient("s", { url: `${origin}/mcp`, headers: { "X-Api-Key": "secret" }, authProvider });
    await expect(connecting).rejects.toThrow("cannot be reached");
    expect(own).toContain("secret");
    expect(received.length).toBeGreaterThan(0);
    expect(JSON.stringify(received)).not.toContain("secret");
  });
});
