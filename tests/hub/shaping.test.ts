/**
 * What a config says about single operations holds on every interface. The source and its lock do not know about it.
 */
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { OperationRegistry } from "../../src/entries/index.ts";
import { generateTypes } from "../../src/entries/types.ts";
import { loadConfig, openSources, startHub } from "../../src/entries/hub.ts";
import type { HubConfig, HubSources, RunningHub } from "../../src/entries/hub.ts";
import type { OperationShapeConfig } from "../../src/hub/config/hub-config.ts";
import { connectSpoke } from "../../src/entries/websocket.ts";
import type { Spoke } from "../../src/entries/websocket.ts";

const KEY = "a-key-for-administrators";
const OTHER_KEY = "a-key-for-other-callers";
const SECRET = "tenant-secret-42";

const parameter = (name: string, at: string, type: string) => ({
  name,
  in: at,
  required: true,
  schema: { type },
  example: "an example",
});
const document = (url: string) => ({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  servers: [{ url }],
  paths: {
    "/{tenant}/pets": {
      post: {
        operationId: "search",
        summary: "Search",
        description: "Searches the pets of a tenant.",
        parameters: [parameter("tenant", "path", "string"), parameter("limit", "query", "integer")],
        responses: {
          "200": {
            description: "ok",
            content: { "application/json": { schema: { type: "object", properties: { url: { type: "string" } } } } },
          },
        },
      },
      delete: { operationId: "clear", parameters: [parameter("tenant", "path", "string")], responses: {} },
    },
  },
});

const CONFIG = `{
  "openapi": {
    "pets": {
      "document": "pets.json",
      "allowPrivateNetwork": true,
      "operations": {
        "search": {
          "name": "mine",
          "title": "My pets",
          "description": "Finds our own pets.",
          "kind": "QUERY",
          "scopes": ["pets"],
          "fixed": { "tenant": "\${TENANT}" },
          "defaults": { "limit": 10 },
          "output": "keep"
        },
        "clear": { "hidden": true }
      }
    }
  },
  "serve": { "port": 0, "keys": [
    { "id": "ada", "key": "${KEY}", "scopes": ["*"] },
    { "id": "bob", "key": "${OTHER_KEY}" }
  ] },
  "audit": { "file": "audit.jsonl", "inputs": true },
  "log": { "level": "info", "format": "json" }
}`;

let folder: string;
let hub: RunningHub;
let spoke: Spoke;
let client: Client;
const api = createServer((request: IncomingMessage, response) => {
  request.resume();
  const isBad = request.url?.includes("limit=13") === true;
  response.writeHead(isBad ? 400 : 200, { "content-type": "application/json" });
  // Like many APIs, it repeats in its errors what it was sent.
  const body = isBad ? { error: `not for ${request.url}` } : { url: request.url, more: true };
  response.end(JSON.stringify(body));
});
const imports = new OperationRegistry();
const logged: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shaping-"));
  await once(api.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  await writeFile(join(folder, "pets.json"), JSON.stringify(document(url)));
  await writeFile(join(folder, "operations.config.json"), CONFIG);
  const loaded = await loadConfig(undefined, { cwd: folder, env: { TENANT: SECRET } });
  hub = await startHub(loaded, { waitForSources: true, logTo: { write: (line) => void logged.push(line) } });
  spoke = await connectSpoke({ url: hub.endpoints.ws ?? "", token: KEY, imports });
  client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  const requestInit = { headers: { authorization: `Bearer ${KEY}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(hub.endpoints.mcp ?? ""), { requestInit }));
  await vi.waitUntil(() => imports.list().length === 1, { timeout: 20_000 });
});
afterAll(async () => {
  await client.close();
  spoke.close();
  await hub.close({ graceMs: 0 });
  api.close();
  await rm(folder, { recursive: true });
});

type Outcome = { readonly data: unknown } | { readonly code: string; readonly text: string };

interface ServedInterface {
  /** Everything that it says about its operations, as text. */
  list(): Promise<string>;
  call(name: string, input: object): Promise<Outcome>;
}

const outcomeOf = (work: Promise<{ readonly data: unknown }>): Promise<Outcome> =>
  work.then(
    ({ data }) => ({ data }),
    (error: { code: string; message: string; details?: unknown }) => ({
      code: error.code,
      text: error.message + JSON.stringify(error.details),
    }),
  );

const ask = (path: string, init: RequestInit = {}, key = KEY): Promise<Response> => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return fetch(`${hub.endpoints.http}${path}`, { ...init, headers });
};

const INTERFACES: Record<string, ServedInterface> = {
  "in process": {
    list: async () => JSON.stringify(hub.registry.list()),
    call: (name, input) => outcomeOf(hub.registry.execute(`pets.${name}`, input)),
  },
  HTTP: {
    list: async () => (await ask("/openapi.json")).text(),
    async call(name, input) {
      const answer = await ask(`/pets/${name}`, { method: "POST", body: JSON.stringify(input) });
      const text = await answer.text();
      const body = JSON.parse(text) as { code: string };
      return answer.ok ? { data: body } : { code: body.code, text };
    },
  },
  explorer: {
    list: async () => (await ask("/~/operations")).text(),
    async call(name, input) {
      return await (INTERFACES["HTTP"] as ServedInterface).call(name, input);
    },
  },
  MCP: {
    list: async () => JSON.stringify((await client.listTools()).tools.filter(({ name }) => name !== "read_result")),
    async call(name, input) {
      const asked = client.callTool({ name: `pets_${name}`, arguments: input as Record<string, unknown> });
      const answer = (await asked.catch((error: Error) => ({
        isError: true,
        content: [{ type: "text", text: `UNKNOWN ${error.message}` }],
      }))) as { isError?: boolean; structuredContent?: unknown; content: Array<{ text: string }> };
      const text = JSON.stringify(answer.content);
      if (answer.isError === true) return { code: /[A-Z]+_[A-Z_]+/.exec(text)?.[0] ?? "", text };
      return { data: answer.structuredContent ?? (JSON.parse(answer.content[0]?.text ?? "null") as unknown) };
    },
  },
  WebSocket: {
    list: async () => JSON.stringify(imports.list()),
    call: (name, input) => outcomeOf(spoke.call(`pets.${name}`, input)),
  },
  "generated types": {
    list: async () => generateTypes(hub.registry.list()),
    call: (name, input) => outcomeOf(hub.registry.execute(`pets.${name}`, input)),
  },
};

describe.each(Object.entries(INTERFACES))("when a shaped operation is seen through %s", (_name, served) => {
  let text: string;
  beforeEach(async () => {
    text = await served.list();
  });

  it("has its new name and texts, and neither the old ones nor the fixed argument", () => {
    expect(text).toContain("mine");
    expect(text).toContain("Finds our own pets.");
    for (const gone of [SECRET, "search", "clear", "Searches the pets", '"tenant"', "tenant:"]) {
      // The API's path, and the operation's name in the document, say where the operation comes from.
      const told = text.replaceAll("/{tenant}/pets", "").replaceAll(/"name":"search"/g, "");
      expect(told).not.toContain(gone);
    }
  });

  it("gets the fixed argument and the default, and keeps what the schema does not name", async () => {
    const called = await served.call("mine", {});
    expect(called).toEqual({ data: { url: `/${SECRET}/pets?limit=10`, more: true } });
    expect(await served.call("mine", { limit: 3 })).toMatchObject({ data: { url: `/${SECRET}/pets?limit=3` } });
  });

  it("refuses a call with the fixed argument, and has no operation under the old name", async () => {
    expect(await served.call("mine", { tenant: "mine" })).toMatchObject({ code: "VALIDATION_ERROR" });
    for (const name of ["search", "clear"]) expect(await served.call(name, {})).not.toHaveProperty("data");
  });

  it("never shows the fixed argument in an error, even if the API repeats it", async () => {
    const wrong = await served.call("mine", { limit: 13 });
    expect(wrong).toMatchObject({ code: "EXECUTION_ERROR" });
    expect(JSON.stringify(wrong)).not.toContain(SECRET);
  });
});

describe("when operations are shaped", () => {
  it("requires the scopes in the config, and has the kind in the config", async () => {
    const [spec] = hub.registry.list();
    expect(spec).toMatchObject({ type: "QUERY", title: "My pets", accessControl: { requiredScopes: ["pets"] } });
    expect((await ask("/pets/mine", { method: "POST", body: "{}" }, OTHER_KEY)).status).toBe(403);
    const { tools } = await client.listTools();
    expect(tools).toMatchObject([{ title: "My pets", annotations: { readOnlyHint: true } }, { name: "read_result" }]);
  });

  it("writes fixed arguments neither to the audit nor to the log", async () => {
    const audit = join(folder, "audit.jsonl");
    await expect.poll(() => readFile(audit, "utf8")).toContain('"input":{"limit":13}');
    expect(await readFile(audit, "utf8")).not.toContain(SECRET);
    expect(logged.join("")).not.toContain(SECRET);
  });

  it("locks the source's own form, and quarantines by the name that callers use", async () => {
    const loaded = await loadConfig(undefined, { cwd: folder, env: { TENANT: SECRET } });
    const plain = { ...loaded, config: { openapi: { pets: { document: "pets.json" } } } };
    const texts: string[] = [];
    for (const config of [loaded, plain]) {
      const sources = await openSources(config, { forLock: true });
      await sources.ready;
      texts.push(await sources.lock.write());
      await sources.close();
    }
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).not.toContain(SECRET);
    const lock = JSON.parse(texts[0] ?? "") as {
      sources: Record<string, { revision?: string; operations: Record<string, { digest: string; kind: string }> }>;
    };
    const locked = lock.sources["openapi:pets"];
    if (locked === undefined) throw new Error("nothing is locked");
    delete locked.revision;
    for (const operation of Object.values(locked.operations))
      Object.assign(operation, { digest: "other", at: "other" });
    await writeFile(join(folder, "operations.lock"), JSON.stringify(lock));
    const sources = await openSources(loaded);
    await sources.ready;
    const called = (id: string): Promise<Outcome> => outcomeOf(sources.registry.execute(id, {}));
    expect(await called("pets.mine")).toMatchObject({ code: "OPERATION_QUARANTINED" });
    expect(await called("pets.search")).toMatchObject({ code: "OPERATION_NOT_FOUND" });
    expect(await called("pets.clear")).toMatchObject({ code: "OPERATION_NOT_FOUND" });
    await sources.close();
    await rm(join(folder, "operations.lock"));
  });
});

describe("when a tool of an MCP server is shaped", () => {
  const server = join(import.meta.dirname, "../lock/rug-pull-server.js");
  const config = (operations: Record<string, OperationShapeConfig>): HubConfig => ({
    mcpServers: { sums: { command: process.execPath, args: [server], operations } },
  });
  const ids = ({ registry }: HubSources): string[] =>
    registry
      .list()
      .map(({ name }) => name)
      .sort();

  it("follows the config when it is reloaded, without another connection", async () => {
    const sources = await openSources({ folder, config: config({ add: { name: "plus_one", fixed: { b: 1 } } }) });
    await sources.ready;
    const since = sources.statuses()[0]?.since;
    expect(ids(sources)).toEqual(["change", "plus_one"]);
    expect((await sources.registry.execute("sums.plus_one", { a: 2 })).data).toEqual([{ type: "text", text: "3" }]);
    await sources.reload({
      folder,
      config: config({ add: { name: "plus_two", fixed: { b: 2 } }, change: { hidden: true } }),
    });
    expect(ids(sources)).toEqual(["plus_two"]);
    expect((await sources.registry.execute("sums.plus_two", { a: 2 })).data).toEqual([{ type: "text", text: "4" }]);
    await sources.reload({ folder, config: config({}) });
    expect(ids(sources)).toEqual(["add", "change"]);
    expect(sources.statuses()[0]?.since).toBe(since);
    await sources.close();
  });
});

describe("when the config asks for an impossible shape", () => {
  const open = async (operations: object) => {
    await writeFile(
      join(folder, "wrong.json"),
      JSON.stringify({ openapi: { pets: { document: "pets.json", operations } } }, undefined, 2),
    );
    const sources = await openSources(await loadConfig("wrong.json", { cwd: folder }), {
      log: (_level, message, fields) => void logged.push(JSON.stringify({ message, ...fields })),
    });
    await sources.ready;
    const [status] = sources.statuses();
    await sources.close();
    return status?.report;
  };

  it.each([
    [
      { fixed: { tenannt: "x" } },
      "search.fixed.tenannt: the operation has no argument of this name. Did you mean tenant?",
    ],
    [{ fixed: { tenant: 5 } }, "search.fixed.tenant: the value does not fit the argument: expected string"],
    [{ defaults: { limit: "many" } }, "search.defaults.limit: the value does not fit the argument: expected integer"],
    [{ kind: "SUBSCRIPTION" }, "search.kind: it cannot be a SUBSCRIPTION: its source offers a MUTATION"],
    [{ name: "clear" }, "search.name: another operation of this source is pets.clear"],
  ])("says what is wrong and where, holds the operation back, and serves the rest: %j", async (shape, reason) => {
    const report = await open({ search: shape });
    expect(report?.quarantined).toHaveLength(1);
    expect(report?.quarantined[0]?.reason).toContain(`openapi.pets.operations.${reason}`);
    expect(report?.quarantined[0]?.reason).toMatch(/wrong\.json:\d+:\d+: /);
    expect(report?.summary).toContain("1 operation, 1 quarantined");
    expect(logged.at(-2)).toContain("operations cannot be shaped as the config says");
  });

  it("reports a name that the source does not have, in the log too", async () => {
    const report = await open({ serch: { hidden: true } });
    const where = "openapi.pets.operations.serch";
    expect(report?.findings).toContainEqual({
      kind: "unmatched",
      where: expect.stringMatching(/wrong\.json:\d+:\d+: openapi\.pets\.operations\.serch$/),
      why: "no operation of the source has this name (did you mean search?)",
    });
    expect(logged.join("")).toContain(where);
  });

  it.each([
    [{ search: { name: "a" }, clear: { name: "a" } }, "openapi.pets.operations.clear.name: is also the name of search"],
    [{ search: { fixed: { limit: 1 }, defaults: { limit: 2 } } }, "operations.search.defaults.limit: is fixed as well"],
    [{ search: { name: "a b" } }, "operations.search.name"],
    [{ search: { kind: "READ" } }, "operations.search.kind"],
  ])("refuses a config that contradicts itself: %j", async (operations, message) => {
    await expect(open(operations)).rejects.toThrow(message);
  });

  it("lets an operation take the name of a hidden one", async () => {
    const report = await open({ search: { name: "clear" }, clear: { hidden: true } });
    expect(report?.summary).toContain("1 operation, 0 quarantined");
  });
});
