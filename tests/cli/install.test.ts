/** `operations install`: adds our entry and its own key to a host's config, and removes both again. */
import { chmod, lstat, mkdir, readFile, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { until } from "../support/until.ts";
import { openTerminal } from "./support/open-terminal.ts";
import { runCLI } from "./support/run-cli.ts";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

vi.setConfig({ testTimeout: 120_000 });

let workspace: Workspace;

beforeAll(async () => {
  workspace = await createWorkspace();
}, 60_000);

afterAll(() => workspace.close());

interface Entry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const place = async (name: string, text: string): Promise<string> => {
  const file = workspace.path(name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
};

const holders = async (): Promise<string[]> => {
  const { stdout } = await runCLI(workspace, ["keys", "list", "--json"]);
  return (JSON.parse(stdout) as { keys: Array<{ holder: string }> }).keys.map(({ holder }) => holder);
};

/** Starts what the config says, as the host does: without our environment. */
async function start({ command, args, env }: Entry): Promise<{ client: Client; stderr: () => string }> {
  const client = new Client({ name: "host", version: "1.0.0" });
  const { PATH = "", HOME = "" } = workspace.env;
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: { PATH, HOME, ...env },
    cwd: "/",
    stderr: "pipe",
  });
  let text = "";
  transport.stderr?.on("data", (chunk) => (text += String(chunk)));
  onTestFinished(() => client.close());
  await client.connect(transport);
  return { client, stderr: () => text };
}

describe("install", () => {
  it("writes an entry that works from anywhere, keeps a copy, and removes entry and key again", async () => {
    const text = '{\n  // mine\n  "mcpServers": {\n    "other": { "command": "x" }, // stays\n  }\n}\n';
    const file = await place(".cursor/mcp.json", text);
    await chmod(file, 0o640);
    const done = await runCLI(workspace, ["install", "cursor", "--yes", "--json"]);
    expect(done).toMatchObject({ code: 0, stderr: "" });
    const report = JSON.parse(done.stdout) as { backup: string; scopes: string[] };
    expect(report.scopes).toEqual(["operations:call"]);
    expect(await readFile(report.backup, "utf8")).toBe(text);
    expect((await stat(file)).mode & 0o777).toBe(0o640);
    const written = await readFile(file, "utf8");
    expect(written).toContain('  // mine\n  "mcpServers": {\n    "other": { "command": "x" }, // stays\n');
    const shape = /"operations": (\{.*?\n {4}\})/s.exec(written)?.[1] ?? "";
    const entry = JSON.parse(shape) as Entry;
    expect(entry.command).toBe(process.execPath);
    expect(entry.args).toEqual([workspace.cli, "mcp", "--config", workspace.path("operations.config.json")]);
    const { client, stderr } = await start(entry);
    const { structuredContent } = await client.callTool({ name: "demo_greet", arguments: { name: "Ada" } });
    expect(structuredContent).toMatchObject({ greeting: "Hello, Ada!" });
    expect(await holders()).toEqual(["cursor"]);

    const gone = await runCLI(workspace, ["install", "cursor", "--remove", "--yes"]);
    expect(gone.stdout).toMatch(/Cursor no longer has "operations"\. Its key \w{12} is revoked\./);
    expect(await readFile(file, "utf8")).toBe(text.replace("},", "}"));
    expect(await holders()).toEqual([]);
    // The server that the host still runs ends with its key.
    await until(() => stderr().includes("The key of this host was revoked"));
    const dead = await start(entry).catch((thrown: unknown) => thrown);
    expect(dead).toBeInstanceOf(Error);
  });

  it("grants a host only the scopes on the command line", async () => {
    const config = { local: { folders: ["operations"], scopes: ["demo"] } };
    await writeFile(workspace.path("scoped.json"), JSON.stringify(config));
    const entryWith = async (...flags: string[]): Promise<Entry> => {
      const args = ["install", "generic", "--config", "scoped.json", "--yes", "--json", ...flags];
      const { stdout } = await runCLI(workspace, args);
      return (JSON.parse(stdout) as { mcpServers: { operations: Entry } }).mcpServers.operations;
    };
    const namesFor = async (entry: Entry): Promise<string[]> =>
      (await (await start(entry)).client.listTools()).tools.map(({ name }) => name);
    expect(await namesFor(await entryWith())).toContain("demo_greet");
    expect(await namesFor(await entryWith("--scopes", "operations:call"))).not.toContain("demo_greet");
  });

  it("replaces its own entry, with a new key for the old one", async () => {
    await runCLI(workspace, ["install", "zed", "--yes"]);
    const first = await readFile(workspace.path(".config/zed/settings.json"), "utf8");
    expect((await stat(workspace.path(".config/zed/settings.json"))).mode & 0o777).toBe(0o600);
    await runCLI(workspace, ["install", "zed", "--yes"]);
    expect(await readFile(workspace.path(".config/zed/settings.json"), "utf8")).not.toBe(first);
    expect((await holders()).filter((holder) => holder === "zed")).toEqual(["zed"]);
  });

  it("writes through a link, and TOML with its comments", async () => {
    const target = await place("dotfiles/codex.toml", '# mine\nmodel = "x"\n');
    await mkdir(workspace.path(".codex"));
    await symlink(target, workspace.path(".codex/config.toml"));
    expect((await runCLI(workspace, ["install", "codex", "--yes"])).code).toBe(0);
    expect((await lstat(workspace.path(".codex/config.toml"))).isSymbolicLink()).toBe(true);
    expect(await readFile(target, "utf8")).toMatch(/^# mine\nmodel = "x"\n\n\[mcp_servers\.operations\]\ncommand = /);
    expect((await runCLI(workspace, ["install", "codex", "--remove", "--yes"])).code).toBe(0);
    expect((await readFile(target, "utf8")).trim()).toBe('# mine\nmodel = "x"');
  });

  it("never overwrites a broken config, or another program's entry, and then makes no key", async () => {
    const before = await holders();
    const broken = '{ "mcpServers": { "a": }';
    const file = await place(".gemini/settings.json", broken);
    const refused = await runCLI(workspace, ["install", "gemini-cli", "--yes"]);
    expect(refused.stderr).toMatch(
      /The config of Gemini CLI stays as it is: .*settings\.json:1: this is not JSON .*Repair it, then try again\./,
    );
    expect(refused.code).not.toBe(0);
    expect(await readFile(file, "utf8")).toBe(broken);
    await place(".lmstudio/mcp.json", '{"mcpServers":{"operations":{"command":"theirs"}}}');
    const taken = await runCLI(workspace, ["install", "lm-studio", "--yes"]);
    expect(taken.stderr).toMatch(/has a server "operations" already, which is not this one\. .*--name/);
    expect((await runCLI(workspace, ["install", "lm-studio", "--remove", "--yes"])).stderr).toContain(
      "Nothing was changed",
    );
    expect((await runCLI(workspace, ["install", "emacs"])).stderr).toMatch(
      /"emacs" is not a host\. The hosts are claude-desktop/,
    );
    expect(await holders()).toEqual(before);
    expect(await readdir(workspace.path(".lmstudio"))).toEqual(["mcp.json"]);
  });

  it("shows the change and asks first, and does nothing without a terminal", async () => {
    const silent = await runCLI(workspace, ["install", "windsurf"]);
    expect(silent.stderr).toMatch(/Nothing was written: there is no terminal to ask on\. --yes agrees in advance\./);
    const terminal = await openTerminal(workspace, { width: 80 });
    await place(
      ".codeium/windsurf/mcp_config.json",
      '{\n  "mcpServers": {\n    "a": { "env": { "API_KEY": "hush" } }\n  }\n}\n',
    );
    await terminal.type("operations install windsurf");
    const asked = await terminal.shows(/\? Write it, with a key for windsurf \(operations:call\)\? \[y\/N\]/);
    expect(asked).toMatch(/\+ {4}"operations": \{/);
    expect(asked).toContain('"API_KEY": "…"');
    expect(asked).not.toContain("hush");
    await terminal.type("n");
    await terminal.shows(/Nothing was written: you said no\./);
    await terminal.type("operations install windsurf --name second");
    await terminal.shows(/"second": \{[\s\S]*\[y\/N\]/);
    await terminal.type("y");
    await terminal.shows(/Windsurf has these operations as "second"/);
  });
});
