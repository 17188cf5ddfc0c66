/**
 * A document becomes operations. This example starts a small HTTP API on loopback, imports its OpenAPI document, calls
 * it, streams from it, and is refused by it. It exits non-zero if anything goes wrong.
 */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { CallError, importOpenAPI, OperationRegistry, subscribe } from "../src/entries/index.ts";

const json = (schema: object): object => ({ description: "ok", content: { "application/json": { schema } } });
const Pet = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "integer" }, name: { type: "string" }, parent: { $ref: "#/components/schemas/Pet" } },
};
const document = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1.0.0" },
  components: {
    schemas: { Pet },
    securitySchemes: { token: { type: "http", scheme: "bearer" } },
  },
  security: [{ token: [] }],
  paths: {
    "/pets/{id}": {
      get: {
        operationId: "getPet",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        responses: { 200: json({ $ref: "#/components/schemas/Pet" }) },
      },
    },
    "/events": {
      get: {
        operationId: "watch",
        responses: { 200: { description: "ok", content: { "text/event-stream": { schema: { type: "object" } } } } },
      },
    },
  },
};

const server = createServer((request, response) => {
  if (request.headers.authorization !== "Bearer secret of ada") {
    response.writeHead(401, { "content-type": "application/problem+json" }).end('{"title":"Who are you?"}');
  } else if (request.url === "/events") {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end('id: 1\nevent: born\ndata: {"name":"Rex"}\n\nid: 2\nevent: born\ndata: {"name":"Bello"}\n\n');
  } else {
    const rex = { id: 7, name: "Rex", parent: { id: 1, name: "Old Rex" }, internal: "not in the document" };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(rex));
  }
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

try {
  const { port } = server.address() as AddressInfo;
  const { operations, report } = importOpenAPI(document, {
    namespace: "pets",
    baseUrl: `http://127.0.0.1:${port}`,
    credentials: { token: (identity) => (identity === undefined ? undefined : `secret of ${identity.id}`) },
  });
  console.log(report.summary());

  const registry = new OperationRegistry().registerAll(operations);
  const ada = { identity: { id: "ada", scopes: [] } };

  const { data, meta } = await registry.execute("pets.getPet", { id: 7 }, ada);
  assert.deepEqual(data, { id: 7, name: "Rex", parent: { id: 1, name: "Old Rex" } });
  assert.ok(meta.source === "http" && meta.statusCode === 200);
  console.log("called pets.getPet:", data);

  const names: unknown[] = [];
  for await (const item of subscribe(registry, "pets.watch", {}, ada)) {
    assert.ok(item.meta.source === "http" && item.meta.event === "born");
    names.push((item.data as { name: string }).name);
  }
  assert.deepEqual(names, ["Rex", "Bello"]);
  console.log("streamed pets.watch:", names);

  const refused = await registry.execute("pets.getPet", { id: 7 }).catch((error: unknown) => error);
  assert.ok(refused instanceof CallError && refused.code === "EXECUTION_ERROR");
  console.log("without credentials:", refused.message);
} finally {
  server.closeAllConnections();
  server.close();
}
