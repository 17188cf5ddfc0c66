/** Two versions side by side: every interface serves both, and marks the old one as the spec does. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, it } from "vitest";
import { shop } from "../../examples/versions/shop.ts";
import { FromOpenAPI, OperationRegistry, subscribe } from "../../src/entries/index.ts";
import type { CallError, OpenAPISpec, OperationWarning } from "../../src/entries/index.ts";
import { connectBus, createMemoryBroker } from "../../src/entries/nats.ts";
import { serveHTTP } from "../../src/entries/serve-http.ts";
import { serveMCP } from "../../src/entries/serve-mcp.ts";
import type { ServeMCPOptions } from "../../src/entries/serve-mcp.ts";
import { serveWebSocket } from "../../src/entries/serve-websocket.ts";
import { connectSpoke } from "../../src/entries/websocket.ts";

const ends: Array<() => unknown> = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function shopRegistry(onWarning: (warning: OperationWarning) => void = () => undefined): OperationRegistry {
  return new OperationRegistry({ onWarning }).registerAll(shop);
}

const quiet = (): OperationRegistry => new OperationRegistry({ onWarning: () => undefined });

/** A way to the shop. */
interface Side {
  /** Everything that it shows about an operation. */
  show(id: string): Promise<string>;
  /** The result, or the code and details of the error. */
  call(id: string, input: object): Promise<unknown>;
  items(id: string): Promise<unknown>;
}

function ofRegistry(registry: OperationRegistry): Side {
  return {
    show: async (id) => JSON.stringify(registry.getSpec(id)?.deprecated ?? null),
    call: (id, input) =>
      registry.execute(id, input).then(
        ({ data }) => data,
        ({ code, details }: CallError) => ({ code, details }),
      ),
    async items(id) {
      const items: unknown[] = [];
      for await (const { data } of subscribe(registry, id, {})) items.push(data);
      return items;
    },
  };
}

async function served(): Promise<string> {
  const service = serveHTTP(shopRegistry());
  ends.push(() => service.close());
  return (await service.listen()).url;
}

const json = { "content-type": "application/json" };

/** Over plain HTTP. `show` reads what the server says about an operation. */
async function overPlainHTTP(show: (url: string, id: string) => Promise<unknown>): Promise<Side> {
  const url = await served();
  const post = (id: string, input: object): Promise<Response> =>
    fetch(url + pathOf(id), { method: "POST", headers: json, body: JSON.stringify(input) });
  return {
    show: async (id) => JSON.stringify(await show(url, id)),
    async call(id, input) {
      const answer = await post(id, input);
      const body = (await answer.json()) as Record<string, unknown>;
      return answer.ok ? body : { code: body["code"], details: body["details"] };
    },
    async items(id) {
      const events = await (await post(id, {})).text();
      return Array.from(events.matchAll(/^data: (\{".*)$/gm), ([, text]) => JSON.parse(text as string) as unknown);
    },
  };
}

async function mcpClient(options: ServeMCPOptions): Promise<Client> {
  const service = serveMCP(shopRegistry(), options);
  const client = new Client({ name: "test", version: "1.0.0" });
  ends.push(async () => {
    await client.close();
    await service.close();
  });
  await client.connect(
    new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
      fetch: (url, init) => service.fetch(new Request(url, init)),
    }),
  );
  return client;
}

async function readJSON(url: string): Promise<unknown> {
  return (await fetch(url)).json();
}

/** `/shop.v2/order` */
function pathOf(id: string): string {
  return `/${id.replace(/\.(?=[^.]*$)/, "/")}`;
}

const sides: Readonly<Record<string, () => Promise<Side>>> = {
  "a registry": async () => ofRegistry(shopRegistry()),
  "HTTP, by its catalogue": () =>
    overPlainHTTP(async (url, id) => {
      const { deprecated = null } = (await readJSON(`${url}/~/operations/${id}`)) as { deprecated?: unknown };
      return deprecated;
    }),
  "HTTP, by its OpenAPI document": () =>
    overPlainHTTP(async (url, id) => {
      const { paths } = (await readJSON(`${url}/openapi.json`)) as {
        paths: Record<string, { post: Record<string, unknown> }>;
      };
      return { ...paths[pathOf(id)]?.post, "x-operation": undefined };
    }),
  async "an import of that document"() {
    const url = await served();
    const document = (await readJSON(`${url}/openapi.json`)) as OpenAPISpec;
    const config = { namespace: "any", namespaces: "document", baseUrl: url } as const;
    return ofRegistry(quiet().registerAll(FromOpenAPI(document, config)));
  },
  async MCP() {
    const client = await mcpClient({ searchAbove: Infinity });
    const show = async (id: string): Promise<string> => {
      const { tools } = await client.listTools();
      return JSON.stringify(tools.find(({ name }) => name === id.replaceAll(".", "_"))?.description);
    };
    return overTools(show, (id, input) => client.callTool({ name: id.replaceAll(".", "_"), arguments: { ...input } }));
  },
  async "MCP, by search"() {
    const client = await mcpClient({ searchAbove: 0 });
    const show = async (id: string): Promise<string> => {
      const found = (await foundBy(client, { query: id })).find((operation) => operation.id === id);
      const described = await client.callTool({ name: "describe_operations", arguments: { ids: [id] } });
      return JSON.stringify([found, described.structuredContent]);
    };
    return overTools(show, (id, input) => client.callTool({ name: "call_operation", arguments: { id, input } }));
  },
  async WebSocket() {
    const hub = serveWebSocket({ registry: shopRegistry(), authenticate: () => ({ id: "ada", scopes: [] }) });
    ends.push(() => hub.close());
    const imports = quiet();
    const spoke = await connectSpoke({ url: (await hub.listen()).url, token: "any", imports });
    ends.push(() => spoke.close());
    await expect.poll(() => imports.list().length).toBe(shop.length);
    return ofRegistry(imports);
  },
  async "a bus"() {
    const broker = createMemoryBroker();
    const answering = await connectBus({ transport: broker.connect(), registry: shopRegistry() });
    const imports = quiet();
    const calling = await connectBus({ transport: broker.connect(), imports });
    ends.push(() => Promise.all([answering.close({ graceMs: 0 }), calling.close({ graceMs: 0 })]));
    for (const { namespace, name } of shop) await calling.waitFor(`${namespace}.${name}`);
    return ofRegistry(imports);
  },
};

interface FoundOperation {
  readonly id: string;
}

async function foundBy(client: Client, asked: Record<string, unknown>): Promise<FoundOperation[]> {
  const { structuredContent } = await client.callTool({ name: "search_operations", arguments: asked });
  return (structuredContent as { operations: FoundOperation[] }).operations;
}

function overTools(show: Side["show"], call: (id: string, input: object) => ReturnType<Client["callTool"]>): Side {
  return {
    show,
    async call(id, input) {
      const { structuredContent, isError, content } = await call(id, input);
      return isError === true ? toError(content) : structuredContent;
    },
    async items(id) {
      const { structuredContent } = await call(id, {});
      return (structuredContent as { items: unknown }).items;
    },
  };
}

/** The text of a failed tool begins with the code, and holds the details as JSON. */
function toError(content: unknown): unknown {
  const [{ text }] = content as [{ text: string }];
  return { code: text.slice(0, text.indexOf(":")), details: JSON.parse(/\{.*\}/s.exec(text)?.[0] ?? "null") };
}

describe.each(Object.entries(sides))("when %s serves two versions", (_name, open) => {
  it("marks the old one with why, since when, until when, and what to call instead, and leaves the new one unmarked", async () => {
    const side = await open();
    for (const name of ["order", "prices"]) {
      const old = await side.show(`shop.${name}`);
      expect(old).toMatch(new RegExp(`\\bshop\\.v2\\.${name}\\b`));
      for (const part of ["Its prices have no currency", "2026-03-01", "2027-03-01"]) expect(old).toContain(part);
      expect(await side.show(`shop.v2.${name}`)).not.toMatch(/deprecated/i);
    }
  });

  it("answers callers of each version in its own form", async () => {
    const side = await open();
    expect(await side.call("shop.order", { article: "lamp" })).toEqual({ order: "1 lamp", price: 9 });
    expect(await side.call("shop.v2.order", { sku: "lamp", count: 2 })).toEqual({
      order: "2 lamp",
      total: { amount: 18, currency: "EUR" },
    });
    const soldOut = { code: "OUT_OF_STOCK", details: { left: 0 } };
    expect(await side.call("shop.order", { article: "table" })).toEqual(soldOut);
    expect(await side.call("shop.v2.order", { sku: "table", count: 1 })).toEqual(soldOut);
  });

  it("streams each version in its own form", async () => {
    const side = await open();
    expect(await side.items("shop.prices")).toEqual([
      { article: "lamp", price: 9 },
      { article: "table", price: 120 },
    ]);
    expect(await side.items("shop.v2.prices")).toEqual([
      { sku: "lamp", price: { amount: 9, currency: "EUR" } },
      { sku: "table", price: { amount: 120, currency: "EUR" } },
    ]);
  });
});

describe("when a deprecated operation is offered to a model", () => {
  it("comes last in the list of tools, on whatever page that is", async () => {
    const client = await mcpClient({ searchAbove: Infinity, pageSize: 1 });
    const names: string[] = [];
    for (let cursor: string | undefined; ;) {
      const { tools, nextCursor } = await client.listTools(cursor === undefined ? {} : { cursor });
      names.push(...tools.map(({ name }) => name));
      if (nextCursor === undefined) break;
      cursor = nextCursor;
    }
    expect(names).toEqual(["shop_v2_order", "shop_v2_prices", "shop_order", "shop_prices", "read_result"]);
  });

  it("comes last in a search, and is left out if its successor is enough", async () => {
    const client = await mcpClient({ searchAbove: 0 });
    const idsFor = async (asked: Record<string, unknown>): Promise<string[]> =>
      (await foundBy(client, asked)).map(({ id }) => id);
    expect(await idsFor({ query: "order an article" })).toEqual([
      "shop.v2.order",
      expect.any(String),
      "shop.order",
      "shop.prices",
    ]);
    expect(await idsFor({ query: "order an article", limit: 1 })).toEqual(["shop.v2.order"]);
    expect(await idsFor({ query: "", namespace: "shop" })).toEqual([
      "shop.v2.order",
      "shop.v2.prices",
      "shop.order",
      "shop.prices",
    ]);
  });

  it("has its signature marked as editors read it", async () => {
    const client = await mcpClient({ searchAbove: 0 });
    const ids = ["shop.order", "shop.v2.order"];
    const { structuredContent } = await client.callTool({ name: "describe_operations", arguments: { ids } });
    const { operations } = structuredContent as { operations: Array<{ signature: string }> };
    expect(operations[0]?.signature).toMatch(
      /^\/\*\* @deprecated Use shop\.v2\.order instead\. .* \*\/\nshop\.order\(/,
    );
    expect(operations[1]?.signature).toMatch(/^shop\.v2\.order\(/);
  });
});

describe("when a deprecated operation is called", () => {
  it("warns once, however often and through whichever interface it is called", async () => {
    const warnings: OperationWarning[] = [];
    const registry = shopRegistry((warning) => warnings.push(warning));
    const service = serveHTTP(registry);
    ends.push(() => service.close());
    await registry.execute("shop.order", { article: "lamp" });
    await registry.execute("shop.order", { article: "lamp" });
    await service.fetch(
      new Request("http://localhost/shop/order", { method: "POST", headers: json, body: '{"article":"lamp"}' }),
    );
    await registry.execute("shop.v2.order", { sku: "lamp", count: 1 });
    expect(warnings).toEqual([
      {
        kind: "deprecated",
        operationId: "shop.order",
        message: expect.stringMatching(/^shop\.order is deprecated\. Use shop\.v2\.order instead\. Its prices have no/),
      },
    ]);
  });
});
