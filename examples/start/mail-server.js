// An MCP server on standard input and output, with the official SDK. MCP hosts start programs like this one.
import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

const server = new McpServer({ name: "mail", version: "1.0.0" });
const text = (description) => ({ type: "string", description });
const object = (properties) =>
  fromJsonSchema({ type: "object", properties, required: Object.keys(properties), additionalProperties: false });
const answer = (data) => ({ content: [{ type: "text", text: JSON.stringify(data) }], structuredContent: data });
const outbox = [];

server.registerTool(
  "draft",
  {
    description: "Writes a letter to a customer",
    inputSchema: object({
      to: text("The address of the customer"),
      article: text("What was ordered"),
      news: text("What the customer should know"),
    }),
    outputSchema: object({ subject: text("The subject"), body: text("The letter") }),
    annotations: { readOnlyHint: true },
  },
  ({ to, article, news }) => {
    const name = to.replace(/@.*/, "").replace(/^./, (letter) => letter.toUpperCase());
    const body = `Dear ${name},\n\nthank you for telling us about your ${article}. ${news}\n\nYours,\nthe help desk`;
    return answer({ subject: `Your ${article}`, body });
  },
);

server.registerTool(
  "send",
  {
    description: "Sends a letter. Here it only goes to the outbox",
    inputSchema: object({ to: text("An address"), subject: text("The subject"), body: text("The letter") }),
    outputSchema: object({ id: { type: "integer" } }),
    annotations: { readOnlyHint: false, destructiveHint: false },
  },
  (letter) => answer({ id: outbox.push(letter) }),
);

server.registerTool(
  "outbox",
  {
    description: "The letters sent so far",
    inputSchema: object({}),
    outputSchema: object({ letters: { type: "array", items: { type: "object" } } }),
    annotations: { readOnlyHint: true },
  },
  () => answer({ letters: outbox }),
);

await server.connect(new StdioServerTransport());
