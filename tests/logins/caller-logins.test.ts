/** Each caller of a hub has its own login to the service behind a source. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { ClientCapabilities } from "@modelcontextprotocol/client";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { defineOperation, Type } from "../../src/entries/index.ts";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { until } from "../support/until.ts";
import { createCallerWorld, KEYS } from "./caller-world.ts";
import type { CallerWorld } from "./caller-world.ts";
import { TestBrowser } from "./test-browser.ts";

beforeAll(() => ensureSubPackage("tests/logins"), 600_000);

const ends: Array<() => unknown> = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Both kinds of sources, and how to find out whose identity a call uses. */
const userIn = (body: unknown): string => (body as { user: string }).user;
const SOURCES = [
  { source: "people", operation: "people.whoAmI", userOf: userIn, how: "as its config says", isAsked: false },
  { source: "people", operation: "people.whoAmI", userOf: userIn, how: "as it asks itself", isAsked: true },
  {
    source: "notes",
    operation: "notes.who_am_i",
    userOf: (body: unknown) => (body as [{ text: string }])[0].text,
    how: "as it asks itself",
    isAsked: false,
  },
] as const;

async function list({ hub }: CallerWorld, key: string): Promise<unknown[]> {
  const response = await fetch(`${hub.endpoints.http}/~/logins`, { headers: { authorization: `Bearer ${key}` } });
  return ((await response.json()) as { logins: unknown[] }).logins;
}

describe.each(SOURCES)("when the callers of $source have their own logins, $how", (kind) => {
  const { source, operation, userOf, isAsked } = kind;
  it("answers a call without one with 403 and an address, and uses each login for its owner only", async () => {
    const world = await createCallerWorld(ends, { isAsked });
    const { call, connect, hub } = world;
    const refused = await call("ada", operation);
    expect(refused).toMatchObject({
      status: 403,
      body: { code: "LOGIN_REQUIRED", details: { source, url: expect.stringContaining(`/~/login/${source}?for=`) } },
    });
    expect((await connect("ada", source, "ada-upstream")).text).toContain(`ada is connected to ${source}`);
    expect(userOf((await call("ada", operation)).body)).toBe("ada-upstream");
    // Neither ada's login nor the operator's.
    expect(await call("bob", operation)).toMatchObject({ status: 403, body: { code: "LOGIN_REQUIRED" } });
    await connect("bob", source, "bob-upstream");
    expect(userOf((await call("bob", operation)).body)).toBe("bob-upstream");
    expect(userOf((await call("ada", operation)).body)).toBe("ada-upstream");
    // A call without an identity belongs to no caller.
    await expect(hub.registry.execute(operation, {})).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
  });

  it("renews each login separately", async () => {
    const { call, connect, provider } = await createCallerWorld(ends, { isAsked, tokenSeconds: 3 });
    await connect("ada", source, "ada-upstream");
    await connect("bob", source, "bob-upstream");
    await until(async () => {
      expect(userOf((await call("ada", operation)).body)).toBe("ada-upstream");
      expect(userOf((await call("bob", operation)).body)).toBe("bob-upstream");
      return (provider.seen.get("refresh_token.consumed") ?? 0) >= 3;
    });
    expect(provider.seen.get("grant.error")).toBeUndefined();
  });

  it("loses no call whose token expires on the way, even twice", async () => {
    const { call, connect, provider } = await createCallerWorld(ends, { isAsked, tokenSeconds: 2 });
    await connect("ada", source, "ada-upstream");
    expect(userOf((await call("ada", operation)).body)).toBe("ada-upstream");
    provider.stalls.push(2100, 2100);
    expect(userOf((await call("ada", operation)).body)).toBe("ada-upstream");
    expect(provider.stalls).toEqual([]);
  });

  it("lists and ends only a caller's own login", async () => {
    const world = await createCallerWorld(ends, { isAsked });
    const { call, connect, hub } = world;
    await connect("ada", source, "ada-upstream");
    await connect("bob", source, "bob-upstream");
    expect(await list(world, KEYS.ada)).toContainEqual(
      expect.objectContaining({ source, login: "caller", state: "logged in" }),
    );
    expect(await list(world, KEYS.eve)).toEqual([]);
    const headers = { authorization: `Bearer ${KEYS.ada}` };
    const gone = await fetch(`${hub.endpoints.http}/~/logins/${source}`, { method: "DELETE", headers });
    expect(await gone.json()).toEqual({ wasLoggedIn: true, revoked: true });
    await expect
      .poll(() => call("ada", operation), { timeout: 30_000 })
      .toMatchObject({ status: 403, body: { code: "LOGIN_REQUIRED" } });
    expect(userOf((await call("bob", operation)).body)).toBe("bob-upstream");
  });
});

describe("when a browser opens the login page", () => {
  const pageOf = ({ hub }: CallerWorld, source = "people"): string => `${hub.endpoints.http}/~/login/${source}`;

  it("first asks who the user is, and cannot be framed, cached or scripted", async () => {
    const world = await createCallerWorld(ends);
    const page = await new TestBrowser().open(pageOf(world));
    expect(page.text).toContain('name="key"');
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(page.headers.get("x-frame-options")).toBe("DENY");
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect((await new TestBrowser().send(pageOf(world), { key: "no-such-key-0000" })).status).toBe(403);
    expect((await new TestBrowser().send(pageOf(world), { action: "connect" })).text).toContain('name="key"');
  });

  it("refuses a link that was made for another caller", async () => {
    const world = await createCallerWorld(ends);
    const { body } = await world.call("ada", "people.whoAmI");
    const { url } = body["details"] as { url: string };
    const browser = new TestBrowser();
    expect((await browser.send(url, { key: KEYS.bob })).text).toContain("for another caller than bob");
    expect((await browser.send(url, { key: KEYS.ada })).text).toContain("Connect ada to people");
  });

  it("offers no source that its caller may not call, and escapes text from the address", async () => {
    const world = await createCallerWorld(ends);
    const browser = new TestBrowser();
    for (const name of ["people", "nothing"]) {
      const page = await browser.send(pageOf(world, name), { key: KEYS.eve });
      expect(page).toMatchObject({ status: 404 });
      expect(page.text).toContain("There is no such source that you can log in to.");
      expect((await browser.send(pageOf(world, name), { action: "connect" })).status).toBe(403);
    }
    const hostile = await new TestBrowser().open(pageOf(world, encodeURIComponent('"><script>alert(1)</script>')));
    expect(hostile.text).not.toContain("<script");
  });

  it("accepts no form from another site", async () => {
    const world = await createCallerWorld(ends);
    for (const origin of ["https://evil.example", "null", "http://127.0.0.1:1"]) {
      const browser = new TestBrowser();
      expect((await browser.send(pageOf(world), { key: KEYS.eve }, origin)).status).toBe(403);
      expect(browser.cookies.size).toBe(0);
    }
  });

  it("sets a session cookie that scripts and other sites cannot use", async () => {
    const world = await createCallerWorld(ends);
    const answer = await new TestBrowser().request(pageOf(world), new URLSearchParams({ key: KEYS.ada }));
    const [cookie = ""] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^operations-login-\d+=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/);
    expect(cookie).toContain(`operations-login-${new URL(pageOf(world)).port}=`);
  });

  it("asks for a key, and begins no login, if a request shows only the cookie", async () => {
    const world = await createCallerWorld(ends);
    const ada = new TestBrowser();
    await ada.send(pageOf(world), { key: KEYS.ada });
    // What another server on this machine gets: browsers send cookies to every port of a host.
    const thief = new TestBrowser();
    for (const [name, value] of ada.cookies) thief.cookies.set(name, value);
    const seen = await thief.open(pageOf(world));
    expect(seen.text).toContain('name="key"');
    expect(seen.text).not.toMatch(/ada|secret/);
    for (const action of ["connect", "disconnect", "leave"]) {
      const refused = await thief.send(pageOf(world), { action });
      expect(refused).toMatchObject({ status: 403, text: expect.stringContaining('name="key"') as string });
    }
    // The owner's page still works.
    expect((await world.connect("ada", "people", "ada-upstream", ada)).text).toContain("ada is connected to people");
  });

  it("ends the session with its key", async () => {
    const world = await createCallerWorld(ends);
    const browser = new TestBrowser();
    expect((await browser.send(pageOf(world), { key: KEYS.ada })).text).toContain("Connect ada to people");
    const { serve = {} } = world.config;
    const keys = serve.keys?.filter(({ id }) => id !== "ada") ?? [];
    await world.hub.reload({ config: { ...world.config, serve: { ...serve, keys } }, folder: world.folder });
    expect((await browser.open(pageOf(world))).text).toContain('name="key"');
    expect((await browser.send(pageOf(world), { action: "connect" })).text).toContain("Your time on this page is over");
  });
});

describe("when a service sends a browser back", () => {
  /** Begins a login, and stops at the service's page. */
  async function begin(world: CallerWorld, browser: TestBrowser): Promise<URL> {
    const page = `${world.hub.endpoints.http}/~/login/people`;
    await browser.send(page, { key: KEYS.ada });
    const answer = await browser.request(page, new URLSearchParams({ action: "connect" }));
    const [, address = ""] = /content="0;url=([^"]+)"/.exec(await answer.text()) ?? [];
    return new URL(address.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))));
  }

  const callback = ({ hub }: CallerWorld, parameters: Record<string, string>): string =>
    `${hub.endpoints.http}/~/callback?${String(new URLSearchParams(parameters))}`;

  it("accepts only a state that it has issued, and only once", async () => {
    const world = await createCallerWorld(ends);
    const browser = new TestBrowser();
    await begin(world, browser);
    expect((await browser.open(callback(world, { code: "stolen", state: "guessed" }))).status).toBe(403);
    expect((await browser.open(callback(world, {}))).status).toBe(403);
    const done = await world.connect("ada", "people", "ada-upstream", browser);
    expect(done.text).toContain("ada is connected to people");
    const again = await browser.open(done.url);
    expect(again.status).toBe(403);
    expect(again.text).toContain("finished already");
    expect((await world.call("ada", "people.whoAmI")).body).toEqual({ user: "ada-upstream" });
  });

  it("accepts no answer from another browser, so that no person logs in for another", async () => {
    const world = await createCallerWorld(ends);
    const mallory = new TestBrowser();
    const address = await begin(world, mallory);
    // The victim follows the address, with or without their own session at the hub.
    for (const who of ["bob", undefined] as const) {
      const victim = new TestBrowser();
      if (who !== undefined) await victim.send(`${world.hub.endpoints.http}/~/login/people`, { key: KEYS[who] });
      const page = await victim.logIn(await victim.open(address), "victim-upstream");
      expect(page.status).toBe(403);
    }
    expect(await world.call("ada", "people.whoAmI")).toMatchObject({ status: 403 });
    expect(await world.call("bob", "people.whoAmI")).toMatchObject({ status: 403 });
    // The state is no longer valid in its own browser either.
    const state = address.searchParams.get("state") ?? "";
    expect((await mallory.open(callback(world, { code: "stolen", state }))).status).toBe(403);
  });

  it("requests only its own callback, whatever the request says", async () => {
    const world = await createCallerWorld(ends);
    const address = await begin(world, new TestBrowser());
    expect(address.searchParams.get("redirect_uri")).toBe(`${world.hub.endpoints.http}/~/callback`);
    const page = `${world.hub.endpoints.http}/~/login/people?next=https://evil.example&redirect_uri=https://evil.example`;
    const answer = await new TestBrowser().request(page, new URLSearchParams({ key: KEYS.ada }));
    expect([answer.status, await answer.text()]).toEqual([200, expect.not.stringContaining("evil")]);
  });

  it("says why if the service refuses", async () => {
    const world = await createCallerWorld(ends);
    const browser = new TestBrowser();
    const address = await begin(world, browser);
    const state = address.searchParams.get("state") ?? "";
    const page = await browser.open(callback(world, { error: "access_denied", state, iss: world.provider.url }));
    expect(page.status).toBe(403);
    expect(page.text).toContain("refused the login: access_denied");
  });
});

describe("when a client accepts questions", () => {
  /** An SDK client whose user logs in wherever the hub sends them. */
  async function connectClient(
    world: CallerWorld,
    era: "auto" | "legacy",
    user: string | undefined,
    capabilities: ClientCapabilities = { elicitation: { url: {} } },
  ): Promise<Client> {
    const client = new Client(
      { name: "asked", version: "1.0.0" },
      {
        capabilities,
        versionNegotiation: { mode: era },
      },
    );
    if (capabilities.elicitation === undefined) return await connect(world, client);
    client.setRequestHandler("elicitation/create", ({ params }) => {
      if (params.mode !== "url" || user === undefined) return { action: "decline" };
      const { pathname } = new URL(params.url);
      const source = pathname.slice(pathname.lastIndexOf("/") + 1);
      void world.connect("ada", source, user).catch(() => undefined);
      return { action: "accept" };
    });
    return await connect(world, client);
  }

  async function connect(world: CallerWorld, client: Client): Promise<Client> {
    const transport = new StreamableHTTPClientTransport(new URL(world.hub.endpoints.mcp ?? ""), {
      requestInit: { headers: { authorization: `Bearer ${KEYS.ada}` } },
    });
    await client.connect(transport);
    ends.push(() => client.close());
    return client;
  }

  const textOf = ({ content }: { content?: unknown }): string => (content as [{ text: string }])[0].text;

  it.each(["auto", "legacy"] as const)("sends its user to the page, and continues the call (%s)", async (era) => {
    const world = await createCallerWorld(ends);
    const client = await connectClient(world, era, "ada-upstream");
    expect(textOf(await client.callTool({ name: "notes_who_am_i", arguments: {} }))).toBe("ada-upstream");
    expect(textOf(await client.callTool({ name: "people_whoAmI", arguments: {} }))).toContain("ada-upstream");
  });

  it.each(["auto", "legacy"] as const)("does so for an API that asks itself (%s)", async (era) => {
    const world = await createCallerWorld(ends, { isAsked: true });
    const client = await connectClient(world, era, "ada-upstream");
    expect(textOf(await client.callTool({ name: "people_whoAmI", arguments: {} }))).toContain("ada-upstream");
  });

  it("sends a client without questions to the page of an API that asks itself, by error -32042", async () => {
    const world = await createCallerWorld(ends, { isAsked: true });
    const client = await connectClient(world, "legacy", undefined, {});
    const failed = client.callTool({ name: "people_whoAmI", arguments: {} });
    await expect(failed).rejects.toMatchObject({ code: -32042, elicitations: [{ mode: "url" }] });
  });

  it("sends a client of 2025-11-25 that accepts no questions to the page with error -32042", async () => {
    const world = await createCallerWorld(ends);
    for (const capabilities of [{}, { elicitation: { form: {} } }]) {
      const client = await connectClient(world, "legacy", undefined, capabilities);
      const url = expect.stringMatching(/^http.*\/~\/login\/notes\?for=/) as string;
      const failed = client.callTool({ name: "notes_who_am_i", arguments: {} });
      await expect(failed).rejects.toMatchObject({
        code: -32042,
        message: expect.stringContaining("/~/login/notes") as string,
        elicitations: [{ mode: "url", url, elicitationId: expect.any(String) as string }],
      });
    }
    await world.connect("ada", "notes", "ada-upstream");
    const client = await connectClient(world, "legacy", undefined, {});
    expect(textOf(await client.callTool({ name: "notes_who_am_i", arguments: {} }))).toBe("ada-upstream");
  });

  it("does not ask for another call of a MUTATION that has begun", async () => {
    const world = await createCallerWorld(ends);
    world.hub.registry.register(
      defineOperation({
        namespace: "shop",
        name: "order",
        version: "1.0.0",
        type: "MUTATION",
        description: "Does some work, then calls what needs a login.",
        inputSchema: Type.Object({}),
        outputSchema: Type.Unknown(),
        accessControl: { requiredScopes: [] },
        handler: (_input, { env }) => env["notes"]?.["who_am_i"]?.({}),
      }),
    );
    const client = await connectClient(world, "legacy", undefined, {});
    const result = await client.callTool({ name: "shop_order", arguments: {} });
    expect(textOf(result)).toMatch(/^LOGIN_REQUIRED: .+\nDetails: .+\nIt may have run: check before you repeat it\.$/);
  });

  it("returns the address in the result to a client of 2026-07-28 that accepts no questions", async () => {
    const world = await createCallerWorld(ends);
    const client = await connectClient(world, "auto", undefined, {});
    const result = await client.callTool({ name: "notes_who_am_i", arguments: {} });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/LOGIN_REQUIRED: .*\/~\/login\/notes/);
  });

  it.each(["auto", "legacy"] as const)("returns the address if the user declines (%s)", async (era) => {
    const world = await createCallerWorld(ends);
    const client = await connectClient(world, era, undefined);
    const result = await client.callTool({ name: "notes_who_am_i", arguments: {} });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/LOGIN_REQUIRED: notes needs a login: log in at http.*\/~\/login\/notes/);
  });
});
