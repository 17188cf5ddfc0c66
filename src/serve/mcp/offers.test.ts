import { Type } from "typebox";
import type { Client, ListResourcesResult } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, it } from "vitest";
import { until } from "../../../tests/support/until.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import type { AnyOperation } from "../../operation/define-operation.ts";
import { definePrompt } from "../../operation/mcp/define-prompt.ts";
import { defineResource } from "../../operation/mcp/define-resource.ts";
import { OperationType } from "../../operation/operation-type.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { add, connectByFetch, connectInMemory, ERAS, openAccess, registryOf } from "./fixtures.test-support.ts";
import type { Era } from "./fixtures.test-support.ts";
import type { MCPService } from "./options/mcp-service.ts";
import type { ServeMCPOptions } from "./options/serve-mcp-options.ts";
import { serveMCP } from "./serve-mcp.ts";

const base = { namespace: "notes", version: "1.0.0", description: "For a test", accessControl: openAccess };

/** Wakes the streams of `changes`: one function for each running stream. */
const changed = new Set<() => void>();

const motto = defineResource({
  ...base,
  name: "motto",
  title: "The motto",
  uri: "notes://motto",
  mimeType: "text/plain",
  watchedBy: "notes.changes",
  handler: () => "One registry",
});

const note = defineResource({
  ...base,
  name: "note",
  uri: "notes://by-id/{id}",
  handler: ({ id }) => new TextEncoder().encode(`Note ${id}`),
});

const changes = defineOperation({
  ...base,
  name: "changes",
  type: OperationType.SUBSCRIPTION,
  inputSchema: Type.Object({}),
  outputSchema: Type.Number(),
  handler: async function* (_input, { signal }) {
    let wake = (): void => {};
    const wakeUp = (): void => wake();
    signal.addEventListener("abort", wakeUp);
    changed.add(wakeUp);
    try {
      for (let count = 1; !signal.aborted; count++) {
        await new Promise<void>((resolve) => (wake = resolve));
        yield count;
      }
    } finally {
      changed.delete(wakeUp);
    }
  },
});

const review = definePrompt({
  ...base,
  name: "review",
  inputSchema: Type.Object({
    file: Type.String({ description: "What to review" }),
    tone: Type.Optional(Type.Union([Type.Literal("friendly"), Type.Literal("frank"), Type.Literal("short")])),
  }),
  handler: ({ file, tone = "short" }) => `Review ${file}, ${tone}.`,
});

const secret = defineResource({
  ...base,
  name: "secret",
  uri: "notes://secret",
  accessControl: { requiredScopes: ["secrets"] },
  handler: () => "hidden",
});

/** Like the operations of an MCP source: `pages` is what it lists. */
function provider(namespace: string, pages: readonly string[][], scopes: readonly string[] = []): AnyOperation[] {
  const spec = {
    namespace: `${namespace}.resources`,
    version: "1.0.0",
    description: "",
    type: OperationType.QUERY,
    accessControl: { requiredScopes: [...scopes] },
    outputSchema: Type.Unknown(),
  } as const;
  return [
    defineOperation({
      ...spec,
      name: "list",
      metadata: { mcp: { method: "resources/list" } },
      inputSchema: Type.Object({ cursor: Type.Optional(Type.String()) }),
      handler: ({ cursor = "0" }) => {
        const uris = pages[Number(cursor)];
        if (uris === undefined) throw new Error("This source is down.");
        const next = Number(cursor) + 1;
        const resources = uris.map((uri) => ({ uri, name: uri }));
        return { resources, ...(next < pages.length ? { nextCursor: String(next) } : {}) };
      },
    }),
    defineOperation({
      ...spec,
      name: "read",
      metadata: { mcp: { method: "resources/read" } },
      inputSchema: Type.Object({ uri: Type.String() }),
      handler: ({ uri }) => [{ uri, text: `${namespace} has ${uri}` }],
    }),
  ];
}

const anything = { "~standard": { version: 1 as const, vendor: "test", validate: (value: unknown) => ({ value }) } };

let service: MCPService | undefined;
const clients: Client[] = [];

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await service?.close();
});

const WAYS = ERAS.flatMap((era) => (["HTTP", "stdio"] as const).map((way) => [era, way] as const));

async function open(
  registry: OperationRegistry,
  [era, way]: readonly [Era, "HTTP" | "stdio"],
  options: ServeMCPOptions = {},
): Promise<Client> {
  service = serveMCP(registry, { identity: { id: "someone", scopes: [] }, ...options });
  const client = await (way === "HTTP" ? connectByFetch(service, era) : connectInMemory(service, era));
  clients.push(client);
  return client;
}

describe.each(WAYS)("when a %s client over %s uses resources and prompts of local code", (...how) => {
  it("lists them, and no tool of the same operations", async () => {
    const client = await open(registryOf([add, motto, note, review, secret]), how);
    const { resources } = await client.listResources();
    expect(resources).toMatchObject([{ uri: "notes://motto", name: "motto", title: "The motto" }]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: "notes://by-id/{id}", name: "note" }]);
    const { prompts } = await client.listPrompts();
    expect(prompts).toMatchObject([
      { name: "notes_review", arguments: [{ name: "file", required: true }, { name: "tone" }] },
    ]);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["test_add", "read_result"]);
  });

  it("reads them, and reports missing ones as not found", async () => {
    const client = await open(registryOf([motto, note, secret]), how);
    const { contents } = await client.readResource({ uri: "notes://motto" });
    expect(contents).toEqual([{ uri: "notes://motto", mimeType: "text/plain", text: "One registry" }]);
    const uri = "notes://by-id/a%20b";
    expect((await client.readResource({ uri })).contents).toEqual([{ uri, blob: btoa("Note a b") }]);
    for (const hidden of ["notes://secret", "notes://nowhere"])
      await expect(client.readResource({ uri: hidden })).rejects.toThrow("not found");
  });

  it("fills in prompts, and completes values from their schemas", async () => {
    const client = await open(registryOf([review]), how);
    const { messages } = await client.getPrompt({ name: "notes_review", arguments: { file: "a.ts" } });
    expect(messages).toEqual([{ role: "user", content: { type: "text", text: "Review a.ts, short." } }]);
    await expect(client.getPrompt({ name: "notes_review", arguments: {} })).rejects.toThrow("file");
    const ref = { type: "ref/prompt", name: "notes_review" } as const;
    const { completion } = await client.complete({ ref, argument: { name: "tone", value: "fr" } });
    expect(completion.values).toEqual(["friendly", "frank"]);
  });

  it("gets changes until it unsubscribes", async () => {
    const client = await open(registryOf([motto, changes]), how);
    const updated: string[] = [];
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => void updated.push(params.uri));
    const uri = "notes://motto";
    const stop = await watch(client, how[0], uri);
    await until(() => {
      changed.forEach((wake) => wake());
      return updated.length > 0;
    });
    expect(new Set(updated)).toEqual(new Set([uri]));
    await stop();
    await until(() => changed.size === 0);
  });

  it("is notified that a list has changed", async () => {
    const registry = registryOf([motto]);
    const client = await open(registry, how);
    const heard = new Set<string>();
    for (const kind of ["resources", "prompts"] as const)
      client.setNotificationHandler(`notifications/${kind}/list_changed`, () => void heard.add(kind));
    if (how[0] === "modern") await client.listen({ promptsListChanged: true, resourcesListChanged: true });
    await until(() => {
      registry.register(review, { replace: true });
      registry.register(note, { replace: true });
      return heard.size === 2;
    });
    expect((await client.listPrompts()).prompts.length).toBe(1);
  });
});

async function watch(client: Client, era: Era, uri: string): Promise<() => Promise<unknown>> {
  if (era === "modern") {
    const subscription = await client.listen({ resourceSubscriptions: [uri, "notes://nowhere"] });
    return () => subscription.close();
  }
  await client.subscribeResource({ uri });
  await expect(client.subscribeResource({ uri: "notes://nowhere" })).rejects.toThrow("not found");
  return () => client.unsubscribeResource({ uri });
}

describe("when several sources have resources", () => {
  const how = ["legacy", "HTTP"] as const;
  const listAll = async (client: Client): Promise<string[][]> => {
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      // The SDK's own method would read all pages.
      const params = cursor === undefined ? {} : { cursor };
      const page = (await client.request({ method: "resources/list", params }, anything)) as ListResourcesResult;
      pages.push(page.resources.map(({ uri }) => uri));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return pages;
  };

  it("tells equal URIs apart, and reads each at its own source", async () => {
    const client = await open(registryOf([...provider("a", [["x://1"]]), ...provider("b", [["x://1"]])]), how);
    expect(await listAll(client)).toEqual([["x://a/1", "x://b/1"]]);
    for (const source of ["a", "b"]) {
      const { contents } = await client.readResource({ uri: `x://${source}/1` });
      expect(contents).toEqual([{ uri: `x://${source}/1`, text: `${source} has x://1` }]);
    }
  });

  it("goes through the pages of all, first those of local code", async () => {
    const operations = [motto, ...provider("a", [["x://1"], ["x://2"], ["x://3"]]), ...provider("b", [["x://1"]])];
    const client = await open(registryOf(operations), how);
    expect(await listAll(client)).toEqual([["notes://motto", "x://a/1", "x://b/1"], ["x://a/2"], ["x://a/3"]]);
  });

  it("lists what fits a page, and the rest on the next ones", async () => {
    const many = Array.from("abcdefghijklmnopqrstuvwxyz").flatMap((name) => provider(name, [["x://1"]]));
    const client = await open(registryOf([motto, ...many]), how, { pageSize: 5 });
    const pages = await listAll(client);
    expect(pages.flat().length).toBe(27);
    expect(pages.length).toBeGreaterThan(2);
  });

  it("lists the others if one is down", async () => {
    const errors: unknown[] = [];
    const operations = [...provider("down", []), ...provider("up", [["x://1"]])];
    const client = await open(registryOf(operations), how, { onError: (error) => errors.push(error) });
    expect(await listAll(client)).toEqual([["x://up/1"]]);
    expect(errors).toMatchObject([{ message: expect.stringContaining("down") }]);
  });

  it("hides those of a source that the caller may not use", async () => {
    const client = await open(
      registryOf([...provider("a", [["x://1"]], ["a:use"]), ...provider("b", [["x://1"]])]),
      how,
    );
    expect(await listAll(client)).toEqual([["x://b/1"]]);
    await expect(client.readResource({ uri: "x://a/1" })).rejects.toThrow("not found");
    const forged = btoa(encodeURIComponent(JSON.stringify({ sources: [["a", null, 0]] })));
    expect((await client.listResources({ cursor: forged })).resources).toEqual([]);
    await expect(client.listResources({ cursor: "nonsense" })).rejects.toThrow("Invalid cursor");
  });
});
