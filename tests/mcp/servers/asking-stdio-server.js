/** A handwritten server of 2025-11-25. It asks and logs in the middle of calls, and may say for which call. */
import { createInterface } from "node:readline";

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const waiting = new Map();
const held = [];
let lastId = 1000;

const tool = (name) => ({ name, inputSchema: { type: "object" } });

/** `by`: how the question names its call: by the request, by the trace, or not at all. */
function relation(by, id, meta) {
  if (by === "request") return { _meta: { "alkdev.operations/relatedRequest": id } };
  if (by === "trace") return { _meta: { traceparent: meta?.traceparent } };
  return {};
}

const inText = (text) => ({ content: [{ type: "text", text }] });

function ask(id, { by, method = "elicitation/create" }, meta, toResult = inText) {
  const asked = ++lastId;
  waiting.set(asked, ({ result, error }) => send({ id, result: toResult(JSON.stringify(result ?? { error })) }));
  const params =
    method === "sampling/createMessage"
      ? { messages: [{ role: "user", content: { type: "text", text: "Who?" } }], maxTokens: 5 }
      : { message: "Who?", requestedSchema: { type: "object", properties: { name: { type: "string" } } } };
  send({ id: asked, method, params: { ...params, ...relation(by, id, meta) } });
}

const tools = {
  meta: ({ id, params: { _meta } }) =>
    send({ id, result: { content: [{ type: "text", text: JSON.stringify(_meta) }], _meta: { "shop/receipt": 7 } } }),
  ask: ({ id, params: { arguments: given, _meta } }) => ask(id, given, _meta),
  /** Asks once this many of its calls run. */
  askTogether: (message) => {
    held.push(message);
    if (held.length < message.params.arguments.of) return;
    for (const { id, params } of held.splice(0)) ask(id, params.arguments, params._meta);
  },
  log: ({ id, params: { arguments: given } }) => {
    for (const level of ["debug", "info", "error"]) {
      send({ method: "notifications/message", params: { level, logger: given.logger, data: { level } } });
    }
    send({ id, result: { content: [] } });
  },
};

const methods = {
  initialize: ({ id, params }) =>
    send({
      id,
      result: {
        protocolVersion: "2025-11-25",
        capabilities: { tools: {}, prompts: {}, resources: {}, logging: {} },
        serverInfo: { name: "asking", version: "1.0.0" },
        instructions: Object.keys(params.capabilities).join(),
      },
    }),
  "tools/list": ({ id }) => send({ id, result: { tools: Object.keys(tools).map(tool) } }),
  "tools/call": (message) => tools[message.params.name](message),
  "prompts/list": ({ id }) => send({ id, result: { prompts: [{ name: "greet" }] } }),
  "prompts/get": ({ id, params: { _meta } }) =>
    ask(id, { by: "request" }, _meta, (text) => ({ messages: [{ role: "user", content: { type: "text", text } }] })),
  "resources/list": ({ id }) => send({ id, result: { resources: [{ name: "note", uri: "note://1" }] } }),
  "resources/templates/list": ({ id }) => send({ id, result: { resourceTemplates: [] } }),
  "resources/read": ({ id, params: { uri, _meta } }) =>
    ask(id, { by: "request" }, _meta, (text) => ({ contents: [{ uri, text }] })),
  "logging/setLevel": ({ id, params }) => {
    process.stderr.write(`level ${params.level}\n`);
    send({ id, result: {} });
  },
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.method === undefined) {
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  } else methods[message.method]?.(message);
});
