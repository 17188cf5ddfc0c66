// An MCP server without any SDK, so that it can behave as no SDK would: `node raw-stdio-server.js [mode]`.
import { existsSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const mode = process.argv[2] ?? "plain";
const anything = { type: "object" };
const point = { type: "object", properties: { x: { type: "number" } }, required: ["x"] };
const text = (content, more = {}) => ({ content: [{ type: "text", text: content }], ...more });

const write = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const answer = (id, result) => write({ id, result });

const cancelled = [];
const slowCalls = new Map();
let calls = 0;

/** By name: how a tool is listed, and what it does. */
const tools = {
  echo: { call: (id, args) => answer(id, text(JSON.stringify(args))) },
  count_calls: { call: (id) => answer(id, text(String(calls))) },
  omits: { outputSchema: point, call: (id) => answer(id, text('{"x":1,"more":2}')) },
  talks: { outputSchema: point, call: (id) => answer(id, text("x is one")) },
  violates: { outputSchema: point, call: (id) => answer(id, text("no", { structuredContent: { x: "many" } })) },
  exact: { outputSchema: point, call: (id) => answer(id, text("yes", { structuredContent: { x: 1, more: 2 } })) },
  fails: {
    outputSchema: point,
    call: (id) => answer(id, text("out of ink", { isError: true, structuredContent: { why: "ink" } })),
  },
  blocks: {
    call: (id) =>
      answer(id, {
        content: [
          { type: "hologram", light: 3 },
          { type: "text", text: "hi", tone: "warm", annotations: { priority: 1 }, _meta: { a: 1 } },
          { type: "text" },
          { type: "resource_link", uri: "file:///a", name: "a", size: 3 },
        ],
        _meta: { trace: "t" },
        extra: true,
      }),
  },
  scalar: { outputSchema: { type: "integer" }, call: (id) => answer(id, { content: [], structuredContent: 42 }) },
  nothing: { outputSchema: { type: "null" }, call: (id) => answer(id, { content: [], structuredContent: null }) },
  list: { outputSchema: { type: "array" }, call: (id) => answer(id, { content: [], structuredContent: [1, "a"] }) },
  no_content: { call: (id) => answer(id, {}) },
  no_result: { call: (id) => answer(id, null) },
  refuses: { call: (id) => write({ id, error: { code: -32050, message: "not today", data: { until: "tomorrow" } } }) },
  never: { call: (id) => slowCalls.set(id, true) },
  cancelled: { call: (id) => answer(id, text(JSON.stringify(cancelled))) },
  twice: {
    call: (id) => {
      answer(id, text("first"));
      answer(id, text("second"));
    },
  },
  huge: { call: (id, { bytes }) => answer(id, text("a".repeat(bytes))) },
  huge_id_last: {
    call: (id, { bytes }) =>
      process.stdout.write(
        `{"result":{"content":[{"type":"text","text":"${"a".repeat(bytes)}"}]},"jsonrpc":"2.0","id":${id}}\n`,
      ),
  },
  garbage: {
    call: (id) => {
      process.stdout.write('Starting up...\n{"not":"json-rpc"}\n[1,2]\n{"jsonrpc":"2.0","id":\n\n');
      answer(id, text("after the garbage"));
    },
  },
  die: { call: () => process.kill(process.pid, "SIGKILL") },
  pid: { call: (id) => answer(id, text(String(process.pid))) },
  env: { call: (id, args) => answer(id, text(process.env[args.name] ?? "")) },
  slow: {
    call: (id, { steps, every }, token) => {
      let step = 0;
      const timer = setInterval(() => {
        step++;
        write({ method: "notifications/progress", params: { progressToken: token, progress: step, total: steps } });
        if (step < steps) return;
        clearInterval(timer);
        answer(id, text(`took ${steps} steps`));
      }, every);
    },
  },
  grow: {
    call: (id, { name }) => {
      tools[name] = { call: (inner) => answer(inner, text(`I am ${name}`)) };
      delete tools.shrinks;
      write({ method: "notifications/tools/list_changed" });
      answer(id, text("grown"));
    },
  },
  shrinks: { call: (id) => answer(id, text("still here")) },
  "read/file now": { call: (id) => answer(id, text("by its own name")) },
  bad_schema: { inputSchema: "nope", call: (id) => answer(id, text("never")) },
  evil_pattern: {
    inputSchema: { type: "object", properties: { name: { type: "string", pattern: "^(a+)+$" } }, required: ["name"] },
    call: (id) => answer(id, text("fine")),
  },
  annotated: {
    title: "Annotated",
    description: "Has everything",
    annotations: { readOnlyHint: true, idempotentHint: true, title: "Other" },
    icons: [{ src: "https://example.com/icon.png" }],
    _meta: { "example.com/a": 1 },
    call: (id) => answer(id, text("ok")),
  },
};

const books = [];
if (mode === "library") {
  tools.shelve = {
    call: (id, { uri }) => {
      books.push({ uri, name: uri });
      write({ method: "notifications/resources/list_changed" });
      answer(id, text("shelved"));
    },
  };
}

const listed = () =>
  // JSON has no functions, so `call` is left out.
  Object.entries(tools).map(([name, tool]) => ({ name, inputSchema: anything, ...tool }));

const listings = {
  pages: (cursor) => {
    const from = Number(cursor ?? 0);
    const next = from + 5;
    return { tools: listed().slice(from, next), ...(next < listed().length ? { nextCursor: String(next) } : {}) };
  },
  stuck: () => ({ tools: [], nextCursor: "again" }),
  broken: () => ({ tools: [null, 3, { title: "no name" }, ...listed(), { name: "echo" }] }),
  shapeless: () => ({ tolls: [] }),
};

const methods = {
  initialize: (id, { protocolVersion }) => {
    if (mode === "silent") return;
    if (mode === "silent-later") {
      if (existsSync(process.argv[3])) return;
      writeFileSync(process.argv[3], "");
    }
    if (mode === "modern") return write({ id, error: { code: -32601, message: "initialize is no more" } });
    if (mode === "crash") {
      process.stderr.write("no config file\n");
      return process.exit(3);
    }
    return answer(id, {
      protocolVersion,
      capabilities: {
        tools: { listChanged: true },
        ...(mode === "library" && { resources: { listChanged: true } }),
      },
      serverInfo: { name: "raw", version: "7.0.0" },
    });
  },
  "server/discover": (id) => {
    if (mode === "exits-on-probe") return process.exit(1);
    if (mode !== "modern") return write({ id, error: { code: -32601, message: "Method not found" } });
    return answer(id, {
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {} },
      ttlMs: 0,
      cacheScope: "private",
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "raw", version: "7.0.0" } },
    });
  },
  "tools/list": (id, { cursor } = {}) => answer(id, listings[mode]?.(cursor) ?? { tools: listed() }),
  "resources/list": (id) => answer(id, { resources: books }),
  "tools/call": (id, { name, arguments: args, _meta }) => {
    calls++;
    const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
    if (tool === undefined) write({ id, error: { code: -32602, message: `Unknown tool: ${name}` } });
    else tool.call(id, args, _meta?.progressToken);
  },
  "notifications/cancelled": (_id, { requestId, reason }) => {
    if (slowCalls.delete(requestId)) cancelled.push({ reason });
  },
};

process.stderr.write(`raw server is up\n${process.pid}\n`);
if (mode === "stubborn") {
  process.on("SIGTERM", () => undefined);
  setInterval(() => undefined, 1000);
}
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  methods[method]?.(id, params);
});
