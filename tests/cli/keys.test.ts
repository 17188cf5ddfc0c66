/** `operations keys`, and a hub that follows it. */
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../support/until.ts";
import { runCLI, startCLI } from "./support/run-cli.ts";
import type { CLIResult } from "./support/run-cli.ts";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

let workspace: Workspace;
beforeAll(async () => {
  workspace = await createWorkspace();
}, 600_000);
afterAll(() => workspace.close());

const keys = (...args: string[]): Promise<CLIResult> => runCLI(workspace, ["keys", ...args]);

describe("keys", () => {
  it("adds, lists, rotates and revokes keys, and a running hub follows without a restart", async () => {
    const hub = startCLI(workspace, ["serve", "--json"]);
    const [, url = ""] = await hub.printed(/"http":"([^"]+)"/);
    const statusWith = async (key: string): Promise<number> =>
      (await fetch(`${url}/~/session`, { headers: { "x-api-key": key } })).status;

    const added = await keys("add", "ci", "--scopes", "deploy,operations:call", "--expires", "90d", "--note", "a pipe");
    expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/^opk_\w{12}_[\w-]{43}\n$/) as string });
    expect(added.stderr).toContain("The key of ci, with deploy operations:call, until 20");
    const first = added.stdout.trim();
    await until(async () => (await statusWith(first)) === 200);

    const listed = await keys("list");
    expect(listed.stdout).toMatch(/^\w{12}\tci\tactive\t\d{4}-\d\d-\d\d \d\d:\d\d\tdeploy operations:call\ta pipe\n$/);
    const second = JSON.parse((await keys("rotate", "ci", "--grace", "1h", "--json")).stdout) as { key: string };
    await until(async () => (await statusWith(second.key)) === 200);
    expect(await statusWith(first)).toBe(200);

    const { file, keys: all } = JSON.parse((await keys("list", "--json")).stdout) as { file: string; keys: object[] };
    expect(all).toMatchObject([
      { holder: "ci", state: "replaced" },
      { holder: "ci", state: "active" },
    ]);
    expect(await readFile(file, "utf8")).not.toContain(first.slice(-43));

    expect(JSON.parse((await keys("revoke", first, "--json")).stdout)).toMatchObject({ holder: "ci", revoked: true });
    await until(async () => (await statusWith(first)) === 401);
    expect(await statusWith(second.key)).toBe(200);
    expect(await keys("revoke", "ci")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("of ci is revoked") as string,
    });
    await until(async () => (await statusWith(second.key)) === 401);
    hub.child.kill("SIGTERM");
    const { code, stdout, stderr } = await hub.ended;
    expect(code).toBe(0);
    for (const key of [first, second.key]) expect(stdout + stderr).not.toContain(key.slice(-43));
  });

  it.each([
    [["remove", "x"], 2, 'There is no action "remove" for keys: use add, list, rotate, revoke.'],
    [["add"], 2, "<holder> is missing."],
    [["add", "ada", "--expires", "soon"], 2, '--expires is "soon": give a time such as 30m, 24h or 90d, or a date.'],
    [["revoke", "nobody"], 4, 'There is no key "nobody"'],
  ])("answers %j with exit code %i", async (args, code, message) => {
    const result = await keys(...args);
    expect(result.stderr).toContain(message);
    expect(result.code).toBe(code);
  });
});
