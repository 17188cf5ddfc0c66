/** Callers of one source whose accounts there are offered different things: each sees what its own session lists. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { ResourceTemplate } from "@modelcontextprotocol/server";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { startHub } from "../../src/entries/hub.ts";
import type { HubConfig, RunningHub } from "../../src/entries/hub.ts";
import { OperationRegistry } from "../../src/entries/index.ts";
import { connectSpoke } from "../../src/entries/websocket.ts";
import { until } from "../support/until.ts";
import { createCallerWorld, KEYS } from "./caller-world.ts";
import type { Caller, CallerWorld } from "./caller-world.ts";
import type { ExtendServer } from "./protected-server.ts";

beforeAll(() => ensureSubPackage("tests/logins"), 600_000);

const ends: Array<() => unknown> = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** The whole catalogue, as the operator's account has it. */
const ALL = ["notes.add", "notes.erase", "notes.prompts.greet", "notes.prompts.tidy", "notes.who_am_i"];
const LITTLE = ["notes.add", "notes.prompts.greet", "notes.who_am_i"];
const KINDS = ["tools", "prompts", "resources"] as const;

/** A resource that every account has, with its own content. */
const DIARY = "note://diary";

interface World extends CallerWorld {
  /** The accounts that may erase. */
  readonly mayErase: Set<string>;
  /** The accounts with an archive: a resource and a template. */
  readonly mayRead: Set<string>;
}

/** Ada's account at the server may not erase. */
async function createWorld(isFromLock = false): Promise<World> {
  const mayErase = new Set(["operator", "bob-upstream", "bob-upstream-2"]);
  const mayRead = new Set<string>();
  const extend: ExtendServer = (server, user) => {
    server.registerTool("add", { description: "Adds a note" }, () => ({ content: [{ type: "text", text: user }] }));
    const prompt = (name: string): unknown =>
      server.registerPrompt(name, { description: "Asks" }, () => ({
        messages: [{ role: "user", content: { type: "text", text: name } }],
      }));
    prompt("greet");
    server.server.registerCapabilities({ resources: { listChanged: true, subscribe: true } });
    const read = ({ href: uri }: URL): { contents: Array<{ uri: string; text: string }> } => ({
      contents: [{ uri, text: user }],
    });
    server.registerResource("diary", DIARY, {}, read);
    if (mayRead.has(user)) {
      server.registerResource("archive", "note://archive", {}, read);
      server.registerResource("year", new ResourceTemplate("note://archive/{year}", { list: undefined }), {}, read);
    }
    if (!mayErase.has(user)) return;
    server.registerTool("erase", { description: "Erases" }, () => ({ content: [{ type: "text", text: "erased" }] }));
    prompt("tidy");
  };
  const world = await createCallerWorld(ends, { extend, isFromLock });
  await world.connect("ada", "notes", "ada-upstream");
  await world.connect("bob", "notes", "bob-upstream");
  // Until these logins are announced, which happens within 100 ms. The hub's timers run in this process.
  await new Promise((resolve) => void setTimeout(resolve, 200));
  return { ...world, mayErase, mayRead };
}

const headersOf = (who: Caller): Record<string, string> => ({ authorization: `Bearer ${KEYS[who]}` });

async function read(hub: RunningHub, who: Caller, path: string, etag?: string): Promise<Response> {
  const headers = { ...headersOf(who), ...(etag === undefined ? {} : { "if-none-match": etag }) };
  return await fetch(`${hub.endpoints.http}${path}`, { headers });
}

/** Without the operations for all resources, which every account has. */
const ofNotes = (ids: readonly string[]): string[] =>
  ids.filter((id) => id.startsWith("notes.") && !id.startsWith("notes.resources.")).sort();

async function httpList(hub: RunningHub, who: Caller): Promise<string[]> {
  const { operations } = (await (await read(hub, who, "/~/operations")).json()) as {
    operations: Array<{ id: string }>;
  };
  return ofNotes(operations.map(({ id }) => id));
}

async function documentList(hub: RunningHub, who: Caller): Promise<string[]> {
  const { paths } = (await (await read(hub, who, "/openapi.json")).json()) as { paths: object };
  return ofNotes(Object.keys(paths).map((path) => path.slice(1).replace("/", ".")));
}

interface Listener {
  readonly client: Client;
  /** The lists that the client has heard changes of. */
  readonly heard: string[];
  readonly list: () => Promise<string[]>;
}

async function openClient(hub: RunningHub, who: Caller, mode: "auto" | "legacy"): Promise<Listener> {
  const client = new Client({ name: "agent", version: "1.0.0" }, { versionNegotiation: { mode } });
  const heard: string[] = [];
  for (const kind of KINDS)
    client.setNotificationHandler(`notifications/${kind}/list_changed`, () => void heard.push(kind));
  const transport = new StreamableHTTPClientTransport(new URL(hub.endpoints.mcp ?? ""), {
    requestInit: { headers: headersOf(who) },
  });
  await client.connect(transport);
  ends.push(() => client.close());
  const all = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
  if (mode === "auto") await client.listen(all);
  const list = async (): Promise<string[]> => {
    const { tools } = await client.listTools();
    const { prompts } = await client.listPrompts();
    const names = [...tools.map(({ name }) => name), ...prompts.map(({ name }) => `prompts.${name}`)];
    return ofNotes(
      names.map((name) => name.replace(/^prompts\.notes[._]/, "notes.prompts.").replace("notes_", "notes.")),
    );
  };
  return { client, heard, list };
}

/** What MCP clients see of the resources of the source, by URI. */
async function resourcesOf({ client }: Listener): Promise<string[]> {
  const { resources } = await client.listResources();
  const { resourceTemplates } = await client.listResourceTemplates();
  return [...resources.map(({ uri }) => uri), ...resourceTemplates.map(({ uriTemplate }) => uriTemplate)].sort();
}

async function openPeer(hub: RunningHub, who: Caller): Promise<() => string[]> {
  const imports = new OperationRegistry();
  const url = hub.endpoints.ws ?? "";
  // A peer keeps what was withdrawn for a few heartbeats.
  const spoke = await connectSpoke({ url, token: KEYS[who], imports, limits: { heartbeatMs: 300 } });
  ends.push(() => spoke.close());
  return () => ofNotes(imports.list().map(({ namespace, name }) => `${namespace}.${name}`));
}

const lists = [
  { from: "the operator's login", isFromLock: false },
  { from: "the lock", isFromLock: true },
];

describe.each(lists)("when what a server offers is known from $from", ({ isFromLock }) => {
  it("shows a caller everything until its own session has listed, and then what that lists, on every interface", async () => {
    const { hub, call } = await createWorld(isFromLock);
    const seen = {
      ada: { legacy: await openClient(hub, "ada", "legacy"), modern: await openClient(hub, "ada", "auto") },
      bob: { legacy: await openClient(hub, "bob", "legacy"), modern: await openClient(hub, "bob", "auto") },
    };
    const peers = { ada: await openPeer(hub, "ada"), bob: await openPeer(hub, "bob") };
    const everywhere = async (who: "ada" | "bob"): Promise<string[][]> => [
      await httpList(hub, who),
      await documentList(hub, who),
      await seen[who].legacy.list(),
      await seen[who].modern.list(),
      peers[who](),
    ];
    for (const who of ["ada", "bob"] as const) {
      await until(() => peers[who]().length === ALL.length);
      expect(await everywhere(who)).toEqual([ALL, ALL, ALL, ALL, ALL]);
    }
    const etag = (await read(hub, "bob", "/~/operations")).headers.get("etag") ?? "";
    expect(await call("bob", "notes.add")).toMatchObject({ status: 200 });
    expect(await call("ada", "notes.add")).toMatchObject({ status: 200 });
    await until(() => peers.ada().length === LITTLE.length);
    expect(await everywhere("ada")).toEqual([LITTLE, LITTLE, LITTLE, LITTLE, LITTLE]);
    expect(await everywhere("bob")).toEqual([ALL, ALL, ALL, ALL, ALL]);
    expect((await read(hub, "bob", "/~/operations", etag)).status).toBe(304);
    for (const { heard } of Object.values(seen.ada)) {
      await until(() => heard.includes("tools") && heard.includes("prompts"));
    }
    // Bob's session lists everything: nothing has changed for bob.
    expect([...seen.bob.legacy.heard, ...seen.bob.modern.heard]).toEqual([]);
    expect(hub.registry.has("notes.erase")).toBe(true);
  });

  it("refuses a call of what is hidden as it refuses what a caller may not use, and says why", async () => {
    const { hub, call } = await createWorld(isFromLock);
    const why = "ada may not call notes.erase: its source does not list it for this caller's own account.";
    const refused = { status: 403, body: { code: "ACCESS_DENIED", detail: why } };
    // The first call begins the session that says so.
    expect(await call("ada", "notes.erase")).toMatchObject(refused);
    expect(await call("ada", "notes.erase")).toMatchObject(refused);
    expect((await read(hub, "ada", "/~/operations/notes.erase")).status).toBe(403);
    const { client } = await openClient(hub, "ada", "legacy");
    expect(await client.callTool({ name: "notes_erase", arguments: {} })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining(`ACCESS_DENIED: ${why}`) }],
    });
    await expect(client.getPrompt({ name: "notes.tidy" })).rejects.toThrow(/tidy/);
    expect(await call("bob", "notes.erase")).toMatchObject({ status: 200 });
    // Others learn no more than before.
    expect(await call("eve", "notes.erase")).toMatchObject({
      body: { detail: "eve may not call notes.erase: it needs the scope use." },
    });
  });

  it("follows the list of the caller's session, and tells only that caller", async () => {
    const { hub, call, server, mayErase } = await createWorld(isFromLock);
    const ada = await openClient(hub, "ada", "auto");
    const bob = await openClient(hub, "bob", "legacy");
    for (const who of ["ada", "bob"] as const) expect(await call(who, "notes.add")).toMatchObject({ status: 200 });
    await until(() => ada.heard.includes("tools"));
    expect(await ada.list()).toEqual(LITTLE);
    ada.heard.length = 0;
    mayErase.add("ada-upstream");
    await until(() => {
      // The session may not listen yet.
      server.announce();
      return ada.heard.includes("tools");
    });
    expect(await ada.list()).toEqual(ALL);
    expect(await call("ada", "notes.erase")).toMatchObject({ status: 200 });
    mayErase.delete("ada-upstream");
    server.announce();
    await expect.poll(() => httpList(hub, "ada"), { timeout: 30_000 }).toEqual(LITTLE);
    expect(await httpList(hub, "bob")).toEqual(ALL);
    expect(bob.heard).toEqual([]);
  });

  it("tells only the caller whose session lists other resources, and lists them for that caller", async () => {
    const { hub, call, server, mayRead } = await createWorld(isFromLock);
    const open = async (who: Caller): Promise<Listener[]> => [
      await openClient(hub, who, "legacy"),
      await openClient(hub, who, "auto"),
    ];
    const [ada, bob] = [await open("ada"), await open("bob")];
    for (const who of ["ada", "bob"] as const) expect(await call(who, "notes.add")).toMatchObject({ status: 200 });
    for (const each of [...ada, ...bob]) expect(await resourcesOf(each)).toEqual(["note://notes/diary"]);
    // Ada's session lists fewer tools: that was announced first.
    for (const { heard } of ada) await until(() => KINDS.every((kind) => heard.includes(kind)));
    for (const { heard } of ada) heard.length = 0;
    mayRead.add("ada-upstream");
    for (const { heard } of ada) {
      await until(() => {
        // The session may not listen yet.
        server.notify("ada-upstream").resourcesChanged();
        return heard.length > 0;
      });
    }
    const hers = ["note://notes/archive", "note://notes/archive/{year}", "note://notes/diary"];
    for (const each of ada) expect(await resourcesOf(each)).toEqual(hers);
    for (const each of bob) expect(await resourcesOf(each)).toEqual(["note://notes/diary"]);
    expect(new Set(ada.flatMap(({ heard }) => heard))).toEqual(new Set(["resources"]));
    expect(bob.flatMap(({ heard }) => heard)).toEqual([]);
  });

  it("tells only the caller whose resource has changed", async () => {
    const { hub, server } = await createWorld(isFromLock);
    const uri = "note://notes/diary";
    const watch = async (who: Caller, mode: "auto" | "legacy"): Promise<string[]> => {
      const { client } = await openClient(hub, who, mode);
      const updated: string[] = [];
      client.setNotificationHandler("notifications/resources/updated", ({ params }) => void updated.push(params.uri));
      if (mode === "legacy") await client.subscribeResource({ uri });
      else await client.listen({ resourceSubscriptions: [uri] });
      return updated;
    };
    const ada = [await watch("ada", "legacy"), await watch("ada", "auto")];
    const bob = [await watch("bob", "legacy"), await watch("bob", "auto")];
    server.notify("ada-upstream").resourceUpdated(DIARY);
    for (const updated of ada) await until(() => updated.length > 0);
    expect([...ada, ...bob]).toEqual([[uri], [uri], [], []]);
    server.notify("bob-upstream").resourceUpdated(DIARY);
    for (const updated of bob) await until(() => updated.length > 0);
    expect([...ada, ...bob]).toEqual([[uri], [uri], [uri], [uri]]);
  });

  it("shows everything again after another login, until that account's session has listed", async () => {
    const { hub, call, connect } = await createWorld(isFromLock);
    const ada = await openClient(hub, "ada", "legacy");
    const bob = await openClient(hub, "bob", "legacy");
    expect(await call("ada", "notes.add")).toMatchObject({ status: 200 });
    expect(await httpList(hub, "ada")).toEqual(LITTLE);
    await until(() => ada.heard.includes("tools"));
    ada.heard.length = 0;
    await connect("ada", "notes", "bob-upstream-2");
    await until(() => ada.heard.includes("tools"));
    expect(await ada.list()).toEqual(ALL);
    expect(await call("ada", "notes.erase")).toMatchObject({ status: 200 });
    expect(await ada.list()).toEqual(ALL);
    await connect("ada", "notes", "ada-upstream");
    expect(await call("ada", "notes.erase")).toMatchObject({ status: 403 });
    expect(await ada.list()).toEqual(LITTLE);
    expect(bob.heard).toEqual([]);
  });

  it("knows nothing of a caller after a restart, and finds and describes for each what it sees", async () => {
    const world = await createWorld(isFromLock);
    expect(await world.call("ada", "notes.add")).toMatchObject({ status: 200 });
    expect(await httpList(world.hub, "ada")).toEqual(LITTLE);
    await world.hub.close({ graceMs: 0 });
    const config: HubConfig = { ...world.config, serve: { ...world.config.serve, mcp: { searchAbove: 0 } } };
    const again = { waitForSources: true, stateFolder: world.folder };
    const hub = await startHub({ config, folder: world.folder }, again);
    ends.push(() => hub.close({ graceMs: 0 }));
    expect(await httpList(hub, "ada")).toEqual(ALL);
    const { client } = await openClient(hub, "ada", "legacy");
    const { client: bobs } = await openClient(hub, "bob", "legacy");
    const ask = async (asking: Client, name: string, input: object): Promise<string> =>
      JSON.stringify(await asking.callTool({ name, arguments: { ...input } }));
    const find = (asking: Client): Promise<string> => ask(asking, "search_operations", { query: "erase a note" });
    expect(await find(client)).toContain("notes.erase");
    expect(await ask(client, "call_operation", { id: "notes.add" })).toContain("ada-upstream");
    expect(await find(client)).not.toContain("notes.erase");
    expect(await ask(client, "describe_operations", { ids: ["notes.erase"] })).not.toContain("Erases");
    expect(await ask(client, "call_operation", { id: "notes.erase" })).toContain("ACCESS_DENIED: ada may not call");
    expect(await find(bobs)).toContain("notes.erase");
  });
});
