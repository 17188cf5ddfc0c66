/** Operations as tools for a model, which follows a script here. Exits non-zero if anything goes wrong. */
import assert from "node:assert/strict";
import { Type } from "typebox";
import { defineOperation, OperationRegistry } from "../src/entries/index.ts";
import { createSearch } from "../src/entries/search.ts";
import { toTools } from "../src/entries/tools.ts";

const update = defineOperation({
  namespace: "tickets",
  name: "update",
  version: "1.0.0",
  type: "MUTATION",
  description: "Changes a ticket. Fields left out stay as they are.",
  inputSchema: Type.Object({
    id: Type.Integer(),
    title: Type.Optional(Type.String({ maxLength: 80 })),
    assignee: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    labels: Type.Optional(Type.Record(Type.String(), Type.String())),
  }),
  outputSchema: Type.Unknown(),
  accessControl: { requiredScopes: ["tickets"] },
  handler: (input) => input,
});

const registry = new OperationRegistry().register(update);
const identity = { id: "ada", scopes: ["tickets"] };
const tools = toTools(registry, {
  provider: "openai-chat",
  strict: true,
  identity,
  needsApproval: ({ spec }) => spec.type === "MUTATION",
});

console.log(JSON.stringify(tools.definitions, null, 2));
console.log(tools.report);

// The model's answer: every property is present, and null means absent.
const given = { id: 7, title: null, assignee: { value: null }, labels: [{ key: "area", value: "search" }] };
const call = { id: "call_1", function: { name: "tickets_update", arguments: JSON.stringify(given) } };

assert.equal(await tools.needsApproval(call), true);
assert.match((await tools.execute(call)).content, /ACCESS_DENIED/);
const { content } = await tools.execute(call, { approved: true });
assert.deepEqual(JSON.parse(content), { id: 7, assignee: null, labels: { area: "search" } });

// Another caller does not see it.
const stranger = toTools(registry, { provider: "openai" });
assert.deepEqual(stranger.definitions, []);

// If there are too many tools to list, four tools search, describe and call them, and read long answers. One search can
// serve many conversations.
const engine = createSearch(registry);
const searching = toTools(registry, { provider: "anthropic", identity, search: { above: 0, engine } });
assert.deepEqual(
  searching.definitions.map(({ name }) => name),
  ["search_operations", "describe_operations", "call_operation", "read_result"],
);
const found = await searching.execute({ id: "1", name: "search_operations", input: { query: "change a ticket" } });
assert.match(JSON.stringify(found.content), /tickets\.update/);

for (const each of [tools, stranger, searching, engine]) each.close();
