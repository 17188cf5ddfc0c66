/**
 * What an MCP client receives while its call runs: log messages, progress, a question, a prompt for its model. Exits
 * non-zero if anything goes wrong.
 */
import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { defineOperation, OperationRegistry, OperationType, Type } from "../src/entries/index.ts";
import { serveMCP } from "../src/entries/serve-mcp.ts";

const translate = defineOperation({
  namespace: "texts",
  name: "translate",
  version: "1.0.0",
  type: OperationType.QUERY,
  description: "Translates a text with the caller's own model",
  inputSchema: Type.Object({ text: Type.String() }),
  outputSchema: Type.String(),
  accessControl: { requiredScopes: [] },
  async handler({ text }, { callerLog, onProgress, onElicitation, onSampling, callMeta, signal }) {
    callerLog?.write({ level: "info", data: `for ${String(callMeta?.["example.org/reader"])}` });
    const requestedSchema = { type: "object", properties: { language: { type: "string" } }, required: ["language"] };
    const answer = await onElicitation?.(
      { mode: "form", message: "Into which language?", requestedSchema },
      { signal },
    );
    onProgress?.({ progress: 1, total: 2, message: "asking the model" });
    const prompt = `Translate into ${String(answer?.content?.["language"])}: ${text}`;
    const messages = [{ role: "user" as const, content: { type: "text", text: prompt } }];
    const result = await onSampling?.({ messages, maxTokens: 100 }, { signal });
    return (result?.content as { text: string } | undefined)?.text ?? text;
  },
});

const service = serveMCP(new OperationRegistry().registerAll([translate]));
const { url } = await service.listen();

const client = new Client(
  { name: "reader", version: "1.0.0" },
  { capabilities: { elicitation: { form: {} }, sampling: {} }, versionNegotiation: { mode: "auto" } },
);
const heard: unknown[] = [];
client.setNotificationHandler("notifications/message", ({ params }) => void heard.push(params.data));
client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { language: "Italian" } }));
client.setRequestHandler("sampling/createMessage", ({ params }) => {
  console.log("prompt:", JSON.stringify(params.messages[0]?.content));
  return { role: "assistant", content: { type: "text", text: "Ciao" }, model: "small" };
});
await client.connect(new StreamableHTTPClientTransport(new URL(url)));

const { structuredContent } = await client.callTool(
  {
    name: "texts_translate",
    arguments: { text: "Hello" },
    _meta: { "io.modelcontextprotocol/logLevel": "info", "example.org/reader": "Ada" },
  },
  { onprogress: ({ message }) => console.log("progress:", message) },
);
assert.equal(structuredContent, "Ciao");
assert.deepEqual(heard, ["for Ada"]);
console.log("log:", heard, "answer:", structuredContent);

await client.close();
await service.close();
