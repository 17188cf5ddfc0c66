/** Hostile or broken servers. Each is a few lines of JavaScript. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createMCPClient, MCPClientLoader } from "../../src/entries/from-mcp.ts";
import type { MCPLogEntry } from "../../src/entries/from-mcp.ts";
import type { MCPClientConfig } from "../../src/entries/from-mcp.ts";
import { OperationRegistry } from "../../src/entries/index.ts";
import type { CallError } from "../../src/entries/index.ts";
import { isAlive } from "../support/is-alive.ts";
import { until } from "../support/until.ts";
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

/** A correct server, apart from what the script changes. */
function scripted(script: string, more: MCPClientConfig = {}): MCPClientConfig {
  return { command: process.execPath, args: ["-e", `${PRELUDE}\n${script}`], ...more };
}

describe("when one tool of a list is nested too deeply to be read", () => {
  it("leaves out only that tool", async () => {
    const script = `answers["tools/list"] = (id) => {
      const deep = '{"items":'.repeat(9_000) + "{}" + "}".repeat(9_000);
      const tools = '[{"name":"deep","inputSchema":' + deep + "}," + JSON.stringify(tool("act")) + "]";
      process.stdout.write('{"jsonrpc":"2.0","id":' + id + ',"result":{"tools":' + tools + "}}\\n");
    };`;
    const { registry, wrapper } = await connect("s", scripted(script));
    expect(wrapper.tools.map(({ name }) => name)).toEqual(["act"]);
    expect(wrapper.problems).toEqual([{ tool: "deep", message: "The tool cannot be read" }]);
    expect(textOf(await registry.execute("s.act"))).toBe("done");
  });
});

describe("when listing the tools never ends", () => {
  it.each([
    [
      "by one page after the other",
      `let page = 0;
       answers["tools/list"] = (id) =>
         setTimeout(() => write({ id, result: { tools: [], nextCursor: String(page++) } }), 100);`,
    ],
    [
      "by progress without an answer",
      `answers["tools/list"] = (_id, { _meta: { progressToken } }) => {
         let progress = 0;
         setInterval(() => write({ method: "notifications/progress", params: { progressToken, progress: progress++ } }), 50);
       };`,
    ],
  ])("gives up after connectTimeout, although the server continues %s", async (_how, script) => {
    const connecting = createMCPClient("s", scripted(script, { connectTimeout: 500 }));
    await expect(connecting).rejects.toMatchObject({ code: "TIMEOUT", phase: "notStarted" });
  });

  it("can be closed meanwhile", async () => {
    // The second process of the server does not answer the request for its tools.
    const mark = join(mkdtempSync(join(tmpdir(), "hostile-")), "started");
    const script = `
      const { existsSync, writeFileSync } = require("fs");
      if (existsSync(process.argv[1])) answers["tools/list"] = () => process.stderr.write("asked\\n");
      writeFileSync(process.argv[1], "");
      answers["tools/call"] = () => process.exit(1);
      process.stdin.on("end", () => process.exit());`;
    const heard: string[] = [];
    const config = scripted(script, { respawn: { initialDelay: 1 }, connectTimeout: 60_000 });
    const logger: MCPClientConfig["logger"] = ({ kind }) => heard.push(kind);
    const { registry, wrapper } = await connect("s", { ...config, args: [...(config.args ?? []), mark], logger });
    await expect(registry.execute("s.act")).rejects.toMatchObject({ code: "CONNECTION_LOST" });
    await until(() => heard.includes("stderr"));
    await wrapper.close();
    expect(wrapper.isClosed).toBe(true);
  });
});

describe("when a server sends the ids of requests back as text", () => {
  it("still recognises its answers and its progress", async () => {
    const script = `answers["tools/call"] = (id, { _meta: { progressToken } }) => {
      write({ method: "notifications/progress", params: { progressToken: String(progressToken), progress: 1 } });
      write({ id: String(id), result: text("done") });
    };`;
    const { registry } = await connect("s", scripted(script));
    const seen: unknown[] = [];
    const result = await registry.execute("s.act", {}, { onProgress: (progress) => seen.push(progress) });
    expect(textOf(result)).toBe("done");
    expect(seen).toEqual([{ progress: 1 }]);
  });
});

describe("when a server ends right after its answer", () => {
  it("gets the answer, even if progress came just before it", async () => {
    const script = `answers["tools/call"] = (id, { _meta: { progressToken } }) => {
      write({ method: "notifications/progress", params: { progressToken, progress: 1 } });
      write({ id, result: text("done") });
      process.exit();
    };`;
    const { registry, wrapper } = await connect("s", scripted(script, { respawn: { initialDelay: 1, maxDelay: 1 } }));
    let restarts = 0;
    wrapper.onChange(() => restarts++);
    for (let calls = 1; calls <= 8; calls++) {
      expect(textOf(await registry.execute("s.act"))).toBe("done");
      await until(() => restarts === calls);
    }
  });
});

describe("when a loader gets the same request again, or closes, while it connects", () => {
  /** A server that reports its process id, and the ids so far. */
  function telling(): { config: MCPClientConfig; pids: number[] } {
    const pids: number[] = [];
    const logger: MCPClientConfig["logger"] = ({ kind, text }) => {
      if (kind === "stderr") pids.push(Number(text));
    };
    const script = `process.stderr.write(process.pid + "\\n");
      const { initialize } = answers;
      answers.initialize = (id, params) => setTimeout(() => initialize(id, params), 300);`;
    return { config: scripted(script, { logger }), pids };
  }

  it("connects once", async () => {
    const { config, pids } = telling();
    const loader = new MCPClientLoader();
    await Promise.all([loader.load({ s: config }), loader.load({ s: config })]);
    await until(() => pids.length > 0);
    expect(loader.getAllWrappers()).toHaveLength(1);
    await loader.closeAll();
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it("leaves nothing open", async () => {
    const { config, pids } = telling();
    const loader = new MCPClientLoader();
    const loading = loader.load({ s: config });
    await until(() => pids.length > 0);
    await loader.closeAll();
    await loading;
    expect(loader.getAllWrappers()).toEqual([]);
    expect(pids.filter(isAlive)).toEqual([]);
  });
});

describe("when a client is closed twice at once", () => {
  it("ends the server for both", async () => {
    const script = `answers["tools/call"] = (id) => write({ id, result: text(process.pid) });
      process.stdin.on("end", () => setTimeout(() => {}, 500));`;
    const { registry, wrapper } = await connect("s", scripted(script));
    const pid = Number(textOf(await registry.execute("s.act")));
    const first = wrapper.close();
    await wrapper.close();
    expect(isAlive(pid)).toBe(false);
    await first;
  });
});

describe("when two servers of a loader share a namespace", () => {
  it("attaches neither", async () => {
    const loader = new MCPClientLoader();
    await loader.load({ "a b": scripted(""), a_b: scripted("") });
    const registry = new OperationRegistry();
    expect(() => loader.attach(registry)).toThrow("a_b.act");
    expect(registry.list()).toEqual([]);
    await loader.closeAll();
  });
});

describe("when a server reads its input slowly, or not at all", () => {
  it("queues many large calls without a warning from Node", async () => {
    const warnings: string[] = [];
    const onWarning = ({ name }: Error): void => void warnings.push(name);
    process.on("warning", onWarning);
    const { registry } = await connect("s", scripted(""));
    const large = "a".repeat(300_000);
    await Promise.all(Array.from({ length: 30 }, () => registry.execute("s.act", { large })));
    process.off("warning", onWarning);
    expect(warnings).toEqual([]);
  });

  it("refuses further calls before the queue fills the memory, and says that they were not sent", async () => {
    const script = `answers["tools/call"] = () => process.stdin.pause(); setInterval(() => {}, 1000);`;
    const { registry } = await connect("s", scripted(script, { maxMessageBytes: 1_000_000, timeout: 2000 }));
    const large = "a".repeat(900_000);
    const calls = Array.from({ length: 20 }, () =>
      registry.execute("s.act", { large }).catch((error: unknown) => error),
    );
    expect(await Promise.race(calls)).toMatchObject({ code: "OVERLOADED", phase: "notStarted" });
    expect((await Promise.all(calls)).filter((error) => (error as CallError).code === "TIMEOUT").length).toBeLessThan(
      8,
    );
  });
});

describe("when a call comes just after the end of a process", () => {
  it("says that it was not sent", async () => {
    // Its child holds the streams open for a while, so its end is not complete.
    const script = `answers["tools/call"] = () => {
      require("child_process").spawn("sleep", ["5"], { stdio: ["ignore", "inherit", "inherit"] });
      process.stdin.destroy();
      setTimeout(() => process.exit(), 50);
    };`;
    const { registry } = await connect("s", scripted(script, { respawn: false, timeout: 30_000 }));
    const first = registry.execute("s.act").catch((error: unknown) => error);
    const later: unknown[] = [];
    const isOver = first.then(() => true);
    while (!(await Promise.race([isOver, sleep(10, false)])))
      later.push(registry.execute("s.act").catch((error: unknown) => error));
    const phases = (await Promise.all(later)).map((error) => (error as CallError).phase);
    expect(await first).toMatchObject({ code: "CONNECTION_LOST", phase: "unknown" });
    expect(phases).toContain("notStarted");
  });
});

describe("when a server that worked before cannot be restarted", () => {
  it("tells callers so, and shows the server's output only in the log and in the cause", async () => {
    const mark = join(mkdtempSync(join(tmpdir(), "hostile-")), "started");
    const script = `
      const { existsSync, writeFileSync } = require("fs");
      if (existsSync(process.argv[1])) {
        process.stderr.write("password=hunter2\\n");
        process.exit(3);
      }
      writeFileSync(process.argv[1], "");
      answers["tools/call"] = () => process.exit(1);`;
    const logged: string[] = [];
    const config = scripted(script, { respawn: { initialDelay: 200 }, logger: ({ text }) => logged.push(text) });
    const { registry } = await connect("s", { ...config, args: [...(config.args ?? []), mark] });
    await expect(registry.execute("s.act")).rejects.toMatchObject({ code: "CONNECTION_LOST" });
    const error = (await registry.execute("s.act").catch((thrown: unknown) => thrown)) as CallError;
    expect(error).toMatchObject({ code: "CONNECTION_LOST", phase: "notStarted" });
    expect(error.message).toBe("The MCP server s cannot be reached.");
    expect(String(error.cause)).toContain("hunter2");
    expect(logged.join("\n")).toContain("hunter2");
  });
});

describe("when a server sends an answer without a request", () => {
  it("continues, and notes it once without quoting it", async () => {
    const script = `answers["tools/call"] = (id) => {
      write({ id: 9999, result: text("a".repeat(1_000_000)) });
      write({ id, result: text("done") });
    };`;
    const log: MCPLogEntry[] = [];
    const { registry } = await connect("s", scripted(script, { logger: (entry) => log.push(entry) }));
    for (let round = 0; round < 3; round++) expect(textOf(await registry.execute("s.act"))).toBe("done");
    expect(log.map(({ kind }) => kind)).toEqual(["debug"]);
    expect(log[0]?.text.length).toBeLessThan(200);
  });
});
