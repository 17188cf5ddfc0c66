/**
 * A hub and two spokes. One offers operations; the other calls them through the hub, even after a lost connection. It
 * prints what happens, and exits non-zero if that is not what it expects.
 */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { CallError, defineOperation, OperationRegistry, OperationType, Type } from "../src/entries/index.ts";
import { serveWebSocket } from "../src/entries/serve-websocket.ts";
import { connectSpoke } from "../src/entries/websocket.ts";

const say = (text: string): void => console.log(text);

const resize = defineOperation({
  name: "resize",
  namespace: "images",
  version: "1.0.0",
  type: OperationType.QUERY,
  description: "Makes an image smaller; needs the scope images:use",
  inputSchema: Type.Object({ width: Type.Integer({ minimum: 1 }) }),
  outputSchema: Type.Object({ width: Type.Integer(), by: Type.String() }),
  accessControl: { requiredScopes: ["images:use"] },
  handler: ({ width }, { identity }) => ({ width: Math.ceil(width / 2), by: identity?.id ?? "anonymous" }),
});

const render = defineOperation({
  name: "render",
  namespace: "images",
  version: "1.0.0",
  type: OperationType.SUBSCRIPTION,
  description: "Renders forever, and says how far it is",
  inputSchema: Type.Object({}),
  outputSchema: Type.Integer(),
  accessControl: { requiredScopes: ["images:use"] },
  async *handler(_input, { signal }) {
    for (let percent = 1; ; percent++) {
      yield percent;
      await sleep(5, undefined, { signal });
    }
  },
});

const identities = new Map([
  ["worker's token", { id: "worker", scopes: ["offer:images"] }],
  ["ada's token", { id: "ada", scopes: ["images:use"] }],
]);

function startHub(port: number) {
  const registry = new OperationRegistry();
  const hub = serveWebSocket({ registry, authenticate: ({ token }) => identities.get(token) });
  return hub.listen({ port }).then((server) => ({ hub, registry, server }));
}

async function until(condition: () => boolean): Promise<void> {
  const giveUp = AbortSignal.timeout(10_000);
  while (!condition()) await sleep(10, undefined, { signal: giveUp });
}

// 1. A worker offers its operations to the hub.
const first = await startHub(0);
const { url, port } = first.server;
const worker = await connectSpoke({
  url,
  token: "worker's token",
  registry: new OperationRegistry().registerAll([resize, render]),
  reconnect: { minDelayMs: 20, maxDelayMs: 100 },
});
await until(() => first.registry.has("images.render"));
say(
  `1. The hub has ${first.registry
    .list()
    .map(({ name }) => name)
    .join(" and ")}, offered by the worker.`,
);

// 2. Another spoke calls them through the hub, under its own identity.
const ada = await connectSpoke({ url, token: "ada's token", reconnect: { minDelayMs: 20, maxDelayMs: 100 } });
const resized = await ada.call("images.resize", { width: 640 });
assert.deepEqual(resized.data, { width: 320, by: "ada" });
say(`2. The worker answered ${JSON.stringify(resized.data)}.`);

// 3. A stream goes the same way, until its reader stops.
for await (const { data } of ada.subscribe("images.render", {})) if (data === 3) break;
say("3. Ada watched it render up to 3 percent, and left.");

// 4. The hub stops in the middle of a stream. The stream ends with an error that says so.
const stream = ada.subscribe("images.render", {});
await stream.next();
const broken = (async () => {
  for await (const item of stream) assert.equal(item.meta.source, "local");
})().catch((error: unknown) => error);
first.hub.close();
const lost = await broken;
assert.ok(lost instanceof CallError && lost.code === "CONNECTION_LOST" && lost.phase === "started");
const refused = await ada.call("images.resize", { width: 1 }).catch((error: unknown) => error);
assert.ok(refused instanceof CallError && refused.phase === "notStarted");
say(`4. The hub stopped: the stream ended with ${lost.code}, and a call made at that moment did not start.`);

// 5. A new hub starts at the same address. Both spokes reconnect, and the worker offers again.
const second = await startHub(port);
await until(() => second.registry.has("images.resize"));
const again = await ada.call("images.resize", { width: 100 }, { waitForConnection: 10_000 });
assert.deepEqual(again.data, { width: 50, by: "ada" });
say("5. A new hub started: both spokes reconnected, and the same call works.");

// 6. The worker leaves cleanly, and its operations go with it.
await worker.drain();
await until(() => second.registry.list().length === 0);
ada.close();
await second.hub.drain();
say("6. The worker left, and took its operations along.");
