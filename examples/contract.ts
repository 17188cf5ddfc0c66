/**
 * A contract, with its handlers in one part of the program and its caller in another. The caller has only the contract,
 * and narrows a declared error that arrives over a WebSocket. Exits non-zero if anything goes wrong.
 */
import assert from "node:assert/strict";
import { createClient, safe } from "../src/entries/client.ts";
import {
  defineMiddleware,
  defineSpec,
  implement,
  OperationRegistry,
  OperationType,
  Type,
} from "../src/entries/index.ts";
import { serveWebSocket } from "../src/entries/serve-websocket.ts";
import { connectSpoke } from "../src/entries/websocket.ts";

// Both sides have this.
const buy = defineSpec({
  namespace: "shop",
  name: "buy",
  version: "1.0.0",
  type: OperationType.MUTATION,
  description: "Buys an article",
  inputSchema: Type.Object({ sku: Type.String(), count: Type.Integer({ minimum: 1 }) }),
  outputSchema: Type.Object({ order: Type.String(), tenant: Type.String() }),
  errorSchemas: { OUT_OF_STOCK: { description: "Too few are left", schema: Type.Object({ left: Type.Integer() }) } },
  accessControl: { requiredScopes: ["shop"] },
});
const contract = { buy };

// The server.
const registry = new OperationRegistry();
registry.use(
  defineMiddleware((call, next) => {
    console.log(`${call.context.identity?.id} calls ${call.id}`);
    return next();
  }),
);
const stock = new Map([["lamp", 2]]);
registry.registerAll(
  implement(contract, {
    buy: ({ sku, count }, { fail, identity }) => {
      const left = stock.get(sku) ?? 0;
      if (left < count) throw fail("OUT_OF_STOCK", { left });
      stock.set(sku, left - count);
      return { order: `${count} ${sku}`, tenant: String(identity?.claims?.["tenant"]) };
    },
  }),
);
const server = serveWebSocket({
  registry,
  authenticate: ({ token }) =>
    token === "token-of-ada" ? { id: "ada", scopes: ["shop"], claims: { tenant: "Analytical Engines" } } : undefined,
});
const { url } = await server.listen();

// The caller.
const spoke = await connectSpoke({ url, token: "token-of-ada" });
try {
  const client = createClient<typeof contract>(spoke);
  const first = await safe(client.shop.buy({ sku: "lamp", count: 1 }));
  assert(first.ok);
  assert.deepEqual(first.data, { order: "1 lamp", tenant: "Analytical Engines" });

  const second = await safe(client.shop.buy({ sku: "lamp", count: 5 }));
  assert(!second.ok && second.declared && second.error.code === "OUT_OF_STOCK");
  assert.equal(second.error.details.left, 1);
  assert.equal(second.error.message, "Too few are left");
  console.log(`bought ${first.data.order} for ${first.data.tenant}; ${second.error.details.left} left`);
} finally {
  spoke.close();
  server.close();
}
