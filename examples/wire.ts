/** Records what a hub sends to an HTTP API for a call, without credentials. Exits non-zero if anything goes wrong. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startHub } from "../src/entries/hub.ts";
import type { WireRecording } from "../src/entries/hub.ts";

const TOKEN = "token-of-the-api-0123";
const KEY = "key-of-the-operator-0123";

const api = createServer((_request, response) => {
  response.setHeader("content-type", "application/json");
  response.end('{"temperature":21}');
});
api.listen(0, "127.0.0.1");
await once(api, "listening");

const folder = await mkdtemp(join(tmpdir(), "operations-wire-"));
const url = `http://127.0.0.1:${String((api.address() as AddressInfo).port)}`;
const content = { "application/json": { schema: { type: "object" } } };
const document = {
  openapi: "3.1.0",
  info: { title: "Weather", version: "1" },
  servers: [{ url }],
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  paths: { "/now": { get: { operationId: "now", responses: { 200: { description: "ok", content } } } } },
};
await writeFile(join(folder, "weather.json"), JSON.stringify(document));
const config = {
  log: { level: "silent" as const },
  openapi: { weather: { document: "weather.json", allowPrivateNetwork: true, credentials: { token: TOKEN } } },
  serve: { keys: [{ id: "olga", key: KEY, scopes: ["operations:call", "operations:wire"] }] },
};
const hub = await startHub({ folder, config }, { port: 0, stateFolder: folder, waitForSources: true });

try {
  const headers = { "x-api-key": KEY, "operation-wire": "record" };
  const answer = await fetch(`${hub.endpoints.http}/weather/now`, { method: "POST", headers });
  assert.equal(answer.status, 200);
  const id = answer.headers.get("operation-request-id") ?? "";
  const recorded = await fetch(`${hub.endpoints.http}/~/calls/${id}/exchanges`, { headers: { "x-api-key": KEY } });
  const { exchanges } = (await recorded.json()) as WireRecording;
  const [exchange] = exchanges;
  assert.equal(exchange?.request.headers?.["authorization"], "Bearer [redacted]");
  assert.equal(exchange.answer?.status, 200);
  assert.ok(!JSON.stringify(exchanges).includes(TOKEN));
  console.log(`${exchange.request.method} ${exchange.request.to}\n${exchange.answer.text ?? ""}`);
} finally {
  await hub.close({ graceMs: 0 });
  api.close();
  await rm(folder, { recursive: true, force: true });
}
