/**
 * Serves a registry as an MCP server: the same tools for old and new clients, over HTTP and in memory. It prints what
 * happens, and exits non-zero if that is not what it expects.
 */
import assert from "node:assert/strict";
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { defineOperation, OperationRegistry, OperationType, Type } from "../src/entries/index.ts";
import { serveMCP } from "../src/entries/serve-mcp.ts";

const say = (text: string): void => console.log(text);

const notes = new Map<string, string>();

const write = defineOperation({
  name: "write",
  namespace: "notes",
  version: "1.0.0",
  type: OperationType.MUTATION,
  idempotent: true,
  description: "Writes a note; needs the scope notes:write",
  inputSchema: Type.Object({ title: Type.String({ minLength: 1 }), text: Type.String() }),
  outputSchema: Type.Object({ notes: Type.Integer() }),
  accessControl: { requiredScopes: ["notes:write"] },
  handler: ({ title, text }) => {
    notes.set(title, text);
    return { notes: notes.size };
  },
});

const read = defineOperation({
  name: "read",
  namespace: "notes",
  version: "1.0.0",
  type: OperationType.SUBSCRIPTION,
  description: "Reads all notes, one by one",
  inputSchema: Type.Object({}),
  outputSchema: Type.Object({ title: Type.String(), text: Type.String() }),
  accessControl: { requiredScopes: [] },
  async *handler() {
    for (const [title, text] of notes) yield { title, text };
  },
});

const registry = new OperationRegistry().registerAll([write, read]);
const service = serveMCP(registry, {
  name: "notes",
  identity: { id: "local user", scopes: ["notes:write"] },
  authenticate: ({ token }) => (token === "guest" ? { id: "guest", scopes: [] } : undefined),
});

// 1. A client in this process, of a revision up to 2025-11-25, is the local user.
const [near, far] = InMemoryTransport.createLinkedPair();
await service.connect({ transport: far });
const local = new Client({ name: "local", version: "1.0.0" });
await local.connect(near);
const written = await local.callTool({ name: "notes_write", arguments: { title: "milk", text: "two litres" } });
assert.deepEqual(written.structuredContent, { notes: 1 });
say(
  `1. By revision ${local.getNegotiatedProtocolVersion()}, notes_write answered ${JSON.stringify(written.structuredContent)}.`,
);

// 2. Bad input gives a result that a model can act on.
const refused = await local.callTool({ name: "notes_write", arguments: { title: "" } });
assert.equal(refused.isError, true);
say(`2. Bad input was refused: ${JSON.stringify(refused.content)}`);

// 3. A client over HTTP, of the newest revision, is a guest and sees only what a guest may call.
const { url } = await service.listen();
const guest = new Client({ name: "guest", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
const requestInit = { headers: { authorization: "Bearer guest" } };
await guest.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
const { tools } = await guest.listTools();
assert.deepEqual(
  tools.map(({ name }) => name),
  ["notes_read", "read_result"],
);
say(
  `3. By revision ${guest.getNegotiatedProtocolVersion()}, a guest sees notes_read, and read_result, which reads on.`,
);

// 4. In a stream each item is progress, and all items are the result.
const items: unknown[] = [];
const all = await guest.callTool({ name: "notes_read" }, { onprogress: ({ message }) => items.push(message) });
assert.deepEqual(items, ['{"title":"milk","text":"two litres"}']);
assert.deepEqual(all.structuredContent, { items: [{ title: "milk", text: "two litres" }], complete: true });
say(`4. notes_read sent ${items.length} item as progress, and returned it.`);

await Promise.all([local.close(), guest.close()]);
await service.close();
say("5. Everything has been closed.");
