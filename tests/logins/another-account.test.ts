/** A person connects another account of the service behind a source, while clients are connected to the hub. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { openLogins, openSources } from "../../src/entries/hub.ts";
import { checkAccess, dispatch } from "../../src/entries/index.ts";
import { until } from "../support/until.ts";
import { createCallerWorld, KEYS } from "./caller-world.ts";
import type { Caller, CallerWorld } from "./caller-world.ts";
import type { ExtendServer } from "./protected-server.ts";
import { walkLogin } from "./walk-login.ts";

beforeAll(() => ensureSubPackage("tests/logins"), 600_000);

const ends: Array<() => unknown> = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A tool and a resource that only this user has. */
const extend: ExtendServer = (server, user) => {
  server.registerTool(`only_${user}`, { description: "Of one user" }, () => ({ content: [] }));
  server.registerResource(user, `notes://of/${user}`, {}, ({ href }) => ({ contents: [{ uri: href, text: user }] }));
};

interface Session {
  readonly client: Client;
  /** The lists whose changes the client has received. */
  readonly heard: string[];
  readonly whoAmI: () => Promise<string>;
}

async function openSession({ hub }: CallerWorld, who: Caller): Promise<Session> {
  const client = new Client({ name: "agent", version: "1.0.0" }, { versionNegotiation: { mode: "legacy" } });
  const heard: string[] = [];
  for (const kind of ["tools", "resources", "prompts"] as const)
    client.setNotificationHandler(`notifications/${kind}/list_changed`, () => void heard.push(kind));
  const requestInit = { headers: { authorization: `Bearer ${KEYS[who]}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(hub.endpoints.mcp ?? ""), { requestInit }));
  ends.push(() => client.close());
  const whoAmI = async (): Promise<string> => {
    const { content } = await client.callTool({ name: "notes_who_am_i", arguments: {} });
    return (content[0] as { text: string }).text;
  };
  return { client, heard, whoAmI };
}

async function toolsOf({ client }: Session): Promise<string[]> {
  const { tools } = await client.listTools();
  return tools.map(({ name }) => name).filter((name) => name.startsWith("notes_only"));
}

async function resourcesOf({ client }: Session): Promise<string[]> {
  return (await client.listResources()).resources.map(({ uri }) => uri);
}

describe("when one account replaces another", () => {
  it("lists and calls as the caller's new account, and tells open sessions that a list has changed", async () => {
    const world = await createCallerWorld(ends, { extend });
    await world.connect("ada", "notes", "first");
    const session = await openSession(world, "ada");
    expect(await session.whoAmI()).toBe("first");
    expect(await resourcesOf(session)).toEqual(["notes://notes/of/first"]);
    session.heard.length = 0;
    await world.connect("ada", "notes", "second");
    // Immediately: no further request uses the old account.
    expect(await session.whoAmI()).toBe("second");
    await until(() => session.heard.includes("resources"));
    expect(await resourcesOf(session)).toEqual(["notes://notes/of/second"]);
  });

  it("notifies the sessions of a caller who has just logged in for the first time", async () => {
    const world = await createCallerWorld(ends, { extend });
    const session = await openSession(world, "ada");
    expect(await resourcesOf(session)).toEqual([]);
    await world.connect("ada", "notes", "first");
    await until(() => session.heard.includes("resources"));
    expect(await resourcesOf(session)).toEqual(["notes://notes/of/first"]);
  });

  it("lists what the new account has if all callers share it", async () => {
    const world = await createCallerWorld(ends, { extend, login: "shared" });
    const session = await openSession(world, "ada");
    expect(await toolsOf(session)).toEqual(["notes_only_operator"]);
    await world.connect("operator", "notes", "second");
    await until(() => session.heard.includes("tools"));
    await expect.poll(() => toolsOf(session), { timeout: 30_000 }).toEqual(["notes_only_second"]);
    expect(await session.whoAmI()).toBe("second");
    expect(await resourcesOf(session)).toEqual(["notes://notes/of/second"]);
  });

  it("shows the operator, who calls with the login that lists, what the new account has", async () => {
    const { config, folder } = await createCallerWorld(ends, { extend });
    const operator = { id: "operator", scopes: ["use"] };
    const sources = await openSources({ config, folder }, { operator });
    ends.push(() => sources.close({ graceMs: 0 }));
    await sources.ready;
    const { registry } = sources;
    const context = { identity: operator };
    const own = (): string[] =>
      registry
        .list()
        .filter(({ name, accessControl }) => name.startsWith("only_") && checkAccess(accessControl, operator))
        .map(({ name }) => name);
    await dispatch(registry, { id: "notes.who_am_i", input: {}, context });
    expect(own()).toEqual(["only_operator"]);
    const logins = openLogins({ config, folder });
    ends.push(() => logins.close());
    const show = (address: URL): void => void walkLogin(address, "second");
    await logins.logIn("notes", { show, signal: AbortSignal.timeout(60_000) });
    await until(() => own().includes("only_second"));
    expect(own()).toEqual(["only_second"]);
    await dispatch(registry, { id: "notes.only_second", input: {}, context });
  });

  it("notices a login that another process has made", async () => {
    const world = await createCallerWorld(ends, { extend, login: "shared" });
    const session = await openSession(world, "ada");
    const logins = openLogins(world);
    ends.push(() => logins.close());
    const show = (address: URL): void => void walkLogin(address, "second");
    await logins.logIn("notes", { show, signal: AbortSignal.timeout(60_000) });
    await until(() => session.heard.includes("tools"));
    await expect.poll(() => toolsOf(session), { timeout: 30_000 }).toEqual(["notes_only_second"]);
  });
});
