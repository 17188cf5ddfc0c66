/** `operations logs`: the log of a config's processes, while they run and after. */
import { readdir, stat } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { runCLI, startCLI } from "./support/run-cli.ts";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

vi.setConfig({ testTimeout: 120_000 });

let workspace: Workspace;

beforeAll(async () => {
  workspace = await createWorkspace();
  await workspace.writeConfig({
    mcpServers: {
      broken: { command: process.execPath, args: ["-e", "console.error('no key: set FOO_KEY'), process.exit(1)"] },
    },
    serve: { port: 0, keys: [{ id: "ada", key: "a-very-secret-key-of-ada-0123456" }] },
    log: { level: "info" },
  });
}, 60_000);

afterAll(() => workspace.close());

describe("logs", () => {
  it("shows what hubs and servers of hosts have logged, filtered, followed, and without secrets", async () => {
    const none = await runCLI(workspace, ["logs"]);
    expect(none).toMatchObject({ code: 0, stdout: "" });
    expect(none.stderr).toContain("There is no log yet");

    const followed = startCLI(workspace, ["logs", "--follow"]);
    const hub = startCLI(workspace, ["serve", "--log-file", "own.log"]);
    onTestFinished(async () => {
      for (const { child, ended } of [followed, hub]) {
        child.kill("SIGKILL");
        await ended;
      }
    });
    await followed.printed(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d info {2}hub listens url=http:\/\/127\.0\.0\.1:\d+$/m);
    await followed.printed(/warn .*broken.*no key: set FOO_KEY/);
    hub.child.kill("SIGTERM");
    await followed.printed(/hub stopped/);
    await hub.ended;
    followed.child.kill("SIGINT");
    expect((await followed.ended).code).toBe(0);

    const warned = await runCLI(workspace, ["logs", "broken", "--level", "warn", "--json"]);
    const lines = warned.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { level: number; msg: string });
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.every(({ level }) => level >= 40)).toBe(true);
    expect((await runCLI(workspace, ["logs", "-n", "1"])).stdout).toMatch(/^.*hub stopped\n$/);
    const all = await runCLI(workspace, ["logs", "-n", "1000", "--json"]);
    expect(all.stdout).not.toContain("a-very-secret-key");

    const folder = workspace.path("state/operations/logs");
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const [file = ""] = await readdir(folder);
    expect((await stat(`${folder}/${file}`)).mode & 0o777).toBe(0o600);
  });

  it("has the lines of `operations mcp`, which a host does not show", async () => {
    const server = startCLI(workspace, ["mcp"]);
    onTestFinished(async () => {
      server.child.kill("SIGKILL");
      await server.ended;
    });
    const count = async (): Promise<number> =>
      (await runCLI(workspace, ["logs", "FOO_KEY", "-n", "1000"])).stdout.split("\n").length;
    const before = await count();
    await vi.waitFor(async () => expect(await count()).toBeGreaterThan(before), { timeout: 60_000, interval: 200 });
  });
});
