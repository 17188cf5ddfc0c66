/**
 * Offers resources and prompts to MCP clients: some from local code, some from an MCP server behind ours. Their URIs
 * and names distinguish them. It prints what happens, and exits non-zero if that is not what it expects.
 */
import assert from "node:assert/strict";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { createMCPClient } from "../src/entries/from-mcp.ts";
import { definePrompt, defineResource, OperationRegistry, Type } from "../src/entries/index.ts";
import { serveMCP } from "../src/entries/serve-mcp.ts";

const say = (text: string): void => console.log(text);

const base = { namespace: "team", version: "1.0.0", accessControl: { requiredScopes: [] } };

const member = defineResource({
  ...base,
  name: "member",
  description: "A member of the team",
  uri: "team://members/{name}",
  mimeType: "application/json",
  handler: ({ name }) => JSON.stringify({ name, likes: "one registry" }),
});

const welcome = definePrompt({
  ...base,
  name: "welcome",
  description: "Welcomes someone to the team",
  inputSchema: Type.Object({ name: Type.String({ description: "Who is new" }) }),
  handler: ({ name }) => `Write a short welcome for ${name}.`,
});

// A server with its own resource, over HTTP.
const inner = new OperationRegistry().registerAll([
  defineResource({ ...base, name: "rules", description: "The rules", uri: "team://rules", handler: () => "Be kind." }),
]);
const innerService = serveMCP(inner, { name: "inner" });
const { url } = await innerService.listen();

// Our server offers that resource beside its own.
const registry = new OperationRegistry().registerAll([member, welcome]);
const upstream = await createMCPClient("office", { url, resources: true, prompts: true });
upstream.attach(registry);
const service = serveMCP(registry, { name: "team" });

const [near, far] = InMemoryTransport.createLinkedPair();
await service.connect({ transport: far });
const client = new Client({ name: "example", version: "1.0.0" });
await client.connect(near);

const { resources } = await client.listResources();
say(`Resources: ${resources.map(({ uri }) => uri).join(", ")}`);
assert.deepEqual(
  resources.map(({ uri }) => uri),
  ["team://office/rules"],
);

const { contents: rules } = await client.readResource({ uri: "team://office/rules" });
say(`The rules, from the server behind us: ${(rules[0] as { text: string }).text}`);
assert.equal((rules[0] as { text: string }).text, "Be kind.");

const { contents: ada } = await client.readResource({ uri: "team://members/Ada" });
say(`A member, by the template: ${(ada[0] as { text: string }).text}`);
assert.match((ada[0] as { text: string }).text, /Ada/);

const { messages } = await client.getPrompt({ name: "team_welcome", arguments: { name: "Ada" } });
say(`The prompt: ${JSON.stringify(messages[0]?.content)}`);
assert.equal(messages.length, 1);

// The same, called as operations.
const read = await registry.execute("office.resources.read", { uri: "team://rules" });
say(`As an operation: ${JSON.stringify(read.data)}`);
assert.deepEqual(read.data, [{ uri: "team://rules", text: "Be kind." }]);

await client.close();
await service.close();
await upstream.close();
await innerService.close();
say("Done.");
