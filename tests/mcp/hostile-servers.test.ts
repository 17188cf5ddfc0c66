/** Servers that mean harm, or that nobody has tested. Each is a few lines of JavaScript. */
import { describe, expect, it } from "vitest";
import type { MCPClientConfig } from "../../src/from-mcp.ts";
import { connect, textOf } from "./support.ts";

const PRELUDE = `
  const write = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
  const text = (value) => ({ content: [{ type: "text", text: String(value) }] });
  const tool = (name) => ({ name, inputSchema: { type: "object" } });
  const capabilities = { tools: { listChanged: true } };
  const answers = {
    initialize: (id, { protocolVersion }) =>
      write({ id, result: { protocolVersion, capabilities, serverInfo: { name: "scripted", version: "1.0.0" } } }),
    "tools/list": (id) => write({ id, result: { tools: [tool("act")] } }),
    "tools/call": (id) => write({ id, result: text("done") }),
  };
  require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id !== undefined) answers[method]?.(id, params);
  });
`;

/** A server that does as it should, but for what the script changes. */
function scripted(script: string, more: MCPClientConfig = {}): MCPClientConfig {
  return { command: process.execPath, args: ["-e", `${PRELUDE}\n${script}`], ...more };
}

describe("when one tool of a list is nested too deep to be read", () => {
  it("leaves out that one", async () => {
    const script = `answers["tools/list"] = (id) => {
      const deep = '{"items":'.repeat(50_000) + "{}" + "}".repeat(50_000);
      const tools = '[{"name":"deep","inputSchema":' + deep + "}," + JSON.stringify(tool("act")) + "]";
      process.stdout.write('{"jsonrpc":"2.0","id":' + id + ',"result":{"tools":' + tools + "}}\\n");
    };`;
    const { registry, wrapper } = await connect("s", scripted(script));
    expect(wrapper.tools.map(({ name }) => name)).toEqual(["act"]);
    expect(wrapper.problems).toEqual([{ tool: "deep", message: "The tool cannot be read" }]);
    expect(textOf(await registry.execute("s.act"))).toBe("done");
  });
});
