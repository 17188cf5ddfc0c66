/** Logins to an HTTP API that need no person, or that use a client whose metadata is a document. */
import { rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openLogins, openSources } from "../../src/entries/hub.ts";
import type { HubConfig, HubSources, OpenAPISourceConfig } from "../../src/entries/hub.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { startProtectedAPI } from "./protected-api.ts";
import { startTokenServer } from "./token-server.ts";
import type { TokenServer, TokenServerOptions } from "./token-server.ts";

const ends: Array<() => unknown> = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function startServer(options: TokenServerOptions): Promise<TokenServer> {
  const server = await startTokenServer(options);
  ends.push(() => server.close());
  return server;
}

interface World {
  readonly config: HubConfig;
  readonly folder: string;
}

async function createWorld(
  { provider }: TokenServer,
  oauth: NonNullable<OpenAPISourceConfig["oauth"]>,
): Promise<World> {
  const openIdConnectUrl = `${provider.url}/.well-known/openid-configuration`;
  const api = await startProtectedAPI(provider, { scheme: () => ({ type: "openIdConnect", openIdConnectUrl }) });
  ends.push(() => api.close());
  const folder = makeTempFolder("openapi-grants");
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "notes.json"), JSON.stringify(api.document));
  const notes = { document: "notes.json", baseUrl: api.url, oauth };
  return { folder, config: { openapi: { notes }, vault: { folder: "vault" } } };
}

async function open(world: World): Promise<HubSources> {
  const sources = await openSources(world);
  ends.push(() => sources.close({ graceMs: 0 }));
  await sources.ready;
  return sources;
}

const whoAmI = async ({ registry }: HubSources): Promise<unknown> => (await registry.execute("notes.whoAmI", {})).data;

describe("when an API is called without a person", () => {
  it("exchanges the JWT of the workload, and reads its file again for the next token", async () => {
    const server = await startServer({ accepts: ({ assertion = "" }) => assertion.startsWith("jwt-") });
    const issuer = server.provider.url;
    const oauth = { grant: "jwt_bearer", clientId: "workload", assertionFile: "token", issuer } as const;
    const world = await createWorld(server, oauth);
    await writeFile(join(world.folder, "token"), "jwt-1\n");
    const sources = await open(world);
    expect(await whoAmI(sources)).toEqual({ user: "the workload" });
    expect(server.asked[0]).toMatchObject({
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: "jwt-1",
      client_id: "workload",
    });
    await writeFile(join(world.folder, "token"), "jwt-2\n");
    await expect
      .poll(async () => [await whoAmI(sources), server.asked.at(-1)?.["assertion"]][1], { timeout: 30_000 })
      .toBe("jwt-2");
  });

  it("lets an identity provider vouch for the user", async () => {
    const TYPES = "urn:ietf:params:oauth:token-type";
    const answer = { access_token: "its word", issued_token_type: `${TYPES}:id-jag`, token_type: "N_A" };
    const idp = await startServer({ accepts: ({ subject_token }) => subject_token === "of ada", answer });
    const server = await startServer({ accepts: ({ assertion }) => assertion === "its word" });
    const world = await createWorld(server, {
      grant: "cross_app_access",
      clientId: "app",
      clientSecret: "a-secret-of-the-app",
      issuer: server.provider.url,
      identityProvider: { issuer: idp.provider.url, clientId: "app-at-idp", idToken: "of ada" },
    });
    expect(await whoAmI(await open(world))).toEqual({ user: "the workload" });
    expect(idp.asked[0]).toMatchObject({
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      requested_token_type: `${TYPES}:id-jag`,
      subject_token_type: `${TYPES}:id_token`,
      audience: server.provider.url,
      client_id: "app-at-idp",
    });
    expect(server.asked[0]).toMatchObject({ client_id: "app", client_secret: "a-secret-of-the-app" });
  });

  it("sends no JWT to a server that only the document names", async () => {
    const server = await startServer({ accepts: () => true });
    const world = await createWorld(server, { grant: "jwt_bearer", clientId: "workload", assertion: "jwt-1" });
    const sources = await open(world);
    expect(sources.statuses()).toMatchObject([
      { state: "failed", error: expect.stringContaining("send the client's") },
    ]);
    expect(server.asked).toEqual([]);
  });
});

describe("when the client's metadata is a document", () => {
  const clientMetadataUrl = "https://hub.example/client.json";

  async function clientIdOf(server: TokenServer): Promise<string | null> {
    const world = await createWorld(server, { clientMetadataUrl });
    const logins = openLogins(world);
    ends.push(() => logins.close());
    const signal = new AbortController();
    let id: string | null = null;
    const show = (address: URL): void => {
      id = address.searchParams.get("client_id");
      signal.abort();
    };
    await logins.logIn("notes", { show, signal: signal.signal }).catch((thrown: unknown) => {
      if (!signal.signal.aborted) throw thrown;
    });
    return id;
  }

  it("names that document to a server that reads it", async () => {
    const metadata = { client_id_metadata_document_supported: true };
    expect(await clientIdOf(await startServer({ accepts: () => false, metadata }))).toBe(clientMetadataUrl);
  });

  it("needs its own client at any other server that registers none", async () => {
    const attempt = clientIdOf(await startServer({ accepts: () => false }));
    await expect(attempt).rejects.toThrow("does not register clients: set oauth.clientId");
  });
});
