/**
 * Two versions of a shop on one server. Callers of the old version continue as before, and learn what replaces it.
 * Exits non-zero if anything goes wrong.
 */
import assert from "node:assert/strict";
import { createClient, overHTTP } from "../src/entries/client.ts";
import { OperationRegistry } from "../src/entries/index.ts";
import { serveHTTP } from "../src/entries/serve-http.ts";
import { generateTypes } from "../src/entries/types.ts";
import { shop } from "./versions/shop.ts";

const warnings: string[] = [];
const registry = new OperationRegistry({ onWarning: ({ message }) => warnings.push(message) }).registerAll(shop);
const service = serveHTTP(registry, { name: "shop" });
const { url } = await service.listen();

// Both versions answer, each in its own format, from one stock.
const client = createClient<typeof shop>(overHTTP({ url }));
const old = await client.shop.order({ article: "lamp" });
assert.deepEqual(old.data, { order: "1 lamp", price: 9 });
const current = await client.shop.v2.order({ sku: "lamp", count: 1 });
assert.deepEqual(current.data, { order: "1 lamp", total: { amount: 9, currency: "EUR" } });
console.log("1. Both versions sold a lamp.");

// In each answer, the old version says that it is deprecated, since when, until when, and what replaces it.
const answer = await fetch(`${url}/shop/order`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ article: "table" }),
});
assert.equal(answer.status, 409);
assert.equal(answer.headers.get("deprecation"), `@${Date.UTC(2026, 2, 1) / 1000}`);
assert.equal(answer.headers.get("sunset"), "Mon, 01 Mar 2027 00:00:00 GMT");
assert.equal(answer.headers.get("link"), '<../shop.v2/order>; rel="successor-version"');
console.log(`2. A table was refused by ${answer.url}, which has a successor: ${answer.headers.get("link")}.`);

// Editors strike it through.
assert.match(generateTypes(registry.list()), /@deprecated Use shop\.v2\.order instead\. Its prices have no currency\./);
console.log("3. The generated types mark it as deprecated.");

// The operator of the shop learns, once, that callers still use the old version.
assert.deepEqual(warnings, [
  "shop.order is deprecated. Use shop.v2.order instead. Its prices have no currency. Deprecated since 2026-03-01. It is expected to end on 2027-03-01T00:00:00Z.",
]);
console.log(`4. ${warnings[0]}`);

await service.close();
