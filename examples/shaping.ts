/**
 * An API shaped for its callers: another name and description, one fixed argument, one with a default. Exits non-zero
 * if anything goes wrong.
 */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSources } from "../src/entries/hub.ts";

// An API for all customers of a shop.
const api = createServer((request, response) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ asked: request.url }));
});
await once(api.listen(0, "127.0.0.1"), "listening");
const parameter = (name: string, type: string) => ({ name, in: "query", required: true, schema: { type } });
const document = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  servers: [{ url: `http://127.0.0.1:${(api.address() as AddressInfo).port}` }],
  paths: {
    "/orders": {
      get: {
        operationId: "getOrders",
        parameters: [parameter("customer", "string"), parameter("limit", "integer")],
        responses: {},
      },
    },
  },
};
const folder = await mkdtemp(join(tmpdir(), "shaping-example-"));
await writeFile(join(folder, "shop.json"), JSON.stringify(document));

const sources = await openSources({
  folder,
  config: {
    openapi: {
      shop: {
        document: "shop.json",
        allowPrivateNetwork: true,
        operations: {
          getOrders: {
            name: "our_orders",
            description: "The orders of our company.",
            fixed: { customer: "our-company" },
            defaults: { limit: 20 },
          },
        },
      },
    },
  },
});
await sources.ready;
const { registry } = sources;

const [spec] = registry.list();
assert.equal(spec?.name, "our_orders");
assert.deepEqual(Object.keys((spec.inputSchema as { properties: object }).properties), ["limit"]);
const { data } = await registry.execute("shop.our_orders", {});
assert.deepEqual(data, { asked: "/orders?customer=our-company&limit=20" });
console.log("Callers pass no input, and get their own company's orders.");

const refused: unknown = await registry.execute("shop.our_orders", { customer: "another" }).catch((error) => error);
assert.equal((refused as { code?: string }).code, "VALIDATION_ERROR");
console.log("They cannot ask for another company's orders.");

await sources.close();
api.close();
await rm(folder, { recursive: true });
