/** Logins to a real MCP server behind a real authorization server, from a config alone. */
import { rmSync } from "node:fs";
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { openLogins, startHub } from "../../src/entries/hub.ts";
import type { HubConfig, LoginStatus, RunningHub } from "../../src/entries/hub.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { until } from "../support/until.ts";
import { startAuthProvider } from "./auth-provider.ts";
import type { AuthProvider, AuthProviderOptions } from "./auth-provider.ts";
import { createClientKey } from "./client-key.ts";
import { startProtectedServer } from "./protected-server.ts";
import type { ProtectedServer, ProtectedServerOptions } from "./protected-server.ts";
import { walkLogin } from "./walk-login.ts";

beforeAll(() => ensureSubPackage("tests/logins"), 600_000);

const key = "a-key-for-tests-long-enough";
const ends: Array<() => unknown> = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface World {
  readonly provider: AuthProvider;
  readonly server: ProtectedServer;
  readonly config: HubConfig;
  readonly folder: string;
}

async function createWorld(options: AuthProviderOptions & ProtectedServerOptions = {}, oauth?: object): Promise<World> {
  const provider = await startAuthProvider(options);
  ends.push(() => provider.close());
  const server = await startProtectedServer(provider, options);
  ends.push(() => server.close());
  const folder = makeTempFolder("logins");
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  const config: HubConfig = {
    mcpServers: { notes: { url: server.url, ...(oauth === undefined ? {} : { oauth }) } },
    vault: { folder: "vault" },
    serve: { port: 0, keys: [{ id: "ada", key, scopes: ["*"] }] },
    log: { level: "silent" },
  };
  return { provider, server, config, folder };
}

async function start({ config, folder }: World): Promise<RunningHub> {
  const hub = await startHub({ config, folder }, { waitForSources: true, stateFolder: folder });
  ends.push(() => hub.close({ graceMs: 0 }));
  return hub;
}

/** Logs in as `operations login` does, with a person. */
async function logIn({ config, folder }: World, user: string): Promise<LoginStatus> {
  const logins = openLogins({ config, folder });
  onTestFinished(() => logins.close());
  const show = (address: URL): void => void walkLogin(address, user);
  return await logins.logIn("notes", { show, signal: new AbortController().signal });
}

async function callOver(hub: RunningHub): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const response = await fetch(`${hub.endpoints.http}/notes/who_am_i`, { method: "POST", headers, body: "{}" });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const whoAmI = async (hub: RunningHub): Promise<unknown> =>
  ((await hub.registry.execute("notes.who_am_i", {})).data as [{ text: string }])[0].text;

describe("when an MCP server needs a login that is missing", () => {
  it("says so in the status, and in calls with 403 and instructions", async () => {
    const hub = await start(await createWorld());
    expect(hub.sources.statuses()).toMatchObject([
      { name: "notes", state: "failed", login: "required", error: expect.stringContaining("operations login notes") },
    ]);
    expect(await callOver(hub)).toMatchObject({
      status: 403,
      body: { code: "LOGIN_REQUIRED", details: { source: "notes", command: "operations login notes" } },
    });
  });

  it("picks up another process's login without a restart, and keeps renewing it", async () => {
    const world = await createWorld({ tokenSeconds: 3 });
    const hub = await start(world);
    await logIn(world, "ada");
    await until(() => hub.sources.statuses()[0]?.state === "ready");
    expect(hub.sources.statuses()[0]).not.toHaveProperty("login");
    await until(async () => {
      expect(await whoAmI(hub)).toEqual("ada");
      return (world.provider.seen.get("refresh_token.consumed") ?? 0) >= 2;
    });
    expect(world.provider.seen.get("grant.error")).toBeUndefined();
  });
});

describe("when a person has logged in", () => {
  it("serves the tools at the next start, as that person", async () => {
    const world = await createWorld();
    expect(await logIn(world, "grace")).toMatchObject({ source: "notes", state: "logged in", renews: true });
    expect(await whoAmI(await start(world))).toEqual("grace");
    expect(world.provider.seen.get("registration_create.success")).toBe(1);
  });

  it("needs no second registration for a second login", async () => {
    const world = await createWorld();
    await logIn(world, "grace");
    await logIn(world, "ada");
    expect(world.provider.seen.get("registration_create.success")).toBe(1);
    expect(await whoAmI(await start(world))).toEqual("ada");
  });

  it("lists it without its tokens, and ends it at the server with a logout", async () => {
    const world = await createWorld();
    await logIn(world, "grace");
    const hub = await start(world);
    const logins = openLogins(world);
    onTestFinished(() => logins.close());
    expect(await logins.list()).toMatchObject([{ source: "notes", kind: "mcp", state: "logged in" }]);
    const { signal } = new AbortController();
    expect(await logins.logOut("notes", signal)).toEqual({ wasLoggedIn: true, revoked: true });
    expect(await logins.list()).toEqual([{ source: "notes", kind: "mcp", state: "logged out" }]);
    expect(await logins.logOut("notes", signal)).toEqual({ wasLoggedIn: false, revoked: false });
    expect(await callOver(hub)).toMatchObject({ status: 403, body: { code: "LOGIN_REQUIRED" } });
    await until(() => hub.sources.statuses()[0]?.login === "required");
  });

  it("refuses to start with another key, and destroys nothing", async () => {
    const world = await createWorld();
    await logIn(world, "grace");
    process.env["OPERATIONS_VAULT_KEY"] = Buffer.alloc(32, 3).toString("base64");
    onTestFinished(() => void delete process.env["OPERATIONS_VAULT_KEY"]);
    await expect(start(world)).rejects.toThrow("made with another key");
    delete process.env["OPERATIONS_VAULT_KEY"];
    expect(await whoAmI(await start(world))).toEqual("grace");
  });
});

describe("when the client has a key instead of a secret", () => {
  it("signs with it at the login, at each renewal and at the end", async () => {
    const { pem, jwk } = await createClientKey();
    const client = {
      client_id: "signer",
      token_endpoint_auth_method: "private_key_jwt",
      jwks: { keys: [jwk] },
      application_type: "native",
      grant_types: ["authorization_code", "refresh_token"],
      redirect_uris: ["http://127.0.0.1/callback"],
    };
    const oauth = { clientId: "signer", privateKey: pem };
    const world = await createWorld({ tokenSeconds: 3, clients: [client] }, oauth);
    await logIn(world, "ada");
    const hub = await start(world);
    await until(async () => {
      expect(await whoAmI(hub)).toBe("ada");
      return (world.provider.seen.get("refresh_token.consumed") ?? 0) >= 1;
    });
    const logins = openLogins(world);
    onTestFinished(() => logins.close());
    expect(await logins.logOut("notes", AbortSignal.timeout(30_000))).toEqual({ wasLoggedIn: true, revoked: true });
    expect(world.provider.seen.get("grant.error")).toBeUndefined();
  });
});

describe("when the person only has a browser on another device", () => {
  it.each([
    { what: "any tokens", isBound: false },
    { what: "only key-bound tokens", isBound: true },
  ])("logs in with a code if the server accepts $what, and renews the login", async ({ isBound }) => {
    const world = await createWorld({ tokenSeconds: 2, isBound });
    const logins = openLogins(world);
    onTestFinished(() => logins.close());
    const codes: string[] = [];
    const status = await logins.logIn("notes", {
      show: () => Promise.reject(new Error("no browser here")),
      showCode: ({ code, complete }) => {
        codes.push(code);
        void walkLogin(complete as URL, "grace");
      },
      signal: AbortSignal.timeout(60_000),
    });
    expect(status).toMatchObject({ state: "logged in", renews: true });
    expect(codes).toEqual([expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/)]);
    const hub = await start(world);
    await until(async () => {
      expect(await whoAmI(hub)).toEqual("grace");
      return (world.provider.seen.get("refresh_token.consumed") ?? 0) > 0;
    });
  });
});

describe("when the person does not log in", () => {
  it("accepts no redirect of another login, and can be cancelled", async () => {
    const world = await createWorld();
    const logins = openLogins(world);
    onTestFinished(() => logins.close());
    const controller = new AbortController();
    const seen: number[] = [];
    const show = async (address: URL): Promise<void> => {
      const redirect = new URL(address.searchParams.get("redirect_uri") ?? "");
      redirect.search = "code=stolen&state=guessed";
      seen.push((await fetch(redirect)).status);
      controller.abort(new Error("no time"));
    };
    await expect(logins.logIn("notes", { show, signal: controller.signal })).rejects.toThrow("no time");
    expect(seen).toEqual([400]);
    expect(await logins.list()).toMatchObject([{ state: "logged out" }]);
  });

  it("says why if the service refuses", async () => {
    const world = await createWorld();
    const logins = openLogins(world);
    onTestFinished(() => logins.close());
    const show = async (address: URL): Promise<void> => {
      const redirect = new URL(address.searchParams.get("redirect_uri") ?? "");
      const state = address.searchParams.get("state") ?? "";
      redirect.search = String(new URLSearchParams({ error: "access_denied", state, iss: world.provider.url }));
      await fetch(redirect);
    };
    await expect(logins.logIn("notes", { show, signal: new AbortController().signal })).rejects.toMatchObject({
      code: "ACCESS_DENIED",
      message: expect.stringContaining("refused the login: access_denied") as string,
    });
  });
});

describe("when a server accepts only key-bound tokens", () => {
  it("signs each request, keeps the key with the login, and renews the token with it", async () => {
    const world = await createWorld({ tokenSeconds: 3, isBound: true });
    await logIn(world, "ada");
    for (let starts = 1; starts <= 2; starts++) {
      const hub = await start(world);
      await until(async () => {
        expect(await whoAmI(hub)).toEqual("ada");
        return (world.provider.seen.get("refresh_token.consumed") ?? 0) >= starts;
      });
      await hub.close({ graceMs: 0 });
    }
  });

  it("gets such a token without a person too", async () => {
    const client = { client_id: "service", client_secret: "a secret", grant_types: ["client_credentials"] };
    const clients = [{ ...client, redirect_uris: [], response_types: [] }];
    const oauth = { grant: "client_credentials", clientId: "service", clientSecret: "a secret" };
    const world = await createWorld({ clients, isBound: true, tokenSeconds: 3 }, oauth);
    const hub = await start(world);
    const tokens = (): number => world.provider.seen.get("grant.success") ?? 0;
    const before = tokens();
    await until(async () => {
      expect(await whoAmI(hub)).toEqual("service");
      return tokens() > before;
    });
  });
});
