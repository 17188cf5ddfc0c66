import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { isLeftOut } from "../support/left-out.ts";
import { openTerminal } from "./support/open-terminal.ts";
import { runCLI, startCLI } from "./support/run-cli.ts";
import type { RunningCLI } from "./support/run-cli.ts";
import { until } from "../support/until.ts";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

const ESCAPE = "\u001b";

describe.skipIf(isLeftOut("tmux"))("in a real terminal", () => {
  let workspace: Workspace;

  beforeAll(async () => {
    workspace = await createWorkspace();
    await runCLI(workspace, ["list"]);
  });
  afterAll(() => workspace.close());

  it("a list is a table with titles and colours, as wide as the terminal", async () => {
    const terminal = await openTerminal(workspace, { width: 50 });
    await terminal.type("operations list; echo done:$?");
    const screen = await terminal.shows(/done:0/);
    expect(screen).toMatch(/^ID +TYPE +DESCRIPTION$/m);
    expect(screen).toMatch(/^demo\.upload +mutation +Counts bytes.*…$/m);
    expect(Math.max(...screen.split("\n").map((line) => line.length))).toBeLessThanOrEqual(50);
    expect(await terminal.screen({ colours: true })).toContain(`${ESCAPE}[33mmutation`);
  });

  it("a list on a narrow terminal has ids on separate lines", async () => {
    const terminal = await openTerminal(workspace, { width: 20 });
    await terminal.type("operations list; echo done:$?");
    const screen = await terminal.shows(/done:0/);
    expect(screen).toMatch(/^demo\.upload\n {2}mutation {2}\S.*…\n/m);
  });

  it("NO_COLOR and FORCE_COLOR are respected", async () => {
    const plain = await openTerminal(workspace, { env: { NO_COLOR: "1" } });
    await plain.type("operations call demo.greet --name Ada; echo done:$?");
    await plain.shows(/"Hello, Ada!".*done:0/s);
    expect(await plain.screen({ colours: true })).not.toContain(ESCAPE);
    const forced = await runCLI(workspace, ["call", "demo.greet", "--name", "Ada"], { env: { FORCE_COLOR: "1" } });
    expect(forced.stdout).toContain(`${ESCAPE}[32m"Hello, Ada!"`);
  });

  it("a spinner names what the command waits for, and leaves nothing behind", async () => {
    const terminal = await openTerminal(workspace);
    await terminal.type("operations call demo.wait --mark spinner.txt; echo done:$?");
    await terminal.shows(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] demo\.wait 25 % a quarter/);
    await terminal.key("C-c");
    const screen = await terminal.shows(/done:130/);
    expect(screen).not.toMatch(/a quarter/);
  });

  describe("on a running hub", () => {
    let hub: RunningCLI;
    let at: string;

    beforeAll(async () => {
      hub = startCLI(workspace, ["serve", "--json"]);
      const [, url = ""] = await hub.printed(/"http":"([^"]+)"/);
      await hub.printed(/"name":"local","kind":"[^"]*","state":"ready"/);
      at = `--hub ${url}`;
    });
    afterAll(async () => {
      hub.child.kill("SIGKILL");
      await hub.ended;
    });

    it("the spinner shows the progress of a call, and Ctrl-C aborts it", async () => {
      const terminal = await openTerminal(workspace);
      await terminal.type(`operations call demo.wait --mark there.txt ${at}; echo done:$?`);
      await terminal.shows(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] demo\.wait 25 % a quarter/);
      await terminal.key("C-c");
      expect(await terminal.shows(/done:130/)).not.toMatch(/a quarter/);
      await until(async () => (await readFile(workspace.path("there.txt"), "utf8")) === "started\naborted\n");
    });

    it("results and failures are the same as in a pipe", async () => {
      const terminal = await openTerminal(workspace);
      await terminal.type(`operations call demo.greet --name Ada ${at}; echo done:$?`);
      await terminal.shows(/"Hello, Ada!".*done:0/s);
      await terminal.typeOnEmpty(`operations call demo.fail --how nothing ${at}; echo done:$?`);
      expect(await terminal.shows(/^done:0/m)).not.toMatch(/null|error/);
      await terminal.typeOnEmpty(`operations call demo.fail --how declared ${at}; echo done:$?`);
      expect(await terminal.shows(/done:1/)).toMatch(/None left\. \[OUT_OF_STOCK\]/);
      await terminal.typeOnEmpty(`operations call demo.wait --mark late.txt --timeout 2s ${at}; echo done:$?`);
      expect(await terminal.shows(/done:6/)).toMatch(/TIMEOUT/);
    });
  });

  it.each([
    ["a person looks", "", "watched"],
    ["a program reads the result", "--json", "not watched"],
    ["standard error goes elsewhere", "2> elsewhere.txt", "not watched"],
  ])("progress is asked for when %s: %s %s", async (_when, how, what) => {
    const terminal = await openTerminal(workspace);
    await terminal.type(`operations call demo.fail --how watched ${how}; echo done:$?`);
    expect(await terminal.shows(/^done:0/m)).toMatch(new RegExp(`^"?${what}"?$`, "m"));
  });

  it("Ctrl-C aborts the handler", async () => {
    const terminal = await openTerminal(workspace);
    await terminal.type("operations call demo.wait --mark ctrl-c.txt; echo done:$?");
    await until(() => existsSync(workspace.path("ctrl-c.txt")));
    await terminal.key("C-c");
    await terminal.shows(/done:130/);
    expect(await readFile(workspace.path("ctrl-c.txt"), "utf8")).toBe("started\naborted\n");
  });

  it("Ctrl-C ends a stream, and its handler", async () => {
    const terminal = await openTerminal(workspace);
    await terminal.type("operations subscribe demo.ticks --every 100 --mark stream.txt; echo done:$?");
    await terminal.shows(/\{"n":2\}/);
    await terminal.key("C-c");
    await terminal.shows(/done:130/);
    expect(await readFile(workspace.path("stream.txt"), "utf8")).toBe("ended\n");
  });

  it("the user is asked for an approval", async () => {
    const terminal = await openTerminal(workspace);
    await terminal.type("operations call talk.refuse; echo done:$?");
    await terminal.shows(/\? Run talk\.refuse with \{\}\s+\[y\/N\]/);
    await terminal.type("n");
    expect(await terminal.shows(/done:5/)).toMatch(/talk\.refuse was not approved: you said no/);
    await terminal.typeOnEmpty("operations call talk.refuse; echo done:$?");
    await terminal.shows(/\[y\/N\] $|\[y\/N\]$/);
    await terminal.type("y");
    expect(await terminal.shows(/done:1/)).toMatch(/I will not\./);
  });

  describe("before a config runs for the first time", () => {
    const mark = "marked.txt";

    it("the user sees what it starts and decides, once", async () => {
      const env = { XDG_STATE_HOME: workspace.path("state-of-call") };
      const terminal = await openTerminal(workspace, { env });
      await terminal.type("operations call demo.greet --name Ada; echo done:$?");
      const question = await terminal.shows(/until it changes\? \[y\/N\] ?$/);
      expect(question).toMatch(/The config of this folder is new to you\. A config is code\.\n +\/.*config\.json/);
      expect(question).toMatch(/^ {4}starts .*mcp-server\.js$/m);
      expect(question).toMatch(/^ {4}imports the modules in operations$/m);
      await terminal.type("n");
      expect(await terminal.shows(/done:5/)).toMatch(/was not run: you\s+said\s+no\./);
      await terminal.typeOnEmpty("operations call demo.greet --name Ada; echo done:$?");
      await terminal.shows(/\[y\/N\] ?$/);
      await terminal.type("y");
      await terminal.shows(/"Hello, Ada!".*done:0/s);
      await terminal.typeOnEmpty("operations call demo.greet --name Bob; echo done:$?");
      expect(await terminal.shows(/"Hello, Bob!".*done:0/s)).not.toContain("[y/N]");
    });

    it("Ctrl-C at the question ends the command, and nothing has run", async () => {
      const terminal = await openTerminal(workspace, { env: { XDG_STATE_HOME: workspace.path("state-of-ctrl-c") } });
      await terminal.type(`operations call demo.wait --mark ${mark}; echo done:$?`);
      await terminal.shows(/\[y\/N\] ?$/);
      await terminal.key("C-c");
      await terminal.shows(/done:130/);
      expect(existsSync(workspace.path(mark))).toBe(false);
    });

    it("serve asks at its start, and not when the file changes under it", async () => {
      const terminal = await openTerminal(workspace, { env: { XDG_STATE_HOME: workspace.path("state-of-serve") } });
      await terminal.type("operations serve; echo done:$?");
      await terminal.shows(/\[y\/N\] ?$/);
      await terminal.type("y");
      await terminal.shows(/talk +mcp +✔ 2 operations/);
      await workspace.writeConfig({ ...workspace.config, name: "changed" });
      try {
        expect(await terminal.shows(/The config was reloaded/)).not.toContain("has changed since");
        await terminal.key("C-c");
        await terminal.shows(/done:0/);
        await terminal.typeOnEmpty("operations list; echo done:$?");
        await terminal.shows(/The config of this folder has changed since you last ran it.*\[y\/N\] ?$/s);
        await terminal.key("C-c");
      } finally {
        await workspace.writeConfig(workspace.config);
      }
    });
  });

  it("foreign control characters are shown, not obeyed", async () => {
    const terminal = await openTerminal(workspace);
    await terminal.type("operations call demo.fail --how control; echo done:$?");
    expect(await terminal.shows(/done:0/)).toContain("before \\u001b]0;title\\u0007 after");
  });

  it("serve shows addresses and sources, and stops at Ctrl-C", async () => {
    // The hub makes and shows a key only if there is none yet.
    const terminal = await openTerminal(workspace, { env: { XDG_STATE_HOME: workspace.path("first-state") } });
    await workspace.writeConfig({ ...workspace.config, log: { level: "info" } });
    onTestFinished(() => workspace.writeConfig(workspace.config));
    await terminal.type("operations serve --yes; echo done:$?");
    const screen = await terminal.shows(/talk +mcp +✔ 2 operations/);
    expect(screen).toMatch(/HTTP +http:\/\/127\.0\.0\.1:\d+/);
    expect(screen).toMatch(/Key +op_/);
    expect(screen).toMatch(/Log in +http:\/\/127\.0\.0\.1:\d+\/explorer\/#code=[\w-]{32}/);
    await terminal.key("C-c");
    // Messages to the person are not logged as well.
    expect(await terminal.shows(/done:0/)).not.toMatch(/\binfo\b/);
    // Not `done`, which the screen shows until it is cleared.
    await terminal.typeOnEmpty("operations logs; echo logged:$?");
    expect(await terminal.shows(/logged:0/)).toMatch(/info {2}source ready source=talk/);
  });
});
