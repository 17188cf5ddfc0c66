/** Finds operations by what they do, for callers with different rights. Exits non-zero if anything goes wrong. */
import assert from "node:assert/strict";
import { defineOperation, OperationRegistry, OperationType, Type } from "../src/entries/index.ts";
import { createSearch } from "../src/entries/search.ts";

const operations = [
  { name: "placeOrder", description: "Buys what is in the basket", scopes: ["shop:buy"] },
  { name: "trackParcel", description: "Shows where a parcel is", scopes: [] },
  { name: "removeArticle", description: "Takes an article out of the basket", scopes: [] },
].map(({ name, description, scopes }) =>
  defineOperation({
    namespace: "shop",
    name,
    version: "1.0.0",
    type: OperationType.MUTATION,
    description,
    inputSchema: Type.Object({}),
    outputSchema: Type.Unknown(),
    accessControl: { requiredScopes: scopes },
    handler: () => null,
  }),
);
const registry = new OperationRegistry().registerAll(operations);
const search = createSearch(registry);

const find = async (text: string, scopes: string[]): Promise<string | undefined> =>
  (await search.search(text, { identity: { id: "someone", scopes } }))[0]?.id;

assert.equal(await find("Where are my parcels?", []), "shop.trackParcel");
assert.equal(await find("delete an article", []), "shop.removeArticle");
assert.equal(await find("place an order", ["shop:buy"]), "shop.placeOrder");
assert.notEqual(await find("place an order", []), "shop.placeOrder");
registry.unregister("shop.trackParcel");
assert.equal(await find("parcel", []), undefined);
search.close();
console.log("Each caller found only what it may call.");
