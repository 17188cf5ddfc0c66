import { Type } from "typebox";
import type { TSchema } from "typebox";
import { describe, expect, it } from "vitest";

import { failureOf, parameterOf, sendJSON, shapeOf, useServers } from "../../../../tests/support/http-calls.ts";
import { OperationType } from "../../../operation/operation-type.ts";
import { OperationRegistry } from "../../../registry/operation-registry.ts";
import { FromOpenAPI } from "../import-openapi.ts";
import { createCallHandler } from "./http-handler.ts";
import { createUpstream } from "../request/upstream.ts";
import { nextLink } from "./next-page.ts";
import { paginate } from "./paginate.ts";
import type { PaginateOptions } from "./paginate.ts";

const servers = useServers();

function registryAt(origin: string, properties: Record<string, TSchema>) {
  const registry = new OperationRegistry();
  const parameters = Object.keys(properties).map((name) => parameterOf(name, name === "org" ? "path" : "query"));
  registry.register({
    name: "list",
    namespace: "test",
    version: "1.0.0",
    description: "Pages",
    type: OperationType.QUERY,
    inputSchema: Type.Object(properties),
    outputSchema: Type.Unknown(),
    accessControl: { requiredScopes: [] },
    handler: createCallHandler(
      { ...shapeOf({ path: "/orgs/{org}", parameters }), stream: undefined },
      createUpstream({ namespace: "test", baseUrl: origin }),
    ),
  });
  return registry;
}

async function readAll(registry: OperationRegistry, input: Record<string, unknown>, options?: PaginateOptions) {
  const pages: unknown[] = [];
  for await (const page of paginate(registry, "test.list", input, options)) pages.push(page.data);
  return pages;
}

const properties = {
  org: Type.String(),
  page: Type.Optional(Type.Integer()),
  per_page: Type.Optional(Type.Integer()),
  since: Type.Optional(Type.String()),
  label: Type.Optional(Type.Array(Type.String())),
};

/** Three pages, whose links lead to another origin and path. */
const startLinked = () =>
  servers.start((request, response) => {
    const query = new URLSearchParams(request.target.split("?")[1]);
    const page = Number(query.get("page") ?? 1);
    if (page < 3) {
      query.set("page", String(page + 1));
      response.setHeader(
        "link",
        `<https://evil.example/a?page=1>; rel="prev", <https://evil.example/orgs/9?${query}>; rel="next"`,
      );
    }
    sendJSON(response, { page });
  });

describe("when pages are linked by headers", () => {
  it("reads them with the same operation, and never fetches the link itself", async () => {
    const server = await startLinked();
    const input = { org: "node", per_page: 2, since: "7", label: ["a", "b"] };
    expect(await readAll(registryAt(server.origin, properties), input)).toEqual([
      { page: 1 },
      { page: 2 },
      { page: 3 },
    ]);
    expect(server.seen.map((request) => request.target)).toEqual([
      "/orgs/node?per_page=2&since=7&label=a&label=b",
      "/orgs/node?page=2&per_page=2&since=7&label=a&label=b",
      "/orgs/node?page=3&per_page=2&since=7&label=a&label=b",
    ]);
  });

  it("keeps a cursor of digits as text if its referenced schema says so", async () => {
    const server = await servers.start((request, response) => {
      if (!request.target.includes("cursor")) response.setHeader("link", '<?cursor=123>; rel="next"');
      sendJSON(response, request.target);
    });
    const cursor = { name: "cursor", in: "query", schema: { $ref: "#/components/schemas/a~1b" } };
    const document = {
      openapi: "3.1.0",
      paths: { "/": { get: { operationId: "list", parameters: [cursor], responses: {} } } },
      components: { schemas: { "a/b": { $ref: "#/components/schemas/Cursor" }, Cursor: { type: "string" } } },
    };
    const registry = new OperationRegistry();
    registry.registerAll(FromOpenAPI(document, { namespace: "test", baseUrl: server.origin }));
    expect(await readAll(registry, {})).toEqual(["/", "/?cursor=123"]);
  });

  it("requests only pages that are read", async () => {
    const server = await startLinked();
    const registry = registryAt(server.origin, properties);
    for await (const page of paginate(registry, "test.list", { org: "node" })) {
      expect(page.data).toEqual({ page: 1 });
      break;
    }
    expect(await readAll(registry, { org: "node" }, { maxPages: 2 })).toHaveLength(2);
    expect(server.seen).toHaveLength(3);
  });

  it("fails when the link uses a parameter that the operation does not declare", async () => {
    const server = await servers.start((_request, response) => {
      response.setHeader("link", '</orgs/node?token=abc>; rel="next"');
      sendJSON(response, {});
    });
    const error = await failureOf(readAll(registryAt(server.origin, properties), { org: "node" }));
    expect(error.message).toContain("changes no parameter that the operation declares (it has token)");
  });

  it("does not loop", async () => {
    const server = await servers.start((request, response) => {
      const next = request.target.includes("page=2") ? 3 : 2;
      response.setHeader("link", `<?page=${next}>; rel=next`);
      sendJSON(response, {});
    });
    const error = await failureOf(readAll(registryAt(server.origin, properties), { org: "node" }));
    expect(error.message).toContain("already read");
    expect(server.seen).toHaveLength(3);
  });

  it.each([
    ['<https://a.example/?x=1,2>; rel="next"', "https://a.example/?x=1,2"],
    ['<a>; rel="prev", <b>; title="x"; rel="last next"', "b"],
    ["<a>; rel=next", "a"],
    ['<a>; rel="nextish"', undefined],
    ["<a", undefined],
    [undefined, undefined],
  ])("finds the next link in %s", (header, expected) => {
    expect(nextLink(header)).toBe(expected);
  });
});

const startWithCursor = () =>
  servers.start((request, response) => {
    const cursor = new URLSearchParams(request.target.split("?")[1]).get("since");
    sendJSON(response, { cursor, paging: { "next/one": cursor === null ? "b" : null } });
  });

describe("when pages carry a cursor", () => {
  it("reads them until there is none", async () => {
    const server = await startWithCursor();
    const cursor = { input: "since", output: "/paging/next~1one" };
    const pages = await readAll(registryAt(server.origin, properties), { org: "node" }, { cursor });
    expect(pages).toMatchObject([{ cursor: null }, { cursor: "b" }]);
  });

  it("stops when the result has no such property", async () => {
    const server = await startWithCursor();
    const options = { cursor: { input: "since", output: "toString" } };
    expect(await readAll(registryAt(server.origin, properties), { org: "node" }, options)).toHaveLength(1);
  });
});
