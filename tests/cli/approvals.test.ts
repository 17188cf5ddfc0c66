import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { findFreePort } from "../support/free-port.ts";
import { isLeftOut } from "../support/left-out.ts";
import { until } from "../support/until.ts";
import { runCLI, startCLI } from "./support/run-cli.ts";
import type { CLIResult, RunningCLI } from "./support/run-cli.ts";
import { TmuxTerminal } from "./support/tmux.ts";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

const KEY = "the-key-of-an-agent-1";
const PERSON = "the-key-of-a-person-1";

let workspace: Workspace;
let hub: RunningCLI;
let url = "";

beforeAll(async () => {
  workspace = await createWorkspace();
  await serve({});
}, 60_000);
afterAll(async () => {
  await stop();
  await workspace.close();
});

async function serve(approvals: object): Promise<void> {
  const keys = [
    { id: "agent", key: KEY, scopes: ["operations:call", "operations:approve"] },
    { id: "person", key: PERSON, scopes: ["operations:approve"] },
  ];
  const talk = { command: process.execPath, args: ["mcp-server.js"], approval: ["echo"] };
  const other = { command: process.execPath, args: ["asking-mcp-server.js"] };
  await workspace.writeConfig({ mcpServers: { talk, other }, approvals, serve: { port: 0, keys } });
  hub = startCLI(workspace, ["serve", "--json"]);
  [, url = ""] = await hub.printed(/"http":"([^"]+)"/);
  await hub.printed(/"ready"[\s\S]*"ready"/);
}

async function stop(): Promise<CLIResult> {
  hub.child.kill("SIGTERM");
  return await hub.ended;
}

const approvals = (key: string, ...args: string[]): Promise<CLIResult> =>
  runCLI(workspace, ["approvals", ...args, "--hub", url, "--key", key]);

const callEcho = (text: string): RunningCLI =>
  startCLI(workspace, ["call", "talk.echo", "--text", text, "--hub", url, "--key", KEY]);

async function nextId(): Promise<string> {
  let id: string | undefined;
  await until(async () => {
    const { stdout } = await approvals(PERSON, "--json");
    [{ id } = { id: undefined }] = JSON.parse(stdout) as Array<{ id: string | undefined }>;
    return id !== undefined;
  });
  return id ?? "";
}

describe("operations approvals", () => {
  it("lists and shows what waits, approves it, and the call runs", async () => {
    const call = callEcho("hello");
    const id = await nextId();
    expect((await approvals(PERSON)).stdout).toMatch(
      new RegExp(`^${id}  talk.echo  agent  \\d+ s  {"text":"hello"}\n$`),
    );
    const shown = await approvals(PERSON, "show", id);
    expect(shown.stdout).toContain('"text": "hello"');
    expect(shown.stdout).toContain("sha256-");
    expect(await approvals(PERSON, "approve", id, "--yes")).toMatchObject({
      code: 0,
      stdout: `✔ approved ${id} talk.echo\n`,
    });
    expect(await call.ended).toMatchObject({ code: 0, stdout: "hello\n" });
    expect((await approvals(PERSON)).stdout).toBe("No call waits for an approval.\n");
    const late = await approvals(PERSON, "deny", id);
    expect(late.stderr).toContain(`${id} was approved by person already.`);
    expect(late.code).not.toBe(0);
  });

  it("denies with a reason, which the caller reads", async () => {
    const call = callEcho("no");
    expect((await approvals(PERSON, "deny", await nextId(), "--reason", "too loud")).code).toBe(0);
    const { code, stderr } = await call.ended;
    expect(code).toBe(5);
    expect(stderr).toContain("talk.echo was not approved: too loud");
  });

  it("does not approve a call of the same key, and wants a terminal or --yes", async () => {
    const call = callEcho("mine");
    const id = await nextId();
    const own = await approvals(KEY, "approve", id, "--yes");
    expect(own.code).toBe(5);
    expect(own.stderr).toContain("A key does not approve its own call.");
    expect((await approvals(PERSON, "approve", id)).stderr).toContain("--yes approves without a question");
    call.child.kill("SIGINT");
    await call.ended;
    await until(async () => (await approvals(PERSON)).stdout.startsWith("No call waits"));
    expect((await approvals(PERSON, "show", id)).stdout).toContain("withdrawn");
  });

  it.skipIf(isLeftOut("tmux"))("lets a person at the terminal approve a call of their own key", async () => {
    const call = callEcho("in person");
    const id = await nextId();
    const terminal = await TmuxTerminal.open(workspace);
    try {
      await terminal.type(`operations approvals approve ${id} --hub ${url} --key ${KEY}`);
      await terminal.shows(/"text": "in person"[\s\S]*Approve\? \[y\/N\]/);
      await terminal.type("y");
      await terminal.shows(new RegExp(`approved ${id}`));
      expect(await call.ended).toMatchObject({ code: 0, stdout: "in person\n" });
      const watched = callEcho("watched");
      await terminal.type(`operations approvals watch --hub ${url} --key ${KEY}`);
      await terminal.shows(/"text": "watched"[\s\S]*later\]/);
      await terminal.type("n");
      expect((await watched.ended).code).toBe(5);
      await terminal.key("C-c");
    } finally {
      await terminal.close();
    }
  });

  it.skipIf(isLeftOut("tmux"))("asks the questions of a server behind the hub on the terminal", async () => {
    const terminal = await TmuxTerminal.open(workspace);
    try {
      await terminal.type(`operations call other.ask --hub ${url} --key ${KEY}`);
      await terminal.shows(/Which colour\?[\s\S]*colour[^\n]*:$/);
      await terminal.type("green");
      expect(await terminal.shows(/accept: green/)).toContain("accept: green");
    } finally {
      await terminal.close();
    }
  });

  it("prints a link to the explorer with the code of a person", async () => {
    const { stdout } = await approvals(PERSON, "link");
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/explorer\/#person=op_[\w-]{43}\n$/);
  });

  it("names what it does not know", async () => {
    expect((await approvals(PERSON, "perhaps")).code).toBe(2);
    expect((await approvals(PERSON, "approve")).stderr).toContain("Which one?");
    expect((await approvals(PERSON, "show", "nothing")).code).toBe(3);
  });

  it("a call ends when no one answers, and when the hub restarts", async () => {
    const waiting = callEcho("stopped");
    const id = await nextId();
    expect((await stop()).code).toBe(0);
    const stopped = await waiting.ended;
    expect(stopped.code).toBe(5);
    expect(stopped.stderr).toContain("the hub stopped before anyone answered");
    await serve({ timeout: 100 });
    expect((await approvals(PERSON, "approve", id, "--yes")).code).toBe(3);
    expect((await callEcho("late").ended).stderr).toContain("no one answered in time");
  });
});

describe("without --hub", () => {
  it("asks the hub of the folder's config at the port that the config names", async () => {
    const other = await createWorkspace();
    onTestFinished(() => other.close());
    const port = await findFreePort();
    const keys = [{ id: "person", key: PERSON, scopes: ["operations:approve"] }];
    await other.writeConfig({ serve: { port, keys } });
    const serving = startCLI(other, ["serve", "--json"]);
    onTestFinished(async () => {
      serving.child.kill("SIGTERM");
      await serving.ended;
    });
    await serving.printed(/"http":"([^"]+)"/);
    const listed = await runCLI(other, ["approvals", "--key", PERSON, "--json"]);
    expect(listed).toMatchObject({ code: 0, stdout: "[]\n" });
    const named = ["approvals", "--key", PERSON, "--json", "--config", join(other.folder, "operations.config.json")];
    expect(await runCLI(workspace, named)).toMatchObject({ code: 0, stdout: "[]\n" });
  });
});
