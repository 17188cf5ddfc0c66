/**
 * Both typed clients in one program: calls, a stream that continues after the server restarts, and a declared error.
 * Exits non-zero if anything goes wrong.
 */
import assert from "node:assert/strict";
import { createClient, overHTTP, overWebSocket, safe } from "../src/entries/client.ts";
import { defineOperation, OperationRegistry, OperationType, tracked, Type } from "../src/entries/index.ts";
import { serveHTTP } from "../src/entries/serve-http.ts";
import { serveWebSocket } from "../src/entries/serve-websocket.ts";

const common = { namespace: "news", version: "1.0.0", accessControl: { requiredScopes: [] } } as const;

const greet = defineOperation({
  ...common,
  name: "greet",
  type: OperationType.QUERY,
  description: "Greets a reader",
  inputSchema: Type.Object({ name: Type.String() }),
  outputSchema: Type.Object({ text: Type.String() }),
  errorSchemas: { BANNED: { schema: Type.Object({ until: Type.String() }) } },
  handler: ({ name }, { fail }) => {
    if (name === "Mallory") throw fail("BANNED", { until: "2027-01-01" }, "Mallory is not welcome.");
    return { text: `Hello, ${name}!` };
  },
});

const ticker = defineOperation({
  ...common,
  name: "ticker",
  type: OperationType.SUBSCRIPTION,
  description: "News, one after the other",
  inputSchema: Type.Object({ to: Type.Integer() }),
  outputSchema: Type.Integer(),
  async *handler({ to }, { lastEventId, signal }) {
    for (let number = Number(lastEventId ?? 0) + 1; number <= to; number++) {
      yield tracked(String(number), number);
      // Half of the news arrives after the restart.
      if (number === to / 2) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    }
  },
});

const operations = [greet, ticker] as const;

/** Serves the operations over HTTP, and over WebSocket at /ws. */
async function start(port?: number) {
  const registry = new OperationRegistry().registerAll(operations);
  const service = serveHTTP(registry);
  const { url, server } = await service.listen(port === undefined ? {} : { port });
  const sockets = serveWebSocket({ registry, anonymous: true, authenticate: () => undefined });
  sockets.attach(server, { path: "/ws" });
  const close = async (): Promise<void> => {
    sockets.close();
    await service.close({ graceMs: 0 });
  };
  return { url, close };
}

let server = await start();
const { url } = server;
const reconnect = { minDelayMs: 20, maxDelayMs: 200 };
const connection = overWebSocket({ url: `${url}/ws`, reconnect });
const clients = {
  HTTP: createClient<typeof operations>(overHTTP({ url, reconnect })),
  WebSocket: createClient<typeof operations>(connection),
};

for (const [name, client] of Object.entries(clients)) {
  const { data } = await client.news.greet({ name: "Ada" }, { timeoutMs: 20_000 });
  console.log(`${name}: ${data.text}`);
  assert.equal(data.text, "Hello, Ada!");

  const banned = await safe(client.news.greet({ name: "Mallory" }));
  assert(!banned.ok && banned.declared);
  console.log(`${name}: ${banned.error.code} until ${banned.error.details.until}`);

  const numbers: number[] = [];
  for await (const { data: number } of client.news.ticker({ to: 4 })) {
    numbers.push(number);
    if (number !== 2) continue;
    await server.close();
    server = await start(Number(new URL(url).port));
  }
  console.log(`${name}: ${numbers.join(", ")}, across a restart of the server`);
  assert.deepEqual(numbers, [1, 2, 3, 4]);
}

connection.close();
await server.close();
