/**
 * Calls an imported API, in a process whose environment names a proxy. It is a separate process, because the
 * connections are made once for each process, and Node reads extra certificates only at start. Prints what it saw as
 * JSON.
 *
 *     proxied-client.ts <address of the API> <address of one on this machine>
 */
import { FromOpenAPI, OperationRegistry, subscribe } from "../../../src/entries/index.ts";

const [far = "", near = ""] = process.argv.slice(2);

const json = { content: { "application/json": { schema: {} } } };
const events = { content: { "text/event-stream": { schema: { type: "string" } } } };
const document = {
  openapi: "3.1.0",
  paths: {
    "/pets": { get: { operationId: "list", responses: { 200: json } } },
    "/news": { get: { operationId: "news", responses: { 200: events } } },
  },
};

const registry = new OperationRegistry();
for (const [namespace, baseUrl] of Object.entries({ far, near })) {
  registry.registerAll(FromOpenAPI(document, { namespace, baseUrl }));
}
const items: unknown[] = [];
for await (const { data } of subscribe(registry, "far.news", {})) items.push(data);
const seen = {
  far: (await registry.execute("far.list", {})).data,
  near: (await registry.execute("near.list", {})).data,
  items,
};
console.log(JSON.stringify(seen));
