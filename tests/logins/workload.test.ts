/** A workload that logs in with the JWT of its platform (RFC 7523): the file with it is read for each token. */
import { once } from "node:events";
import { rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { openSources } from "../../src/entries/hub.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import type { AuthProvider } from "./auth-provider.ts";
import { startProtectedServer } from "./protected-server.ts";

beforeAll(() => ensureSubPackage("tests/logins"), 600_000);

const ends: Array<() => unknown> = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** An authorization server that takes JWTs of a platform only: `oidc-provider` does not know the grant. */
async function startTokenServer(accepts: (assertion: string) => boolean): Promise<{
  readonly provider: Pick<AuthProvider, "url" | "findToken">;
  readonly asked: Array<Record<string, string>>;
}> {
  const asked: Array<Record<string, string>> = [];
  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.url?.startsWith("/.well-known/") === true) {
      const metadata = {
        issuer: url,
        token_endpoint: `${url}/token`,
        authorization_endpoint: `${url}/authorize`,
        response_types_supported: ["code"],
        token_endpoint_auth_methods_supported: ["none"],
      };
      return void response.end(JSON.stringify(metadata));
    }
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const form = Object.fromEntries(new URLSearchParams(body));
      asked.push(form);
      const isGood = accepts(form["assertion"] ?? "");
      const answer = isGood
        ? { access_token: `token-${asked.length}`, token_type: "Bearer", expires_in: 1 }
        : { error: "invalid_grant" };
      response.writeHead(isGood ? 200 : 400).end(JSON.stringify(answer));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const findToken: AuthProvider["findToken"] = async (token) =>
    token === `token-${asked.length}`
      ? { isValid: true, aud: asked.at(-1)?.["resource"] ?? "", clientId: "the workload" }
      : undefined;
  return { provider: { url, findToken }, asked };
}

describe("when a platform gives a JWT to the workload", () => {
  it("exchanges it for a token, and reads the file again for the next one", async () => {
    const { provider, asked } = await startTokenServer((assertion) => assertion.startsWith("jwt-"));
    const server = await startProtectedServer(provider);
    ends.push(() => server.close());
    const folder = makeTempFolder("workload");
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    await writeFile(join(folder, "token"), "jwt-1\n");
    const oauth = { grant: "jwt_bearer" as const, clientId: "workload", assertionFile: "token" };
    const config = { mcpServers: { notes: { url: server.url, oauth } }, vault: { folder: "vault" } };
    const sources = await openSources({ config, folder });
    ends.push(() => sources.close({ graceMs: 0 }));
    await sources.ready;
    expect(asked[0]).toMatchObject({
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: "jwt-1",
      client_id: "workload",
    });
    await writeFile(join(folder, "token"), "jwt-2\n");
    await expect
      .poll(
        async () => {
          await sources.registry.execute("notes.who_am_i", {});
          return asked.at(-1)?.["assertion"];
        },
        { timeout: 30_000, interval: 200 },
      )
      .toBe("jwt-2");
  });

  it("does not ask again with a JWT that was refused, and says what to look at", async () => {
    const { provider, asked } = await startTokenServer(() => false);
    const server = await startProtectedServer(provider);
    ends.push(() => server.close());
    const folder = makeTempFolder("workload");
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    const oauth = { grant: "jwt_bearer" as const, clientId: "workload", assertion: "an expired one" };
    const config = { mcpServers: { notes: { url: server.url, oauth } }, vault: { folder: "vault" } };
    const sources = await openSources({ config, folder }, { retry: { minDelay: 60_000, maxDelay: 60_000 } });
    ends.push(() => sources.close({ graceMs: 0 }));
    await sources.ready;
    expect(sources.statuses()[0]).toMatchObject({
      state: "failed",
      error: expect.stringContaining("refused the workload's JWT") as string,
    });
    expect(asked).toHaveLength(1);
  });
});
