/** Logins to an HTTP API behind a real authorization server, from a config and a document. */
import { rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { openLogins, openSources } from "../../src/entries/hub.ts";
import type { HubConfig, HubSources, LoginStatus, OpenAPISourceConfig } from "../../src/entries/hub.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { until } from "../support/until.ts";
import { startAuthProvider } from "./auth-provider.ts";
import type { AuthProvider, AuthProviderOptions } from "./auth-provider.ts";
import { startProtectedAPI } from "./protected-api.ts";
import type { ProtectedAPIOptions } from "./protected-api.ts";
import { createClientKey } from "./client-key.ts";
import { walkLogin } from "./walk-login.ts";

beforeAll(() => ensureSubPackage("tests/logins"), 600_000);

const ends: Array<() => unknown> = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const openID = ({ url }: AuthProvider): object => ({
  type: "openIdConnect",
  openIdConnectUrl: `${url}/.well-known/openid-configuration`,
});
const authorizationCode = ({ url }: AuthProvider): object => ({
  type: "oauth2",
  flows: { authorizationCode: { authorizationUrl: `${url}/auth`, tokenUrl: `${url}/token`, scopes: {} } },
});

interface World {
  readonly provider: AuthProvider;
  readonly config: HubConfig;
  readonly folder: string;
}

interface WorldOptions extends AuthProviderOptions, ProtectedAPIOptions {
  readonly oauth: (provider: AuthProvider) => NonNullable<OpenAPISourceConfig["oauth"]>;
}

async function createWorld({ oauth, ...options }: WorldOptions): Promise<World> {
  const provider = await startAuthProvider(options);
  ends.push(() => provider.close());
  const api = await startProtectedAPI(provider, options);
  ends.push(() => api.close());
  const folder = makeTempFolder("openapi-logins");
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "notes.json"), JSON.stringify(api.document));
  const notes = { document: "notes.json", baseUrl: api.url, oauth: oauth(provider) };
  return { provider, folder, config: { openapi: { notes }, vault: { folder: "vault" } } };
}

async function open(world: World): Promise<HubSources> {
  const sources = await openSources(world);
  ends.push(() => sources.close({ graceMs: 0 }));
  await sources.ready;
  return sources;
}

async function logIn(world: World, user: string): Promise<LoginStatus> {
  const logins = openLogins(world);
  ends.push(() => logins.close());
  const show = (address: URL): void => void walkLogin(address, user);
  return await logins.logIn("notes", { show, signal: AbortSignal.timeout(30_000) });
}

const whoAmI = async ({ registry }: HubSources): Promise<unknown> => (await registry.execute("notes.whoAmI", {})).data;

describe("when an API requires a login", () => {
  it("says LOGIN_REQUIRED until a person logs in by OpenID Connect, and then calls as that person", async () => {
    const world = await createWorld({ scheme: openID, oauth: () => ({ scopes: ["openid", "offline_access"] }) });
    const sources = await open(world);
    expect(sources.statuses()).toMatchObject([{ name: "notes", state: "failed", login: "required" }]);
    await expect(sources.registry.execute("notes.whoAmI", {})).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
    expect(await logIn(world, "ada")).toMatchObject({ kind: "openapi", state: "logged in", renews: true });
    await until(() => sources.statuses()[0]?.state === "ready");
    expect(await whoAmI(sources)).toEqual({ user: "ada" });
  });

  it("finds the endpoints in the document, and renews the token", async () => {
    const clients = [
      {
        client_id: "operations",
        token_endpoint_auth_method: "none",
        application_type: "native",
        grant_types: ["authorization_code", "refresh_token"],
        redirect_uris: ["http://127.0.0.1/callback"],
      },
    ];
    const world = await createWorld({
      scheme: authorizationCode,
      oauth: () => ({ clientId: "operations", scopes: ["openid"] }),
      clients,
      tokenSeconds: 3,
    });
    await logIn(world, "grace");
    const sources = await open(world);
    await until(async () => {
      expect(await whoAmI(sources)).toEqual({ user: "grace" });
      return (world.provider.seen.get("refresh_token.consumed") ?? 0) >= 2;
    });
    expect(world.provider.seen.get("grant.error")).toBeUndefined();
  });

  it("logs in with a code, by the device flow", async () => {
    const world = await createWorld({ scheme: openID, oauth: () => ({ scopes: ["openid", "offline_access"] }) });
    const logins = openLogins(world);
    ends.push(() => logins.close());
    await logins.logIn("notes", {
      show: () => Promise.reject(new Error("no browser here")),
      showCode: ({ complete }) => void walkLogin(complete as URL, "ada"),
      signal: AbortSignal.timeout(60_000),
    });
    expect(await whoAmI(await open(world))).toEqual({ user: "ada" });
  });

  it("says that a server has no device flow", async () => {
    const world = await createWorld({
      scheme: authorizationCode,
      oauth: () => ({ clientId: "operations" }),
    });
    const logins = openLogins(world);
    ends.push(() => logins.close());
    const { signal } = new AbortController();
    const attempt = logins.logIn("notes", { show: () => undefined, showCode: () => undefined, signal });
    await expect(attempt).rejects.toThrow("has no device flow");
  });

  it("sends the client's secret only to the server in the config", async () => {
    const world = await createWorld({
      scheme: authorizationCode,
      oauth: () => ({ clientId: "operations", clientSecret: "a-secret-of-the-client" }),
    });
    await expect(logIn(world, "grace")).rejects.toThrow("The document would send the client's secret to");
  });

  it("logs in by itself with client credentials", async () => {
    const client = {
      client_id: "service",
      client_secret: "a-secret-of-the-service",
      grant_types: ["client_credentials"],
    };
    const world = await createWorld({
      scheme: openID,
      oauth: ({ url }) => ({
        grant: "client_credentials",
        issuer: url,
        clientId: client.client_id,
        clientSecret: client.client_secret,
      }),
      clients: [{ ...client, redirect_uris: [], response_types: [] }],
    });
    expect(await whoAmI(await open(world))).toEqual({ user: "service" });
  });

  it("finds the issuer from the API's own metadata, for tokens issued for that API", async () => {
    const world = await createWorld({ oauth: () => ({}) });
    expect(await logIn(world, "ada")).toMatchObject({ state: "logged in", renews: true, scope: "notes:read" });
    expect(await whoAmI(await open(world))).toEqual({ user: "ada" });
  });
});

const writeNote = async ({ registry }: HubSources): Promise<unknown> =>
  (await registry.execute("notes.writeNote", {})).data;

describe("when an API requires more scopes than a login has", () => {
  it("answers LOGIN_REQUIRED, and the next login requests them too", async () => {
    const world = await createWorld({
      writeScope: "notes:write",
      scheme: openID,
      oauth: () => ({ scopes: ["openid", "offline_access", "notes:read"] }),
    });
    await logIn(world, "ada");
    const sources = await open(world);
    expect(await whoAmI(sources)).toEqual({ user: "ada" });
    await expect(writeNote(sources)).rejects.toMatchObject({
      code: "LOGIN_REQUIRED",
      phase: "notStarted",
      message: expect.stringContaining("notes:write"),
    });
    // Meanwhile the login keeps the scopes that it has.
    expect(await whoAmI(sources)).toEqual({ user: "ada" });
    const { scope = "" } = await logIn(world, "ada");
    expect(scope.split(" ")).toEqual(expect.arrayContaining(["notes:read", "notes:write"]));
    await until(async () => (await writeNote(sources).catch(() => undefined)) !== undefined);
    expect(await writeNote(sources)).toEqual({ user: "ada" });
  });

  it("gets them at once if no person is needed", async () => {
    const client = {
      client_id: "service",
      client_secret: "a-secret-of-the-service",
      grant_types: ["client_credentials"],
    };
    const world = await createWorld({
      writeScope: "notes:write",
      scheme: openID,
      oauth: ({ url }) => ({
        grant: "client_credentials",
        issuer: url,
        clientId: client.client_id,
        clientSecret: client.client_secret,
        scopes: ["notes:read"],
      }),
      clients: [{ ...client, redirect_uris: [], response_types: [] }],
    });
    const sources = await open(world);
    expect(await whoAmI(sources)).toEqual({ user: "service" });
    expect(await writeNote(sources)).toEqual({ user: "service" });
  });

  it("passes on the refusal if the login already has them", async () => {
    const world = await createWorld({
      writeScope: "notes:admin",
      namedScope: "notes:read",
      scheme: openID,
      oauth: () => ({ scopes: ["openid", "offline_access", "notes:read"] }),
    });
    await logIn(world, "ada");
    const refused = writeNote(await open(world));
    await expect(refused).rejects.toMatchObject({ code: "EXECUTION_ERROR", details: { status: 403 } });
  });
});

describe("when the client proves itself", () => {
  const person = {
    application_type: "native",
    grant_types: ["authorization_code", "refresh_token"],
    redirect_uris: ["http://127.0.0.1/callback"],
  };

  it("signs with its key, at the login, at each renewal and at the end", async () => {
    const { pem, jwk } = await createClientKey();
    const world = await createWorld({
      scheme: openID,
      oauth: ({ url }) => ({ clientId: "signer", privateKey: pem, issuer: url, scopes: ["openid", "offline_access"] }),
      clients: [
        { ...person, client_id: "signer", token_endpoint_auth_method: "private_key_jwt", jwks: { keys: [jwk] } },
      ],
      tokenSeconds: 3,
    });
    await logIn(world, "ada");
    const sources = await open(world);
    await until(async () => {
      expect(await whoAmI(sources)).toEqual({ user: "ada" });
      return (world.provider.seen.get("refresh_token.consumed") ?? 0) >= 1;
    });
    const logins = openLogins(world);
    ends.push(() => logins.close());
    expect(await logins.logOut("notes", AbortSignal.timeout(30_000))).toEqual({ wasLoggedIn: true, revoked: true });
    expect(world.provider.seen.get("grant.error")).toBeUndefined();
  });
});
