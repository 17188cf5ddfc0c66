/** Logins to an HTTP API that asks for them (RFC 9728), although its config names none. */
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { openLogins, openSources, startHub } from "../../src/entries/hub.ts";
import type { HubConfig, HubLogins, HubSources, LoginStatus, OpenAPISourceConfig } from "../../src/entries/hub.ts";
import { FromOpenAPI, OperationRegistry } from "../../src/entries/index.ts";
import { openVault } from "../../src/vault/open-vault.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { until } from "../support/until.ts";
import { startAuthProvider } from "./auth-provider.ts";
import type { AuthProvider, AuthProviderOptions } from "./auth-provider.ts";
import { startProtectedAPI } from "./protected-api.ts";
import type { ProtectedAPI, ProtectedAPIOptions } from "./protected-api.ts";
import { TestBrowser } from "./test-browser.ts";
import { walkLogin } from "./walk-login.ts";

beforeAll(() => ensureSubPackage("tests/logins"), 600_000);

const ends: Array<() => unknown> = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface World {
  readonly provider: AuthProvider;
  readonly api: ProtectedAPI;
  readonly config: HubConfig;
  readonly folder: string;
}

interface WorldOptions extends AuthProviderOptions, ProtectedAPIOptions {
  readonly source?: Partial<OpenAPISourceConfig>;
}

async function createWorld({ source, ...options }: WorldOptions = {}): Promise<World> {
  const provider = await startAuthProvider(options);
  ends.push(() => provider.close());
  const api = await startProtectedAPI(provider, { hasMore: true, ...options });
  ends.push(() => api.close());
  const folder = makeTempFolder("asked-logins");
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "notes.json"), JSON.stringify(api.document));
  const notes = { document: "notes.json", baseUrl: api.url, ...source };
  return { provider, api, folder, config: { openapi: { notes }, vault: { folder: "vault" } } };
}

async function open(world: World): Promise<HubSources> {
  const sources = await openSources(world);
  ends.push(() => sources.close({ graceMs: 0 }));
  await sources.ready;
  return sources;
}

function loginsOf(world: World): HubLogins {
  const logins = openLogins(world);
  ends.push(() => logins.close());
  return logins;
}

async function logIn(world: World, user: string): Promise<LoginStatus> {
  const show = (address: URL): void => void walkLogin(address, user);
  return await loginsOf(world).logIn("notes", { show, signal: AbortSignal.timeout(30_000) });
}

/** Ends the login at the server, as its owner can in their account there. */
async function endGrant({ folder, api, provider }: World): Promise<void> {
  const vault = await openVault({ folder: join(folder, "vault") });
  const { refreshToken: token = "", state } = (await vault.read({ source: `notes ${api.url}`, identity: "" })) ?? {};
  const { client_id } = (state as { client: { client_id: string } }).client;
  const body = new URLSearchParams({ token, client_id });
  expect((await fetch(`${provider.url}/token/revocation`, { method: "POST", body })).status).toBe(200);
}

const call = async ({ registry }: HubSources, name = "whoAmI"): Promise<unknown> =>
  (await registry.execute(`notes.${name}`, {})).data;

const failure = async (called: Promise<unknown>): Promise<Error> =>
  await called.then(
    () => new Error("It was answered."),
    (thrown: unknown) => thrown as Error,
  );

describe("when an API asks for a login that its config does not name", () => {
  it("says LOGIN_REQUIRED until a person has logged in, and serves what needs no login all the time", async () => {
    const world = await createWorld();
    const sources = await open(world);
    expect(sources.statuses()).toMatchObject([{ name: "notes", state: "ready" }]);
    expect(sources.statuses()[0]?.login).toBeUndefined();
    expect(await loginsOf(world).list()).toEqual([]);
    await expect(call(sources)).rejects.toMatchObject({
      code: "LOGIN_REQUIRED",
      phase: "notStarted",
      message: 'notes needs a login: run "operations login notes".',
      details: { source: "notes", command: "operations login notes" },
    });
    const [status] = sources.statuses();
    expect(status).toMatchObject({
      state: "ready",
      login: "required",
      error: expect.stringContaining("needs a login"),
    });
    expect(await call(sources, "ping")).toEqual({ user: "anyone" });
    expect(await loginsOf(world).list()).toEqual([{ source: "notes", kind: "openapi", state: "logged out" }]);
    expect(await logIn(world, "ada")).toMatchObject({ state: "logged in", renews: true, scope: "notes:read" });
    expect(await call(sources)).toEqual({ user: "ada" });
    expect(await call(sources, "ping")).toEqual({ user: "anyone" });
    await until(() => sources.statuses()[0]?.login === undefined);
    expect(sources.statuses()[0]).not.toHaveProperty("error");
  });

  it("notices the login of another process without a call", async () => {
    const world = await createWorld();
    const sources = await open(world);
    await failure(call(sources));
    expect(sources.statuses()[0]?.login).toBe("required");
    await logIn(world, "ada");
    await until(() => sources.statuses()[0]?.login === undefined);
  });

  it("is connected by an administrator at the page of the hub", async () => {
    const world = await createWorld();
    const ada = { id: "ada", key: "the-key-of-ada-0001" };
    const operator = { id: "operator", key: "the-key-of-the-operator-0004", scopes: ["operations:admin"] };
    const serve = { port: 0, keys: [ada, operator] };
    const config: HubConfig = { ...world.config, serve, log: { level: "silent" } };
    const hub = await startHub({ config, folder: world.folder }, { waitForSources: true, stateFolder: world.folder });
    ends.push(() => hub.close({ graceMs: 0 }));
    const send = async ({ key }: { key: string }, path: string, init: RequestInit = {}): Promise<unknown> => {
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
      return await (await fetch(`${hub.endpoints.http}${path}`, { ...init, headers })).json();
    };
    const callIt = { method: "POST", body: "{}" };
    expect(await send(operator, "/~/logins")).toEqual({ logins: [] });
    expect(await send(ada, "/notes/whoAmI", callIt)).toMatchObject({ code: "LOGIN_REQUIRED", status: 403 });
    expect(await send(ada, "/~/logins")).toEqual({ logins: [] });
    const shown = { source: "notes", kind: "openapi", state: "logged out" };
    expect(await send(operator, "/~/logins")).toMatchObject({ logins: [shown] });
    const browser = new TestBrowser();
    const page = `${hub.endpoints.http}/~/login/notes`;
    await browser.send(page, { key: operator.key });
    await browser.logIn(await browser.send(page, { action: "connect" }), "grace");
    expect(await send(ada, "/notes/whoAmI", callIt)).toEqual({ user: "grace" });
    await until(() => hub.sources.statuses()[0]?.login === undefined);
  });

  it("needs only the address of the document in its config", async () => {
    const world = await createWorld();
    const openapi = { notes: { document: `${world.api.url}/openapi.json` } };
    const bare = { ...world, config: { ...world.config, openapi } };
    const sources = await open(bare);
    await expect(call(sources)).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
    await logIn(bare, "ada");
    expect(await call(sources)).toEqual({ user: "ada" });
  });

  it("uses the login after a restart, without being refused first", async () => {
    const world = await createWorld();
    const before = await open(world);
    await failure(call(before));
    await logIn(world, "ada");
    await before.close({ graceMs: 0 });
    const refusals = world.api.refused();
    expect(await call(await open(world))).toEqual({ user: "ada" });
    expect(world.api.refused()).toBe(refusals);
  });

  it("can be logged in to before it was ever called, and a running hub takes that up", async () => {
    const world = await createWorld();
    const sources = await open(world);
    await logIn(world, "ada");
    expect(await call(sources)).toEqual({ user: "ada" });
    expect(sources.statuses()[0]?.login).toBeUndefined();
  });

  it("renews the token, asks for more scopes, and ends with a logout", async () => {
    const world = await createWorld({ tokenSeconds: 3, writeScope: "notes:write" });
    await logIn(world, "ada");
    const sources = await open(world);
    await until(async () => {
      expect(await call(sources)).toEqual({ user: "ada" });
      return (world.provider.seen.get("refresh_token.consumed") ?? 0) >= 1;
    });
    await expect(call(sources, "writeNote")).rejects.toMatchObject({
      code: "LOGIN_REQUIRED",
      message: expect.stringContaining("notes:write"),
    });
    expect(((await logIn(world, "ada")).scope ?? "").split(" ")).toContain("notes:write");
    await until(async () => (await call(sources, "writeNote").catch(() => undefined)) !== undefined);
    const signal = AbortSignal.timeout(30_000);
    expect(await loginsOf(world).logOut("notes", signal)).toEqual({ wasLoggedIn: true, revoked: true });
    await expect.poll(() => failure(call(sources)), { timeout: 30_000 }).toMatchObject({ code: "LOGIN_REQUIRED" });
    expect(await call(sources, "ping")).toEqual({ user: "anyone" });
  });

  it("says LOGIN_REQUIRED again when the server no longer takes the login", async () => {
    const world = await createWorld({ tokenSeconds: 2 });
    await logIn(world, "ada");
    const sources = await open(world);
    expect(await call(sources)).toEqual({ user: "ada" });
    await endGrant(world);
    await expect.poll(() => failure(call(sources)), { timeout: 30_000 }).toMatchObject({ code: "LOGIN_REQUIRED" });
    expect(await call(sources, "ping")).toEqual({ user: "anyone" });
    await logIn(world, "grace");
    expect(await call(sources)).toEqual({ user: "grace" });
  });

  it("finds the metadata where the refusal says, in every process", async () => {
    const world = await createWorld({
      metadataPath: "/about/logins.json",
      metadata: (url) => ({ resource: `${url}/me` }),
    });
    await expect(logIn(world, "ada")).rejects.toThrow("notes does not say where to log in");
    const sources = await open(world);
    await expect(call(sources)).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
    await logIn(world, "ada");
    expect(await call(sources)).toEqual({ user: "ada" });
  });
});

describe("when a document leads to another server after a login", () => {
  it("does not send the token there", async () => {
    const world = await createWorld();
    const other = await startProtectedAPI(world.provider, {});
    ends.push(() => other.close());
    let document: object = world.api.document;
    const documents = createServer((_, response) => void response.end(JSON.stringify(document))).listen(0, "127.0.0.1");
    ends.push(() => documents.close());
    await once(documents, "listening");
    const address = `http://127.0.0.1:${(documents.address() as AddressInfo).port}/notes.json`;
    const moving = { ...world, config: { ...world.config, openapi: { notes: { document: address } } } };
    const before = await open(moving);
    await logIn(moving, "ada");
    expect(await call(before)).toEqual({ user: "ada" });
    document = other.document;
    const after = await open(moving);
    await expect(call(after)).rejects.toMatchObject({
      code: "LOGIN_REQUIRED",
      message: expect.stringContaining("the last login is for another address"),
    });
    expect(other.tokens).toEqual([]);
    expect(after.statuses()[0]?.login).toBe("required");
    await logIn(moving, "grace");
    expect(await call(after)).toEqual({ user: "grace" });
  });
});

describe("when a refusal can't be trusted", () => {
  it.each<[string, WorldOptions, string]>([
    [
      "leads to metadata of another origin",
      { challenge: (url) => `Bearer resource_metadata="${url.replace("127.0.0.1", "localhost")}/x"` },
      "which is not its own address",
    ],
    ["leads to no address", { challenge: () => 'Bearer resource_metadata="not a url"' }, "is not a URL"],
    ["leads to nothing", { challenge: (url) => `Bearer resource_metadata=${url}/ping/no` }, "its metadata answers 401"],
    ["leads to something else", { metadata: () => "<html>" }, "its metadata is not a JSON object"],
    ["leads to too much", { metadata: () => " ".repeat(70_000) }, "its metadata is longer than 65536 bytes"],
    [
      "is about another host",
      { metadata: () => ({ resource: "https://bank.example" }) },
      "is about https://bank.example",
    ],
    [
      "is about a neighbour",
      { metadata: (url) => ({ resource: `${url}/you` }) },
      "and this operation is not part of that",
    ],
    ["names no resource", { metadata: () => ({ resource: 1 }) }, "its metadata names no resource"],
    ["names no server", { metadata: () => ({ authorization_servers: [] }) }, "names no authorization server"],
  ])("reports it as it is if it %s", async (_, options, message) => {
    const world = await createWorld(options);
    const sources = await open(world);
    await expect(call(sources)).rejects.toMatchObject({
      code: "EXECUTION_ERROR",
      message: expect.stringContaining(message),
      details: { status: 401 },
    });
    expect(sources.statuses()[0]?.login).toBeUndefined();
    expect(await loginsOf(world).list()).toEqual([]);
  });

  it("does not lead anywhere after a redirect to another server", async () => {
    const other = await createWorld();
    const world = await createWorld({ elsewhere: other.api.url });
    const sources = await open(world);
    const thrown = await failure(call(sources, "goAway"));
    expect(thrown).toMatchObject({ code: "EXECUTION_ERROR", details: { status: 401 } });
    expect(thrown.message).toMatch(/answered 401 Unauthorized: log in$/);
    expect(sources.statuses()[0]?.login).toBeUndefined();
  });

  it("leads to a login after a redirect within the API, whose call may have begun", async () => {
    const world = await createWorld();
    const sources = await open(world);
    await expect(call(sources, "goAway")).rejects.toMatchObject({ code: "LOGIN_REQUIRED", phase: "unknown" });
    await logIn(world, "ada");
    await failure(call(sources, "goAway"));
    expect(await call(sources, "goAway")).toEqual({ user: "ada" });
  });

  it("takes no login page that is not a web page", async () => {
    const issuer = createServer(({ method }, response) => {
      const own = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
      const metadata = { issuer: own, authorization_endpoint: "file:///bin/sh", token_endpoint: own };
      response.writeHead(method === "POST" ? 201 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify({ ...metadata, client_id: "x", registration_endpoint: own }));
    }).listen(0, "127.0.0.1");
    ends.push(() => issuer.close());
    await once(issuer, "listening");
    const url = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
    const world = await createWorld({ metadata: () => ({ authorization_servers: [url] }) });
    await expect(logIn(world, "ada")).rejects.toThrow("The login page of notes is not a web page");
  });
});

describe("when the config has other credentials", () => {
  it.each<[string, Partial<OpenAPISourceConfig>, string]>([
    ["auth", { auth: { type: "bearer", token: "an-old-token-1" } }, "whoAmI"],
    ["headers.X-Api-Key", { headers: { "X-Api-Key": "an-old-key-12" } }, "whoAmI"],
    ["credentials.key", { credentials: { key: "an-old-key-12" } }, "useKey"],
  ])("says that %s was refused, and asks nobody to log in", async (setting, source, operation) => {
    const world = await createWorld({ source });
    const sources = await open(world);
    await expect(call(sources, operation)).rejects.toMatchObject({
      code: "EXECUTION_ERROR",
      message: expect.stringContaining(
        `answered 401 Unauthorized: log in. It refused the credentials of its config (${setting}). It takes logins: with "oauth": {} instead in the config of its source, "operations login" logs in.`,
      ),
    });
    expect(sources.statuses()[0]?.login).toBeUndefined();
  });

  it("never sends a login in their place", async () => {
    const world = await createWorld({ source: { credentials: { key: "an-old-key-12" } } });
    const sources = await open(world);
    await expect(call(sources)).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
    await logIn(world, "ada");
    expect(await call(sources)).toEqual({ user: "ada" });
    await expect(call(sources, "useKey")).rejects.toThrow("It refused the credentials of its config");
  });
});

describe("when nothing may log in", () => {
  it("passes the refusal on if the config says so, and names the setting", async () => {
    const world = await createWorld({ source: { oauth: false, credentials: { key: "an-old-key-12" } } });
    const sources = await open(world);
    const off = 'It takes logins, but "oauth": false in the config of its source turns them off.';
    await expect(call(sources)).rejects.toMatchObject({
      code: "EXECUTION_ERROR",
      message: expect.stringMatching(new RegExp(`answered 401 Unauthorized: log in\\. ${off}$`)),
      details: { status: 401 },
    });
    await expect(call(sources, "useKey")).rejects.toThrow(
      `It refused the credentials of its config (credentials.key). ${off}`,
    );
    expect(await loginsOf(world).list()).toEqual([]);
    await expect(logIn(world, "ada")).rejects.toThrow("notes is not a source that takes a login");
  });

  it("names the setting in a program without a vault", async () => {
    const { api } = await createWorld();
    const registry = new OperationRegistry();
    registry.registerAll(FromOpenAPI(api.document, { namespace: "notes", baseUrl: api.url }));
    await expect(registry.execute("notes.whoAmI", {})).rejects.toThrow(
      'answered 401 Unauthorized: log in. It takes logins: with "oauth": {} in the config of its source, "operations login" logs in.',
    );
  });
});
