/**
 * An MCP server that writes log messages all the time, whether or not a call runs, under the logger named by its
 * argument. No SDK needed.
 */
import { createInterface } from "node:readline";

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const [, , logger = "clock"] = process.argv;
const log = (level, data) => send({ method: "notifications/message", params: { level, logger, data } });
/** Calls of `wait` that have no answer yet. */
const waiting = [];

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, logging: {} },
    serverInfo: { name: "logging", version: "1.0.0" },
  }),
  ping: () => ({}),
  "logging/setLevel": () => ({}),
  "tools/list": () => ({ tools: ["wait", "end"].map((name) => ({ name, inputSchema: { type: "object" } })) }),
};

setInterval(() => {
  const when = waiting.length === 0 ? "idle" : "during a call";
  log("debug", `debug ${when}`);
  log("warning", `warning ${when}`);
}, 60);

createInterface({ input: process.stdin })
  .on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    const done = (each) => send({ id: each, result: { content: [{ type: "text", text: "done" }] } });
    if (method === "tools/call" && params.name === "wait") return void waiting.push(id);
    if (method === "tools/call") return [...waiting.splice(0), id].forEach(done);
    const answer = answers[method];
    send({ id, ...(answer ? { result: answer(params) } : { error: { code: -32601, message: "Method not found" } }) });
  })
  .on("close", () => process.exit(0));
