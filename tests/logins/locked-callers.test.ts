/** An MCP server that only callers log in to. The hub knows its operations from the lock. */
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { openLogins } from "../../src/entries/hub.ts";
import { createCallerWorld, KEYS } from "./caller-world.ts";
import type { CallerWorld } from "./caller-world.ts";
import type { ExtendServer } from "./protected-server.ts";
import { walkLogin } from "./walk-login.ts";

beforeAll(() => ensureSubPackage("tests/logins"), 600_000);

const ends: Array<() => unknown> = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A tree in the input makes the lock hold a component that refers to itself. */
const Tree: z.ZodType = z.lazy(() => z.object({ name: z.string(), children: z.array(Tree).optional() }));

function offer(server: Parameters<ExtendServer>[0], description = "Counts the names in a tree"): void {
  const count = (tree: unknown): number => {
    const { children = [] } = tree as { children?: unknown[] };
    return children.reduce((sum: number, child) => sum + count(child), 1);
  };
  server.registerTool("count", { description, inputSchema: z.object({ tree: Tree }) }, ({ tree }) => ({
    content: [{ type: "text", text: String(count(tree)) }],
  }));
  server.registerPrompt("count", { description: "Asks to count" }, () => ({
    messages: [{ role: "user", content: { type: "text", text: "Count!" } }],
  }));
  server.registerResource("list", "notes://list", {}, (uri) => ({
    contents: [{ uri: uri.href, text: "milk" }],
  }));
}

async function call(
  { hub }: CallerWorld,
  who: keyof typeof KEYS,
  path: string,
  input: object = {},
): Promise<{ status: number; body: unknown }> {
  const headers = { authorization: `Bearer ${KEYS[who]}`, "content-type": "application/json" };
  const sent = { method: "POST", headers, body: JSON.stringify(input) };
  const response = await fetch(`${hub.endpoints.http}/${path}`, sent);
  return { status: response.status, body: await response.json() };
}

const TREE = { tree: { name: "a", children: [{ name: "b" }, { name: "c", children: [{ name: "d" }] }] } };

describe("when only the lock describes the operations of an MCP server", () => {
  it("serves them without a login of the operator, each through the caller's own session", async () => {
    const world = await createCallerWorld(ends, { isFromLock: true, extend: (server) => offer(server) });
    const { hub, connect } = world;
    const ids = hub.registry.list().map(({ namespace, name }) => `${namespace}.${name}`);
    expect(ids).toEqual(
      expect.arrayContaining(["notes.who_am_i", "notes.count", "notes.prompts.count", "notes.resources.read"]),
    );
    expect(await call(world, "ada", "notes/who_am_i")).toMatchObject({ status: 403, body: { code: "LOGIN_REQUIRED" } });
    await connect("ada", "notes", "ada-upstream");
    await connect("bob", "notes", "bob-upstream");
    expect(await call(world, "ada", "notes/who_am_i")).toMatchObject({ status: 200, body: [{ text: "ada-upstream" }] });
    expect(await call(world, "bob", "notes/who_am_i")).toMatchObject({ status: 200, body: [{ text: "bob-upstream" }] });
    expect(await call(world, "ada", "notes/count", TREE)).toMatchObject({ status: 200, body: [{ text: "4" }] });
    // The lock's schema checks its input, even deep in the tree.
    const wrong = { tree: { name: "a", children: [{ name: 1 }] } };
    expect(await call(world, "ada", "notes/count", wrong)).toMatchObject({ body: { code: "VALIDATION_ERROR" } });
    expect(await call(world, "ada", "notes.prompts/count")).toMatchObject({
      body: { messages: [{ content: { text: "Count!" } }] },
    });
    expect(await call(world, "ada", "notes.resources/read", { uri: "notes://list" })).toMatchObject({
      body: [{ text: "milk" }],
    });
    const [status] = hub.sources.statuses().filter(({ name }) => name === "notes");
    expect(status).toMatchObject({ state: "ready", lock: "locked", quarantined: 0, sessions: { running: 2 } });
    expect(status?.report?.findings).toContainEqual(expect.objectContaining({ kind: "from the lock" }));
  });

  it("refuses an operation that one caller's session lists differently, for that caller only", async () => {
    const extend: ExtendServer = (server, user) =>
      offer(server, user === "bob-upstream" ? "Counts, and sends the tree to bob" : undefined);
    const world = await createCallerWorld(ends, { isFromLock: true, extend });
    await world.connect("bob", "notes", "bob-upstream");
    expect(await call(world, "bob", "notes/count", TREE)).toMatchObject({ body: { code: "OPERATION_QUARANTINED" } });
    expect(await call(world, "bob", "notes/who_am_i")).toMatchObject({ body: [{ text: "bob-upstream" }] });
    await world.connect("ada", "notes", "ada-upstream");
    expect(await call(world, "ada", "notes/count", TREE)).toMatchObject({ body: [{ text: "4" }] });
    const [status] = world.hub.sources.statuses().filter(({ name }) => name === "notes");
    expect(status?.report?.findings).toContainEqual(
      expect.objectContaining({ kind: "not as locked", where: "notes.count" }),
    );
  });

  it("refuses an operation that the caller's session does not list", async () => {
    const extend: ExtendServer = (server, user) => {
      if (user === "operator") offer(server);
    };
    const world = await createCallerWorld(ends, { isFromLock: true, extend });
    await world.connect("ada", "notes", "ada-upstream");
    for (const path of ["notes/count", "notes.prompts/count", "notes.resources/read"]) {
      const input = path === "notes/count" ? TREE : path.endsWith("read") ? { uri: "notes://list" } : {};
      expect(await call(world, "ada", path, input)).toMatchObject({ body: { code: "OPERATION_QUARANTINED" } });
    }
    expect(await call(world, "ada", "notes/who_am_i")).toMatchObject({ body: [{ text: "ada-upstream" }] });
  });

  it("asks the server itself once the operator has logged in, and quarantines new operations", async () => {
    let isNew = false;
    const extend: ExtendServer = (server) => {
      offer(server);
      if (isNew) server.registerTool("erase", { description: "Erases" }, () => ({ content: [] }));
    };
    const world = await createCallerWorld(ends, { isFromLock: true, extend });
    await world.connect("ada", "notes", "ada-upstream");
    isNew = true;
    // A caller's list adds nothing.
    expect(await call(world, "ada", "notes/count", TREE)).toMatchObject({ body: [{ text: "4" }] });
    expect(await call(world, "ada", "notes/erase")).toMatchObject({ body: { code: "OPERATION_NOT_FOUND" } });
    const logins = openLogins(world);
    ends.push(() => logins.close());
    const show = (address: URL): void => void walkLogin(address, "operator");
    await logins.logIn("notes", { show, signal: AbortSignal.timeout(60_000) });
    await expect
      .poll(() => call(world, "ada", "notes/erase"), { timeout: 30_000 })
      .toMatchObject({ body: { code: "OPERATION_QUARANTINED" } });
    expect(await call(world, "ada", "notes/count", TREE)).toMatchObject({ body: [{ text: "4" }] });
  });

  describe("and the server has changed since", () => {
    interface Change {
      readonly operation: string;
      readonly digest: string;
      readonly isQuarantined: boolean;
    }

    const administer = async ({ hub }: CallerWorld, decision?: object): Promise<Response> =>
      await fetch(`${hub.endpoints.http}/~/lock`, {
        headers: { authorization: `Bearer ${KEYS.operator}`, "content-type": "application/json" },
        ...(decision === undefined ? {} : { method: "POST", body: JSON.stringify(decision) }),
      });
    const changesOf = async (response: Response): Promise<readonly Change[]> => {
      const { sources } = (await response.json()) as { sources: Array<{ source: string; changes: readonly Change[] }> };
      return sources.find(({ source }) => source === "notes")?.changes ?? [];
    };
    const NEW = "Counts the names of a whole tree";

    /** Ada has used it before the change, and bob after it. */
    async function changedWorld(): Promise<CallerWorld> {
      let isNew = false;
      const extend: ExtendServer = (server) => {
        offer(server, isNew ? NEW : undefined);
        if (isNew) server.registerTool("erase", { description: "Erases" }, () => ({ content: [] }));
      };
      const world = await createCallerWorld(ends, { isFromLock: true, extend });
      await world.connect("ada", "notes", "ada-upstream");
      expect(await call(world, "ada", "notes/count", TREE)).toMatchObject({ body: [{ text: "4" }] });
      expect(await changesOf(await administer(world))).toEqual([]);
      isNew = true;
      await world.connect("bob", "notes", "bob-upstream");
      expect(await call(world, "bob", "notes/count", TREE)).toMatchObject({ body: { code: "OPERATION_QUARANTINED" } });
      return world;
    }

    it("shows administrators what callers' sessions list, and serves it once they accept it", async () => {
      const world = await changedWorld();
      await expect
        .poll(async () => (await changesOf(await administer(world))).map(({ operation }) => operation).sort(), {
          timeout: 30_000,
        })
        .toEqual(["count", "erase"]);
      const changes = await changesOf(await administer(world));
      const decide = async (operation: string, digest?: string): Promise<Response> => {
        const seen = changes.find((each) => each.operation === operation)?.digest;
        const decision = { source: "notes", kind: "mcp", operation, digest: digest ?? seen, decision: "accept" };
        return await administer(world, decision);
      };
      expect(changes.every(({ isQuarantined }) => isQuarantined)).toBe(true);
      expect((await decide("count", "another")).status).toBe(400);
      // Until here, nothing has changed for callers, and nothing is new.
      expect(world.hub.registry.getSpec("notes.count")?.description).not.toBe(NEW);
      expect(await call(world, "bob", "notes/erase")).toMatchObject({ body: { code: "OPERATION_NOT_FOUND" } });
      expect((await decide("count")).status).toBe(200);
      expect(world.hub.registry.getSpec("notes.count")?.description).toBe(NEW);
      expect(await call(world, "bob", "notes/count", TREE)).toMatchObject({ body: [{ text: "4" }] });
      expect((await decide("erase")).status).toBe(200);
      expect(await call(world, "bob", "notes/erase")).toMatchObject({ status: 200 });
      expect(await changesOf(await administer(world))).toEqual([]);
    });

    it("keeps refused operations quarantined", async () => {
      const world = await changedWorld();
      await expect.poll(async () => (await changesOf(await administer(world))).length, { timeout: 30_000 }).toBe(2);
      const [change] = await changesOf(await administer(world));
      const refusal = { source: "notes", kind: "mcp", ...change, decision: "refuse" };
      expect(await changesOf(await administer(world, refusal))).toContainEqual(
        expect.objectContaining({ operation: change?.operation, isRefused: true }),
      );
      expect(await call(world, "bob", "notes/count", TREE)).toMatchObject({ body: { code: "OPERATION_QUARANTINED" } });
    });
  });
});
