/** The Tab key in real shells. The ids come from the last `list`. */
import { execFile } from "node:child_process";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLeftOut } from "../support/left-out.ts";
import { openTerminal } from "./support/open-terminal.ts";
import { runCLI } from "./support/run-cli.ts";
import type { Shell } from "./support/tmux.ts";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

const run = promisify(execFile);
let workspace: Workspace;

beforeAll(async () => {
  workspace = await createWorkspace();
  await runCLI(workspace, ["list"]);
});
afterAll(() => workspace.close());

/** How each shell loads the script, as the docs say. */
const loads: ReadonlyArray<{ shell: Shell; how: string; line: string }> = [
  { shell: "bash", how: "by eval", line: 'eval "$(operations completion bash)"' },
  { shell: "zsh", how: "by eval", line: 'eval "$(operations completion zsh)"' },
  {
    shell: "zsh",
    how: "from a folder of fpath",
    line: 'fpath=($PWD $fpath); operations completion zsh > "${fpath[1]}/_operations"; compinit -u -D',
  },
];

describe.skipIf(isLeftOut("tmux")).each(loads)("when $shell has the script $how", ({ shell, line }) => {
  it.skipIf(isLeftOut(shell))("completes commands, ids, values of options, and files", async () => {
    const terminal = await openTerminal(workspace, { shell });
    await terminal.type(`${line}; clear; echo ready`);
    await terminal.shows(/^ready/m);
    await terminal.write("operations desc");
    await terminal.key("Tab");
    await terminal.shows(/operations describe ?$/m);
    await terminal.write("shop.g");
    await terminal.key("Tab");
    await terminal.shows(/operations describe shop\.getItem/);
    await terminal.key("C-u");
    await terminal.write("operations list --type sub");
    await terminal.key("Tab");
    await terminal.shows(/--type subscription/);
    await terminal.key("C-u");
    await terminal.write("operations list --config operations.con");
    await terminal.key("Tab");
    expect(await terminal.shows(/--config operations\.config\.json/)).not.toMatch(/error/);
  });
});

describe.skipIf(isLeftOut("fish"))("when fish has the script", () => {
  let env: Record<string, string>;
  beforeAll(async () => {
    const bin = workspace.path("bin");
    const completions = workspace.path("config/fish/completions");
    await mkdir(bin);
    await mkdir(completions, { recursive: true });
    await writeFile(`${bin}/operations`, `#!/bin/sh\nexec '${process.execPath}' '${workspace.cli}' "$@"\n`);
    await chmod(`${bin}/operations`, 0o755);
    const { stdout } = await runCLI(workspace, ["completion", "fish"]);
    await writeFile(`${completions}/operations.fish`, stdout);
    env = { ...workspace.env, PATH: `${bin}:${workspace.env["PATH"]}`, XDG_CONFIG_HOME: workspace.path("config") };
  });

  /** What the Tab key offers after this line. fish needs no terminal for that. */
  async function offered(line: string, before = ""): Promise<string[]> {
    const fish = process.env["FISH_PATH"] ?? "fish";
    const { stdout, stderr } = await run(fish, ["-c", `${before}complete -C '${line}'`], {
      env,
      cwd: workspace.folder,
    });
    expect(stderr).toBe("");
    return stdout.split("\n").slice(0, -1);
  }

  it.each([
    ["operations desc", ["describe"]],
    ["operations describe shop.", ["shop.getItem"]],
    ["operations list --type ", ["mutation", "query", "subscription"]],
    ["operations list --config operations.con", ["operations.config.json"]],
    ["operations call --inp", ["--input"]],
  ])("completes %s", async (line, expected) => {
    expect(await offered(line)).toEqual(expected);
  });

  it("offers ids, and no files", async () => {
    const ids = await offered("operations describe ");
    expect(ids).toContain("demo.greet");
    expect(ids.filter((id) => !/^\w+\.\w+$/.test(id) || id.endsWith(".json"))).toEqual([]);
  });

  it("also loads the script from a pipe", async () => {
    expect(await offered("operations desc", "operations completion fish | source; ")).toEqual(["describe"]);
  });
});
