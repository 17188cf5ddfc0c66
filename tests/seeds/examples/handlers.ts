// Seed 000: adapters return `OperationSpec & { handler }`. A handler is a function that anybody may call.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { FromOpenAPI, OperationRegistry, type OperationContext } from "@alkdev/operations";
import type { OperationHandler, OperationSpec, ResponseEnvelope, SubscriptionHandler } from "@alkdev/operations";
import { defineOperation, definePrompt, defineResource, OperationType, Type } from "@alkdev/operations";
import { createMCPClient, closeMCPClient } from "@alkdev/operations/from-mcp";
import { serveMCP } from "@alkdev/operations/serve-mcp";

const api = createServer((request, response) => {
  if (request.url === "/ticks") response.writeHead(200, { "content-type": "text/event-stream" }).end('data: {"n":1}\n\n');
  else if (request.url !== "/slow") response.writeHead(200, { "content-type": "application/json" }).end('{"name":"Rex"}');
});
await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
const baseUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;

const document = {
  openapi: "3.0.3",
  info: { title: "Pets", version: "1" },
  paths: {
    "/pet": {
      get: {
        operationId: "pet",
        responses: { 200: { description: "", content: { "application/json": { schema: { type: "object" } } } } },
      },
    },
    "/ticks": {
      get: { operationId: "ticks", responses: { 200: { description: "", content: { "text/event-stream": {} } } } },
    },
    "/slow": { get: { operationId: "slow", responses: { 200: { description: "" } } } },
  },
};

const [pet, ticks, slow] = FromOpenAPI(document, { namespace: "pets", baseUrl });
const empty = {} as OperationContext;
for (const context of [undefined, empty, { identity: undefined } as unknown as OperationContext]) {
  const envelope = (await pet.handler({}, context)) as ResponseEnvelope;
  assert.deepEqual(envelope.data, { name: "Rex" });
  const items: unknown[] = [];
  for await (const item of ticks.handler({}, context) as AsyncIterable<ResponseEnvelope>) items.push(item.data);
  assert.deepEqual(items, [{ n: 1 }]);
}
// Without an own type for the context, as the seeds' tests call them.
assert.deepEqual(((await pet.handler({}, {})) as ResponseEnvelope).data, { name: "Rex" });
assert.deepEqual(((await pet.handler({})) as ResponseEnvelope).data, { name: "Rex" });

// Each part counts, beside a signal too: an answer that never comes ends with the deadline.
for (const signal of [undefined, new AbortController().signal]) {
  const late = { signal, deadline: Date.now() + 50 } as unknown as OperationContext;
  await assert.rejects(async () => slow.handler({}, late), { code: "TIMEOUT", phase: "unknown" });
}

const registry = new OperationRegistry();
const list: Array<OperationSpec & { handler: OperationHandler | SubscriptionHandler }> = [pet, ticks];
registry.registerAll(list);
const stored = registry.getHandler("pets.pet") as unknown as OperationHandler;
assert.deepEqual(((await stored({}, empty)) as ResponseEnvelope).data, { name: "Rex" });

// The tools, prompts and resources of an MCP server.
const offered = new OperationRegistry();
offered.registerAll([...list, slow]);
offered.register(
  definePrompt({
    name: "greet",
    namespace: "pets",
    version: "1.0.0",
    description: "Greets",
    inputSchema: { type: "object" } as const,
    accessControl: { requiredScopes: [] },
    handler: () => "Hello",
  }),
);
offered.register(
  defineResource({
    name: "readme",
    namespace: "pets",
    version: "1.0.0",
    description: "Read me",
    uri: "pets://readme",
    watchedBy: "pets.changes",
    accessControl: { requiredScopes: [] },
    handler: () => "Read me",
  }),
);
offered.register(
  defineOperation({
    name: "changes",
    namespace: "pets",
    version: "1.0.0",
    type: OperationType.SUBSCRIPTION,
    description: "Changes of the readme",
    inputSchema: Type.Object({}),
    outputSchema: Type.Unknown(),
    accessControl: { requiredScopes: [] },
    async *handler(_input, { signal }) {
      yield "changed";
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    },
  }),
);
const service = serveMCP(offered, { name: "pets", version: "1.0.0" });
const { url } = await service.listen();
const client = await createMCPClient("pets", { url, resources: true, prompts: true });
const mcp = new Map(client.operations.map((operation) => [`${operation.namespace}.${operation.name}`, operation]));
// Seed 002: `MCPClientWrapper.tools` is such an array, and the program's own.
const tools: Array<OperationSpec & { handler: OperationHandler }> = client.tools;
tools.push(...tools.splice(0));
assert.deepEqual(tools.map(({ name }) => name).sort(), client.tools.map(({ name }) => name).sort());
assert.notEqual(tools, client.tools);
const ask = async (id: string, input: Record<string, unknown> = {}): Promise<void> => {
  const operation = mcp.get(id);
  assert.ok(operation, `${id} of ${[...mcp.keys()].join()}`);
  assert.equal(((await operation.handler(input, {})) as ResponseEnvelope).meta.source, "mcp");
  const { meta } = (await operation.handler(input)) as ResponseEnvelope;
  assert.ok(meta.source === "mcp");
  // Seed 004: an object, or nothing.
  const structured: Record<string, unknown> | undefined = meta.structuredContent;
  assert.ok(structured === undefined || Object.keys(structured).length > 0);
};
await ask("pets.pets_pet");
await ask("pets.prompts.pets_greet");
await ask("pets.resources.list");
await ask("pets.resources.read", { uri: "pets://readme" });

// A signal ends them with the same errors as other operations.
const ended: Array<[AbortSignal, string]> = [
  [AbortSignal.abort(), "ABORTED"],
  [AbortSignal.timeout(50), "TIMEOUT"],
];
for (const [signal, code] of ended)
  for (const handler of [slow.handler, mcp.get("pets.pets_slow")!.handler])
    await assert.rejects(async () => handler({}, { signal } as OperationContext), { name: "CallError", code });

for (const context of [undefined, {}]) {
  const watch = mcp.get("pets.resources.watch")!.handler({ uri: "pets://readme" }, context) as AsyncGenerator<unknown>;
  assert.deepEqual((await watch.next()).value, { uri: "pets://readme", event: "watching" });
  await watch.return(undefined);
}

await closeMCPClient(client);
await service.close();
api.close();
api.closeAllConnections();
