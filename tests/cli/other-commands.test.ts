import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../support/until.ts";
import { runCLI, startCLI } from "./support/run-cli.ts";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

let workspace: Workspace;
beforeAll(async () => {
  workspace = await createWorkspace();
});
afterAll(() => workspace.close());

describe("check", () => {
  it("accepts a config whose sources all work", async () => {
    const { code, stdout } = await runCLI(workspace, ["check"]);
    expect(stdout).toMatch(/✔ .*operations\.config\.json\n✔ shop openapi.*1 operation|✔ local local +5 operations/s);
    expect(code).toBe(0);
  });

  it("ends with 8 if a source is unreachable, and shows the others", async () => {
    await writeFile(
      workspace.path("broken.json"),
      JSON.stringify({ ...workspace.config, mcpServers: { gone: { command: "./no-such-program" } } }),
    );
    const { code, stdout } = await runCLI(workspace, ["check", "--config", "broken.json"]);
    expect(stdout).toMatch(/✘ gone mcp {2}\S/);
    expect(stdout).toMatch(/✔ local local/);
    expect(code).toBe(8);
    const list = await runCLI(workspace, ["list", "--config", "broken.json"]);
    expect(list.stderr).toMatch(/warning: the source gone \(mcp\) is not connected: /);
    expect(list.stdout).toMatch(/^demo\.greet\t/m);
  });

  it("ends with 1 if operations are quarantined", async () => {
    await writeFile(workspace.path("broken-module.js"), "export default 3;");
    await writeFile(workspace.path("module.json"), JSON.stringify({ local: { modules: ["broken-module.js"] } }));
    const { code, stdout } = await runCLI(workspace, ["check", "--config", "module.json"]);
    expect(stdout).toMatch(/quarantined .*broken-module\.js/);
    expect(code).toBe(1);
    const warning = 'warning: the source local (local) has 1 quarantined operation: "operations check" says why\n';
    expect(await runCLI(workspace, ["list", "--config", "module.json"])).toMatchObject({ code: 0, stderr: warning });
    const call = await runCLI(workspace, ["call", "demo.broken", "--config", "module.json"]);
    expect(call.stderr).toContain(warning);
    expect(call.code).toBe(3);
  });

  it("ends with 2 if the config has mistakes, and says where", async () => {
    await writeFile(workspace.path("wrong.json"), '{\n  "mcpServer": {}\n}\n');
    const { code, stderr } = await runCLI(workspace, ["check", "--config", "wrong.json"]);
    expect(stderr).toMatch(/wrong\.json:2:\d+: .*mcpServer/);
    expect(code).toBe(2);
    const asJSON = await runCLI(workspace, ["check", "--config", "wrong.json", "--json"]);
    expect(JSON.parse(asJSON.stderr)).toMatchObject({
      error: { code: "CONFIG", exitCode: 2, details: { problems: [{ line: 2 }] } },
    });
  });
});

describe("when a source takes longer than --timeout", () => {
  const silent = { command: process.execPath, args: ["-e", "process.stdin.resume()"] };
  beforeAll(() => writeFile(workspace.path("silent.json"), JSON.stringify({ mcpServers: { silent } })));
  const run = (...args: string[]) => runCLI(workspace, [...args, "--config", "silent.json", "--timeout", "1ms"]);

  it("list continues without it, and names it", async () => {
    const { code, stdout, stderr } = await run("list");
    expect(stderr).toBe("warning: the source silent (mcp) is still connecting\n");
    expect(stdout).toBe("");
    expect(code).toBe(0);
  });

  it("check reports it, and ends with 8", async () => {
    const { code, stdout } = await run("check");
    expect(stdout).toMatch(/✘ silent mcp {2}is still connecting\n/);
    expect(code).toBe(8);
  });

  it("describe ends with 6, because without it there is nothing to describe", async () => {
    const { code, stderr } = await run("describe", "silent.tool");
    expect(stderr).toMatch(/The time was up before silent\.tool was reached\. \[TIMEOUT\]/);
    expect(code).toBe(6);
  });

  it("list ends with 6 if a hub does not answer", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const hub = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { code, stderr } = await runCLI(workspace, ["list", "--hub", hub, "--timeout", "1ms"]);
    expect(stderr).toMatch(/The hub at http:\S+ did not answer in time\. \[TIMEOUT\]/);
    expect(code).toBe(6);
    server.close();
  });

  it("does not wait for the whole timeout if it needs less", async () => {
    const { code, stdout } = await runCLI(workspace, ["list", "--timeout", "1000h"]);
    expect(stdout).toMatch(/^demo\.greet\t/m);
    expect(code).toBe(0);
  });
});

describe("init", () => {
  it.each(["yaml", "json", "ts"])(
    "writes a config in %s that check accepts, and never overwrites a file",
    async (format) => {
      const file = workspace.path(`operations.config.${format}`);
      await rm(workspace.path("operations.config.json"), { force: true });
      expect((await runCLI(workspace, ["init", "--format", format])).code).toBe(0);
      const text = await readFile(file, "utf8");
      expect(await runCLI(workspace, ["check"])).toMatchObject({ code: 0, stderr: "" });
      const again = await runCLI(workspace, ["init"]);
      expect(again.stderr).toMatch(/exists already. It stays as it is/);
      expect(again.code).toBe(2);
      expect(await readFile(file, "utf8")).toBe(text);
      await rm(file);
      await workspace.writeConfig(workspace.config);
    },
  );
});

describe("mcp", () => {
  it("serves every source on standard input and output, and writes nothing else there", async () => {
    await writeFile(
      workspace.path("audited.json"),
      JSON.stringify({ ...workspace.config, audit: { file: "audit.jsonl" } }),
    );
    const running = startCLI(workspace, ["mcp", "--config", "audited.json"]);
    const send = (message: object): boolean =>
      running.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    send({
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
    });
    await running.printed(/"id":1/);
    send({ method: "notifications/initialized" });
    send({ id: 2, method: "tools/list" });
    await running.printed(/"id":2/);
    send({ id: 3, method: "tools/call", params: { name: "demo_greet", arguments: { name: "MCP" } } });
    send({ id: 4, method: "tools/call", params: { name: "demo_upload", arguments: { file: { $bytes: "AP8=" } } } });
    send({ id: 5, method: "tools/call", params: { name: "talk_refuse", arguments: {} } });
    for (const id of [3, 4, 5]) await running.printed(new RegExp(`"id":${id}`));
    running.child.stdin.end();
    const { code, stdout } = await running.ended;
    expect(code).toBe(0);
    const messages = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { id?: number; result?: { tools?: Array<{ name: string }> } });
    const answer = (id: number): unknown => messages.find((message) => message.id === id)?.result;
    const { tools = [] } = answer(2) as { tools?: Array<{ name: string }> };
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["demo_greet", "shop_getItem", "talk_echo"]));
    expect(JSON.stringify(answer(3))).toContain("Hello, MCP!");
    // It requires a scope, and the user who runs the process has them all.
    expect(answer(4)).not.toMatchObject({ isError: true });
    expect(answer(5)).toMatchObject({ isError: true });
    expect(JSON.stringify(answer(5))).toContain("the caller's client accepts no questions");
    const audited = (await readFile(workspace.path("audit.jsonl"), "utf8")).trim().split("\n");
    const outcomes = audited.map((line) => JSON.parse(line) as { operation: string; outcome: string });
    expect(outcomes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ operation: "demo.greet", outcome: "OK" }),
        expect.objectContaining({ operation: "talk.refuse", outcome: "ACCESS_DENIED" }),
      ]),
    );
  });
});

describe("mcp that a signal stops", () => {
  it("answers the calls that run, with an error and its phase", async () => {
    const begun = workspace.path("begun");
    const module = `import { writeFileSync } from "node:fs";
export default {
  namespace: "never", name: "ends", version: "1.0.0", type: "MUTATION", description: "Runs for ever.",
  inputSchema: { type: "object" }, outputSchema: {}, accessControl: { requiredScopes: [] },
  handler: () => new Promise(() => writeFileSync(${JSON.stringify(begun)}, "")),
};`;
    await writeFile(workspace.path("never.mjs"), module);
    await writeFile(workspace.path("never.json"), JSON.stringify({ local: { modules: ["./never.mjs"] } }));
    const running = startCLI(workspace, ["mcp", "--config", "never.json"]);
    const send = (message: object): boolean =>
      running.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    const clientInfo = { name: "test", version: "1" };
    send({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
    await running.printed(/"id":1/);
    send({ method: "notifications/initialized" });
    send({ id: 2, method: "tools/call", params: { name: "never_ends", arguments: {} } });
    await until(() => existsSync(begun));
    running.child.kill("SIGTERM");
    const { stdout, code } = await running.ended;
    const [, answer = "{}"] = stdout.trim().split("\n");
    expect(code).toBe(0);
    const error = { code: "CONNECTION_LOST", phase: "started" };
    expect(JSON.parse(answer)).toMatchObject({ id: 2, result: { _meta: { "alkdev.operations/error": error } } });
  });

  it.each(["SIGINT", "SIGTERM"] as const)("ends in order at %s, with code 0", async (signal) => {
    const running = startCLI(workspace, ["mcp"]);
    running.child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    await running.printed(/"id":1/);
    running.child.kill(signal);
    expect(await running.ended).toMatchObject({ code: 0, stderr: "" });
  });
});

describe("the log", () => {
  it("goes to the given file, and holds no secret of the config", async () => {
    const secret = "a-secret-of-twenty-characters";
    const server = { command: process.execPath, args: ["mcp-server.js"], env: { TOKEN: secret } };
    const chatty = { command: process.execPath, args: ["-e", `console.error("${secret}")`], env: { TOKEN: secret } };
    await writeFile(workspace.path("log.json"), JSON.stringify({ mcpServers: { talk: server, chatty } }));
    await runCLI(workspace, ["list", "--config", "log.json", "--log-level", "debug", "--log-file", "log.txt"]);
    const log = await readFile(workspace.path("log.txt"), "utf8");
    expect(log).toMatch(/"chatty".*\[redacted\]/);
    expect(log).not.toContain(secret);
  });
});

describe("types", () => {
  it("writes the types of all sources, the same each time, and reports when they have changed", async () => {
    const written = await runCLI(workspace, ["types", "--out", "types/../operations.d.ts"]);
    expect([written.code, written.stderr]).toEqual([0, ""]);
    const again = await runCLI(workspace, ["types"]);
    expect(again.stdout).toMatch(/operations\.d\.ts {2}\d+ operations, unchanged\n$/);
    expect((await runCLI(workspace, ["types", "--check"])).code).toBe(0);
    const printed = await runCLI(workspace, ["types", "--out", "-", "--name", "Mine", "--no-register"]);
    expect(printed.stdout).toContain("export interface Mine extends GeneratedOperations {");
    expect(printed.stdout).not.toContain("declare module");
    const other = await runCLI(workspace, ["types", "--name", "Mine", "--check"]);
    expect([other.code, other.stderr]).toEqual([1, 'operations.d.ts is out of date: run "operations types" again.\n']);
  });

  it("writes the rest while a source is missing, names it, and says so by its exit code", async () => {
    const config = { ...workspace.config, mcpServers: { gone: { command: "./no-such-program" } } };
    await writeFile(workspace.path("gone.json"), JSON.stringify(config));
    const { code, stderr } = await runCLI(workspace, ["types", "--config", "gone.json", "--out", "other.d.ts"]);
    expect(code).toBe(8);
    expect(await readFile(workspace.path("other.d.ts"), "utf8")).toContain("greet");
    expect(stderr).toMatch(/✘ gone: .*gone\.json.*mcpServers\.gone\.command: /);
    expect(stderr).toContain("The types lack the operations of these sources.");
  });
});

describe("tools", () => {
  it("prints the operations as a provider accepts them", async () => {
    const { code, stdout, stderr } = await runCLI(workspace, ["tools", "demo", "--provider", "openai", "--strict"]);
    expect([code, stderr]).toEqual([0, ""]);
    const definitions = JSON.parse(stdout) as Array<Record<string, unknown>>;
    expect(definitions.map(({ name }) => name)).toContain("demo_greet");
    for (const definition of definitions) expect(definition).toMatchObject({ type: "function" });
  });

  it("prints the tools that search, and what was lost", async () => {
    const search = await runCLI(workspace, ["tools", "--provider", "anthropic", "--search"]);
    expect(search.stdout).toContain("search_operations");
    const report = await runCLI(workspace, ["tools", "--provider", "gemini", "--report"]);
    expect(report.stdout).toContain("demo_fail\tno\tnothing\n");
    const json = await runCLI(workspace, ["tools", "--provider", "gemini", "--report", "--json"]);
    expect(JSON.parse(json.stdout)).toContainEqual(expect.objectContaining({ id: "demo.greet" }));
  });

  it("requires the provider, and names a missing source beside the tools of the others", async () => {
    const { code, stderr } = await runCLI(workspace, ["tools"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("--provider openai")]);
    const config = { ...workspace.config, mcpServers: { gone: { command: "./no-such-program" } } };
    await writeFile(workspace.path("lacking.json"), JSON.stringify(config));
    const gone = await runCLI(workspace, ["tools", "--provider", "gemini", "--config", "lacking.json"]);
    expect(gone.code).toBe(8);
    expect(gone.stdout).toContain("demo_greet");
    expect(gone.stderr).toContain("The tools lack the operations of these sources.");
  });
});
