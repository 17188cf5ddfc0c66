// The MCP server behind every gateway: it speaks up to 2025-11-25 on standard streams, without an SDK, so that it costs
// as little as possible.
import { createInterface } from "node:readline";

const tool = {
  name: "report",
  description: "A report of 2 kB about an item",
  inputSchema: {
    type: "object",
    properties: { item: { type: "string" }, amount: { type: "integer" } },
    required: ["item", "amount"],
  },
};
const filler = "a line of the report, like every other; ".repeat(50).slice(0, 1950);

const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "upstream", version: "1.0.0" },
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools: [tool] }),
  "tools/call": ({ arguments: { item, amount } }) => ({
    content: [{ type: "text", text: `${item}: ${amount}. ${filler}` }],
  }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined || method === undefined) return;
  const answer =
    results[method] === undefined
      ? { error: { code: -32_601, message: "Method not found" } }
      : { result: results[method](params) };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n`);
});
