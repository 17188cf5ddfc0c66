import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findFreePort } from "../support/free-port.ts";
import { isLeftOut } from "../support/left-out.ts";
import { until } from "../support/until.ts";
import { openTerminal } from "./support/open-terminal.ts";
import { runCLI, startCLI } from "./support/run-cli.ts";
import type { CLIResult, RunningCLI } from "./support/run-cli.ts";
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
  it("lists and shows a waiting call, approves it, and the call runs", async () => {
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
    expect((await approvals(PERSON)).stdout).toBe("No calls are waiting for approval.\n");
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

  it("takes one of two answers at once, and says to the other who was first", async () => {
    const call = callEcho("once");
    const id = await nextId();
    const answers = await Promise.all([
      approvals(PERSON, "approve", id, "--yes"),
      approvals(PERSON, "deny", id, "--reason", "no"),
    ]);
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    const isApproved = answers[0].code === 0;
    const late = answers.find(({ code }) => code !== 0)?.stderr;
    expect(late).toContain(`${id} was ${isApproved ? "approved" : "denied"} by person already.`);
    expect((await call.ended).code).toBe(isApproved ? 0 : 5);
  });

  it("does not approve a call of the same key, and requires a terminal or --yes", async () => {
    const call = callEcho("mine");
    const id = await nextId();
    const own = await approvals(KEY, "approve", id, "--yes");
    expect(own.code).toBe(5);
    expect(own.stderr).toContain("A key does not approve its own call.");
    expect((await approvals(PERSON, "approve", id)).stderr).toContain("--yes approves without asking");
    call.child.kill("SIGINT");
    await call.ended;
    await until(async () => (await approvals(PERSON)).stdout.startsWith("No calls are waiting"));
    expect((await approvals(PERSON, "show", id)).stdout).toContain("withdrawn");
  });

  it.skipIf(isLeftOut("tmux"))("lets a person at the terminal approve a call of their own key", async () => {
    const call = callEcho("in person");
    const id = await nextId();
    const terminal = await openTerminal(workspace);
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
  });

  it.skipIf(isLeftOut("tmux"))("asks the questions of a server behind the hub on the terminal", async () => {
    const terminal = await openTerminal(workspace);
    await terminal.type(`operations call other.ask --hub ${url} --key ${KEY}`);
    await terminal.shows(/Which colour\?[\s\S]*colour[^\n]*:$/);
    await terminal.type("green");
    expect(await terminal.shows(/accept: green/)).toContain("accept: green");
  });

  it("finds the hub of the config in this folder, and requires a person there, or a key", async () => {
    const call = callEcho("here");
    const id = await nextId();
    const here = (...args: string[]): Promise<CLIResult> => runCLI(workspace, ["approvals", ...args]);
    expect((await here()).stdout).toContain(`${id}  talk.echo  agent`);
    expect((await here("link")).stdout).toContain(`${url}/explorer/#person=`);
    const refused = await here("approve", id, "--yes");
    expect(refused).toMatchObject({ code: 5 });
    expect(refused.stderr).toContain("Without a key, only a person approves");
    expect((await here("approve", id, "--yes", "--key", PERSON)).stdout).toBe(`✔ approved ${id} talk.echo\n`);
    expect(await call.ended).toMatchObject({ code: 0, stdout: "here\n" });
    const denied = callEcho("not here");
    expect((await here("deny", await nextId())).code).toBe(0);
    expect((await denied.ended).code).toBe(5);
  });

  it.skipIf(isLeftOut("tmux"))("lets the person who runs the hub approve without a key", async () => {
    const call = callEcho("no key");
    const id = await nextId();
    const terminal = await openTerminal(workspace);
    await terminal.type(`operations approvals approve ${id}`);
    await terminal.shows(/"text": "no key"[\s\S]*Approve\? \[y\/N\]/);
    await terminal.type("y");
    await terminal.shows(new RegExp(`approved ${id}`));
    expect(await call.ended).toMatchObject({ code: 0, stdout: "no key\n" });
  });

  it("calls the address in the config if there is no socket", async () => {
    const elsewhere = { env: { XDG_RUNTIME_DIR: workspace.path("nowhere") } };
    const { config } = workspace;
    const at = async (serve: object): Promise<string> => {
      const file = workspace.path("at.json");
      await writeFile(file, JSON.stringify({ ...config, serve }));
      const { stdout, stderr } = await runCLI(workspace, ["approvals", "--config", file, "--key", PERSON], elsewhere);
      return stdout + stderr;
    };
    const { port } = new URL(url);
    expect(await at({ host: "0.0.0.0", port: Number(port) })).toBe("No calls are waiting for approval.\n");
    expect(await at({ port: await findFreePort() })).toMatch(
      /No hub answers at http:\/\/127\.0\.0\.1:\d+ \(ECONNREFUSED\)/,
    );
    expect(await at({ port: 0 })).toContain("No hub of this config is running");
  });

  it("prints a link to the explorer with the code of a person", async () => {
    const { stdout } = await approvals(PERSON, "link");
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/explorer\/#person=op_[\w-]{43}\n$/);
  });

  it("names an unknown id or command", async () => {
    expect((await approvals(PERSON, "perhaps")).code).toBe(2);
    expect((await approvals(PERSON, "approve")).stderr).toContain("Which one?");
    expect((await approvals(PERSON, "show", "nothing")).code).toBe(3);
  });

  it("a call ends without an answer in time, and when the hub restarts", async () => {
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
