/**
 * An MCP server behind a hub asks a question in the middle of a call, and a person answers it. This program answers as the
 * explorer does, over HTTP. `npx tsx examples/questions.ts --stay` leaves the hub running, so that you can answer yourself,
 * in the explorer or with the command. Exits non-zero if anything goes wrong.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startHub } from "../src/entries/hub.ts";
import { defineOperation, OperationRegistry, OperationType, Type } from "../src/entries/index.ts";
import { serveMCP } from "../src/entries/serve-mcp.ts";

// The server: it books a table, and asks for what the call left out.
const book = defineOperation({
  namespace: "tables",
  name: "book",
  version: "1.0.0",
  type: OperationType.MUTATION,
  description: "Books a table",
  inputSchema: Type.Object({ guests: Type.Integer() }),
  outputSchema: Type.String(),
  accessControl: { requiredScopes: [] },
  handler: async ({ guests }, { onElicitation, signal }) => {
    const requestedSchema = { type: "object", properties: { time: { type: "string" } }, required: ["time"] };
    const message = `At what time should the table for ${guests} be?`;
    const answer = await onElicitation?.({ mode: "form", message, requestedSchema }, { signal });
    return answer?.action === "accept" ? `${guests} guests at ${String(answer.content?.["time"])}` : "no table";
  },
});
const restaurant = serveMCP(new OperationRegistry().register(book), { name: "restaurant" });
const { url } = await restaurant.listen();

// The hub: its callers reach the server through it.
const key = "the-key-of-a-person";
const folder = await mkdtemp(join(tmpdir(), "questions-example-"));
const hub = await startHub(
  {
    folder,
    config: {
      mcpServers: { restaurant: { url } },
      log: { level: "warn" },
      serve: { keys: [{ id: "ada", key }] },
    },
  },
  { port: 0, stateFolder: folder, waitForSources: true },
);
const { http, explorer } = hub.endpoints;

if (process.argv.includes("--stay")) {
  console.log(`In the explorer: ${explorer ?? ""} with the key ${key}, run restaurant.tables_book.`);
  console.log(`At the terminal: operations call restaurant.tables_book --guests 4 --hub ${http} --key ${key}`);
  await new Promise((resolve) => process.once("SIGINT", resolve));
} else {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const answered = await fetch(`${http}/restaurant/tables_book`, {
    method: "POST",
    headers: { ...headers, accept: "text/event-stream", "operation-questions": "accept" },
    body: JSON.stringify({ guests: 4 }),
  });
  let text = "";
  for await (const chunk of answered.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const [asked, data = ""] = /^event: question\ndata: (.*)\n\n/m.exec(text) ?? [];
    if (asked === undefined) continue;
    text = text.replace(asked, "");
    const { questionId, message } = JSON.parse(data) as { questionId: string; message: string };
    console.log(message);
    const body = JSON.stringify({ action: "accept", content: { time: "19:30" } });
    const taken = await fetch(`${http}/~/questions/${questionId}`, { method: "POST", headers, body });
    assert.ok(taken.ok);
  }
  const [, result = ""] = /^event: result\ndata: (.*)$/m.exec(text) ?? [];
  assert.match(result, /4 guests at 19:30/);
  console.log("4 guests at 19:30");
}

await hub.close();
await restaurant.close();
await rm(folder, { recursive: true, force: true });
