/** What a lock holds, and what happens to sources that differ from it. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defineOperation, OperationType, Type } from "../../src/entries/index.ts";
import type { AnyOperation } from "../../src/entries/index.ts";
import { openSources, startHub } from "../../src/entries/hub.ts";
import type { HubConfig, HubSources } from "../../src/entries/hub.ts";
import type { OpenedSource } from "../../src/sources/source.ts";

let folder: string;
let closers: Array<() => Promise<void>>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lock-"));
  closers = [];
});
afterEach(async () => {
  for (const close of closers) await close();
  await rm(folder, { recursive: true });
});

const file = (): string => join(folder, "operations.lock");

interface Pets {
  readonly limit?: object;
  readonly description?: string;
  readonly method?: string;
  readonly name?: string;
  readonly more?: object;
}

async function writeDocument({
  limit = { type: "integer" },
  description = "Lists pets.",
  method = "get",
  name = "list",
  more = {},
}: Pets = {}) {
  const parameters = [{ name: "limit", in: "query", schema: limit }];
  const pet = { $ref: "#/components/schemas/Pet" };
  const responses = {
    "200": { description: "ok", content: { "application/json": { schema: { type: "array", items: pet } } } },
  };
  const document = {
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    servers: [{ url: "https://pets.example" }],
    paths: { "/pets": { [method]: { operationId: name, description, parameters, responses } }, ...more },
    components: { schemas: { Pet: { type: "object", properties: { name: { type: "string" } } } } },
  };
  await writeFile(join(folder, "pets.json"), JSON.stringify(document));
}

const PETS: HubConfig = { openapi: { pets: { document: "pets.json" } } };

async function open(config: HubConfig = PETS, options: Parameters<typeof openSources>[1] = {}): Promise<HubSources> {
  const sources = await openSources({ folder, config }, options);
  closers.push(() => sources.close({ graceMs: 0 }));
  await sources.ready;
  return sources;
}

async function lock(config: HubConfig = PETS, options: Parameters<typeof openSources>[1] = {}): Promise<string> {
  const sources = await open(config, { ...options, forLock: true });
  const text = await sources.lock.write();
  await writeFile(file(), text);
  await sources.close({ graceMs: 0 });
  return text;
}

const kindsOf = (sources: HubSources): unknown[] =>
  sources.lock
    .changes()
    .flatMap(({ changes }) =>
      changes.flatMap(({ operation, changes: all }) =>
        all.map(({ change, verdict }) => `${operation}: ${change}, ${verdict}`),
      ),
    );

describe("when a document has changed since it was locked", () => {
  it.each<[string, Pets, string]>([
    ["input narrowed", { limit: { type: "integer", maximum: 10 } }, "list: input narrowed, breaking"],
    ["input widened", { limit: { type: ["integer", "string"] } }, "list: input widened, compatible"],
    ["undecided", { limit: { type: "integer", format: "int32" } }, "list: input narrowed, look"],
  ])("holds the operation back and says how: %s", async (_what, change, expected) => {
    await writeDocument();
    await lock();
    await writeDocument(change);
    const sources = await open();
    expect(kindsOf(sources)).toEqual([expected]);
    await expect(sources.registry.execute("pets.list", {})).rejects.toMatchObject({
      code: "OPERATION_QUARANTINED",
      phase: "notStarted",
    });
    expect(sources.registry.list()).toEqual([]);
  });

  it("only reports changed text", async () => {
    await writeDocument();
    await lock();
    await writeDocument({ description: "Lists all pets." });
    const sources = await open();
    expect(sources.registry.has("pets.list")).toBe(true);
    expect(sources.statuses()).toMatchObject([{ quarantined: 0, report: { findings: [{ kind: "text changed" }] } }]);
  });

  it("recognises a changed kind, a missing operation and a renamed one", async () => {
    await writeDocument();
    await lock();
    await writeDocument({ method: "post" });
    expect(kindsOf(await open())).toContain("list: kind changed, breaking");
    await writeDocument({ name: "listAll" });
    expect(kindsOf(await open())).toEqual(["listAll: renamed, breaking"]);
    await writeDocument({ method: "x-gone" });
    expect(kindsOf(await open())).toEqual(["list: removed, breaking"]);
  });

  it("accepts changes that match, and leaves the rest unchanged", async () => {
    await writeDocument({ more: { "/cats": { get: { operationId: "cats", responses: {} } } } });
    await lock();
    await writeDocument({
      limit: { type: "string" },
      more: { "/cats": { delete: { operationId: "cats", responses: {} } } },
    });
    const sources = await open();
    await writeFile(file(), await sources.lock.write((_source, operation) => operation === "cats"));
    const again = await open();
    expect(again.registry.has("pets.cats")).toBe(true);
    expect(kindsOf(again)).toEqual(["list: input changed, breaking"]);
  });
});

describe("when nothing has changed", () => {
  it("writes the same bytes, whatever the config calls the source's namespace", async () => {
    await writeDocument();
    const text = await lock();
    const elsewhere: HubConfig = { openapi: { pets: { document: "pets.json", namespace: "animals", exclude: ["*"] } } };
    expect(await lock(elsewhere)).toBe(text);
    expect(kindsOf(await open(elsewhere))).toEqual([]);
  });

  it("reads no schema of a document whose bytes the lock knows, and none without a lock", async () => {
    await writeDocument();
    const operation = {
      get inputSchema(): never {
        throw new Error("read");
      },
    };
    for (const text of [undefined, await lock()]) {
      if (text === undefined) await rm(file(), { force: true });
      else await writeFile(file(), text);
      const revision =
        text &&
        (JSON.parse(text) as { sources: { "openapi:pets": { revision: string } } }).sources["openapi:pets"].revision;
      const opened: OpenedSource = {
        operations: [Object.assign(Object.create(operation) as AnyOperation, spec("list"))],
        revision,
        close: () => undefined,
      };
      const sources = await open(PETS, { builtIn: { openapi: { open: () => opened } } });
      expect(sources.statuses()).toMatchObject([
        { state: "ready", operations: 1, report: { counts: { quarantined: 0 } } },
      ]);
    }
  });
});

function spec(name: string) {
  return {
    name,
    namespace: "pets",
    version: "1",
    type: OperationType.QUERY,
    description: "",
    accessControl: { requiredScopes: [] },
    outputSchema: {},
    handler: () => 1,
  };
}

describe("when a remote is absent", () => {
  it("has removed nothing, and stays in the lock", async () => {
    const one = defineOperation({
      ...spec("one"),
      namespace: "far",
      inputSchema: Type.Object({}),
      outputSchema: Type.Number(),
    });
    const remotes: HubConfig = { remotes: { far: { type: "hub", url: "ws://far.example" } } };
    const withOperations = (operations: readonly AnyOperation[]) => ({
      builtIn: { hub: { open: () => ({ operations, close: () => undefined }) } },
    });
    const text = await lock(remotes, withOperations([one]));
    const away = await open(remotes, withOperations([]));
    expect(kindsOf(away)).toEqual([]);
    expect(await away.lock.write(() => true)).toBe(text);
    const gone = await open(remotes, { builtIn: { hub: { open: () => Promise.reject(new Error("unreachable")) } } });
    expect(gone.lock.changes()).toMatchObject([{ state: "absent", changes: [] }]);
    expect(await gone.lock.write(() => true)).toBe(text);
  });
});

describe("when a hub holds operations back", () => {
  it("says so in its log and metrics, and accepts decisions from administrators only", async () => {
    await writeDocument();
    await lock();
    await writeDocument({ limit: { type: "string" } });
    const lines: string[] = [];
    const keys = [
      { id: "ada", key: "a-key-for-administrators", scopes: ["*"] },
      { id: "bob", key: "a-key-for-other-callers", scopes: ["operations:call"] },
    ];
    const hub = await startHub(
      { folder, config: { ...PETS, serve: { keys }, log: { level: "info", format: "json" } } },
      { port: 0, waitForSources: true, logTo: { write: (line) => void lines.push(line) } },
    );
    closers.push(() => hub.close({ graceMs: 0 }));
    const ask = async (path: string, key: string, body?: object): Promise<{ status: number; text: string }> => {
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
      const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
      const response = await fetch(`${hub.endpoints.http}${path}`, init);
      return { status: response.status, text: await response.text() };
    };
    const [ada, bob] = keys.map(({ key }) => key) as [string, string];
    expect(lines.some((line) => line.includes("operations quarantined") && line.includes("pets.list"))).toBe(true);
    expect((await ask("/metrics", ada)).text).toContain(
      'operations_source_quarantined{source="pets",kind="openapi"} 1',
    );
    expect((await ask("/~/lock", bob)).status).toBe(403);
    const { sources } = JSON.parse((await ask("/~/lock", ada)).text) as {
      sources: [{ changes: [{ digest: string }] }];
    };
    const [
      {
        changes: [{ digest }],
      },
    ] = sources;
    const decision = { source: "pets", kind: "openapi", operation: "list", decision: "accept" };
    expect((await ask("/~/lock", bob, { ...decision, digest })).status).toBe(403);
    expect((await ask("/~/lock", ada, { ...decision, digest: "sha256-of-something-else" })).status).toBe(400);
    expect(hub.registry.has("pets.list")).toBe(false);
    expect((await ask("/~/lock", ada, { ...decision, digest })).status).toBe(200);
    expect(hub.registry.has("pets.list")).toBe(true);
    expect(await readFile(file(), "utf8")).toContain(digest);
  });
});
