/**
 * Serves a registry as an HTTP API: a client calls it, streams from it, and imports it from its own document. It prints
 * what happens, and exits non-zero if that is not what it expects.
 */
import assert from "node:assert/strict";
import {
  CallError,
  defineOperation,
  FromOpenAPI,
  OperationRegistry,
  OperationType,
  subscribe,
  Type,
} from "../src/entries/index.ts";
import type { OpenAPISpec } from "../src/entries/index.ts";
import { apiKeys, serveHTTP } from "../src/entries/serve-http.ts";
import type { CallTimes } from "../src/entries/serve-http.ts";

const say = (text: string): void => console.log(text);

let balance = 10;

const withdraw = defineOperation({
  name: "withdraw",
  namespace: "bank",
  version: "1.0.0",
  type: OperationType.MUTATION,
  description: "Takes money out; needs the scope bank:write",
  inputSchema: Type.Object({ amount: Type.Integer({ minimum: 1 }) }),
  outputSchema: Type.Object({ balance: Type.Integer() }),
  accessControl: { requiredScopes: ["bank:write"] },
  errorSchemas: { INSUFFICIENT_FUNDS: { httpStatus: 409, schema: Type.Object({ balance: Type.Integer() }) } },
  handler: ({ amount }) => {
    if (amount > balance) throw new CallError("INSUFFICIENT_FUNDS", `The account holds ${balance}.`, { balance });
    balance -= amount;
    return { balance };
  },
});

const countdown = defineOperation({
  name: "countdown",
  namespace: "bank",
  version: "1.0.0",
  type: OperationType.SUBSCRIPTION,
  description: "Counts down from the balance",
  inputSchema: Type.Object({}),
  outputSchema: Type.Integer(),
  accessControl: { requiredScopes: [] },
  async *handler() {
    for (let left = balance; left > 0; left--) yield left;
  },
});

const [adasKey, guestsKey] = ["key-of-ada-0123456789", "key-of-a-guest-012345"];
const times: CallTimes[] = [];
const service = serveHTTP(new OperationRegistry().registerAll([withdraw, countdown]), {
  name: "bank",
  authenticate: apiKeys([
    { key: adasKey, identity: { id: "ada", scopes: ["bank:write"] } },
    { key: guestsKey, identity: { id: "guest", scopes: [] } },
  ]),
  onCallTimes: (each) => times.push(each),
});
const { url } = await service.listen();

const call = (key: string, amount: number): Promise<Response> =>
  fetch(`${url}/bank/withdraw`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ amount }),
  });

// 1. A program calls with a key.
const answer = await call(adasKey, 7);
assert.deepEqual([answer.status, await answer.json()], [200, { balance: 3 }]);
say("1. POST /bank/withdraw answered { balance: 3 }.");

// 2. Without a key, the server refuses the call.
assert.equal((await call("no-key-of-anybody-012", 1)).status, 401);
assert.equal((await call(guestsKey, 1)).status, 403);
say("2. A wrong key got 401, and a guest 403.");

// 3. Streams are server-sent events.
const events = await (await fetch(`${url}/bank/countdown`, { headers: { "x-api-key": guestsKey } })).text();
assert.equal(events, "data: 3\n\ndata: 2\n\ndata: 1\n\nid: ~end\nevent: complete\ndata: {}\n\n");
say("3. GET /bank/countdown streamed three events, and said that it was complete.");

// 4. Another process imports the document and gets the same operations.
const document = (await (
  await fetch(`${url}/openapi.json`, { headers: { "x-api-key": adasKey } })
).json()) as OpenAPISpec;
const remote = new OperationRegistry().registerAll(
  FromOpenAPI(document, {
    namespace: "remote",
    namespaces: "document",
    baseUrl: url,
    credentials: { apiKey: adasKey },
  }),
);
await assert.rejects(remote.execute("bank.withdraw", { amount: 5 }), {
  code: "INSUFFICIENT_FUNDS",
  details: { balance: 3 },
});
const items: unknown[] = [];
for await (const { data } of subscribe(remote, "bank.countdown", {})) items.push(data);
assert.deepEqual(items, [3, 2, 1]);
say("4. Imported from its document, bank.withdraw failed with the same error, and bank.countdown streamed the same.");

await service.close();

// 5. The server says where the time of each call went. A refused call never reaches its handler.
const [first] = times.filter(({ upstreamMs }) => upstreamMs > 0);
assert.ok(first !== undefined && first.operationId === "bank.withdraw");
assert.ok(times.some(({ upstreamMs }) => upstreamMs === 0));
say(`5. The first call took ${first.checksMs.toFixed(2)} ms to check, and ${first.upstreamMs.toFixed(2)} ms to run.`);
