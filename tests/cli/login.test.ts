/** `login`, `logins` and `logout`, with a real authorization server behind a real MCP server. */
import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startAuthProvider } from "../logins/auth-provider.ts";
import type { AuthProvider } from "../logins/auth-provider.ts";
import { createCallerWorld, KEYS } from "../logins/caller-world.ts";
import type { Caller } from "../logins/caller-world.ts";
import { TestBrowser } from "../logins/test-browser.ts";
import { startProtectedServer } from "../logins/protected-server.ts";
import type { ExtendServer, ProtectedServer } from "../logins/protected-server.ts";
import { walkLogin } from "../logins/walk-login.ts";
import { until } from "../support/until.ts";
import { runCLI, startCLI } from "./support/run-cli.ts";
import type { CLIResult, RunningCLI } from "./support/run-cli.ts";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

let workspace: Workspace;
let provider: AuthProvider;
let server: ProtectedServer;
beforeAll(async () => {
  [workspace, provider] = await Promise.all([createWorkspace(), startAuthProvider()]);
  server = await startProtectedServer(provider);
  const config = { mcpServers: { notes: { url: server.url } } };
  await writeFile(workspace.path("logins.json"), JSON.stringify(config));
}, 600_000);
afterAll(async () => {
  await Promise.all([workspace.close(), server.close()]);
  await provider.close();
});

const run = (...args: string[]) => runCLI(workspace, [...args, "--config", "logins.json"]);

/** The address that a login prints. */
async function addressOf(login: RunningCLI): Promise<string> {
  await until(() => /https?:\S+/.test(login.stderr()));
  return /https?:\S+/.exec(login.stderr())?.[0] as string;
}

describe("login", () => {
  it("is requested by calls and by check, with what to do", async () => {
    const call = await run("call", "notes.who_am_i", "--json");
    expect(call.code).toBe(5);
    expect(call.stderr + call.stdout).toContain("LOGIN_REQUIRED");
    const check = await run("check");
    expect(check).toMatchObject({ code: 8, stdout: expect.stringContaining("operations login notes") as string });
    expect(await run("logins")).toMatchObject({ code: 0, stdout: expect.stringContaining("logged out") as string });
  });

  it("prints the address, waits for the person, and then calls work until logout", async () => {
    const login = startCLI(workspace, ["login", "notes", "--no-browser", "--config", "logins.json"]);
    await walkLogin(await addressOf(login), "ada");
    expect(await login.ended).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("logged in to notes") as string,
    });
    const call = await run("call", "notes.who_am_i", "--json");
    expect(call).toMatchObject({ code: 0, stdout: expect.stringContaining("ada") as string });
    expect(JSON.parse((await run("logins", "--json")).stdout)).toMatchObject([{ source: "notes", state: "logged in" }]);
    expect(JSON.parse((await run("logout", "notes", "--json")).stdout)).toMatchObject({
      wasLoggedIn: true,
      revoked: true,
    });
    expect((await run("call", "notes.who_am_i")).code).toBe(5);
  });

  it("prints a code for any device with --device, waits for the person, and then calls work", async () => {
    const login = startCLI(workspace, ["login", "notes", "--device", "--config", "logins.json"]);
    const address = await addressOf(login);
    await until(() => /enter [A-Z]{4}-[A-Z]{4}/.test(login.stderr()));
    const [, code = ""] = /enter (\S+)/.exec(login.stderr()) ?? [];
    // The person types the code at the address, on another device.
    const browser = new TestBrowser();
    const [, xsrf = ""] = /name="xsrf" value="([^"]+)"/.exec((await browser.open(address)).text) ?? [];
    await browser.logIn(await browser.send(address, { xsrf, user_code: code }), "grace");
    expect(await login.ended).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("logged in to notes") as string,
    });
    const call = await run("call", "notes.who_am_i", "--json");
    expect(call).toMatchObject({ code: 0, stdout: expect.stringContaining("grace") as string });
    expect((await run("logout", "notes")).code).toBe(0);
  });

  it("gives up when its time runs out", async () => {
    const { code, stderr } = await run("login", "notes", "--no-browser", "--timeout", "1s");
    expect(code).toBe(6);
    expect(stderr).toContain("There was no login within 1 s.");
  });

  it("ends with 130 at Ctrl-C", async () => {
    const login = startCLI(workspace, ["login", "notes", "--no-browser", "--config", "logins.json"]);
    await addressOf(login);
    login.child.kill("SIGINT");
    expect((await login.ended).code).toBe(130);
  });

  it("says which sources accept a login", async () => {
    const { code, stderr } = await run("login", "note");
    expect(code).toBe(4);
    expect(stderr).toContain("note is not a source that takes a login. Did you mean notes?");
  });
});

describe("at a hub whose callers have their own logins", () => {
  const ends: Array<() => unknown> = [];
  afterAll(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  it("accepts changes that only callers' sessions show into the hub's lock", async () => {
    let description = "Greets";
    const extend: ExtendServer = (extended) =>
      void extended.registerTool("greet", { description }, () => ({ content: [{ type: "text", text: "hello" }] }));
    const world = await createCallerWorld(ends, { isFromLock: true, extend });
    const at = (who: Caller, ...args: string[]): Promise<CLIResult> =>
      runCLI(workspace, [...args, "--hub", world.hub.endpoints.http, "--key", KEYS[who]]);
    description = "Greets warmly";
    await world.connect("ada", "notes", "ada-upstream");
    expect(await at("ada", "call", "notes.greet")).toMatchObject({
      code: 5,
      stderr: expect.stringContaining("OPERATION_QUARANTINED") as string,
    });
    expect((await at("ada", "lock", "--accept")).code).toBe(5);
    await expect
      .poll(() => at("operator", "lock"), { timeout: 60_000, interval: 500 })
      .toMatchObject({
        code: 1,
        stderr: expect.stringContaining("notes.greet") as string,
      });
    expect(await at("operator", "lock", "--accept", "notes.gre*")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("1 accepted") as string,
    });
    expect(await at("ada", "call", "notes.greet")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("hello") as string,
    });
  });

  it("shows the hub's page, waits until the person has logged in there, and logs out again", async () => {
    const world = await createCallerWorld(ends);
    const at = (who: Caller, ...args: string[]): string[] => [
      ...args,
      "--hub",
      world.hub.endpoints.http,
      "--key",
      KEYS[who],
    ];
    const refused = await runCLI(workspace, at("ada", "call", "notes.who_am_i"));
    expect(refused).toMatchObject({ code: 5, stderr: expect.stringContaining("/~/login/notes?for=") as string });
    const login = startCLI(workspace, at("ada", "login", "notes", "--no-browser"));
    const browser = new TestBrowser();
    const page = await addressOf(login);
    await browser.send(page, { key: KEYS.ada });
    await browser.logIn(await browser.send(page, { action: "connect" }), "ada-upstream");
    expect(await login.ended).toMatchObject({ code: 0, stdout: expect.stringContaining("logged in") as string });
    const call = await runCLI(workspace, at("ada", "call", "notes.who_am_i"));
    expect(call).toMatchObject({ code: 0, stdout: expect.stringContaining("ada-upstream") as string });
    expect((await runCLI(workspace, at("bob", "call", "notes.who_am_i"))).code).toBe(5);
    const statuses = JSON.parse((await runCLI(workspace, at("ada", "logins", "--json"))).stdout) as unknown[];
    expect(statuses).toContainEqual(expect.objectContaining({ source: "notes", login: "caller", state: "logged in" }));
    const logout = await runCLI(workspace, at("ada", "logout", "notes", "--json"));
    expect(JSON.parse(logout.stdout)).toMatchObject({ wasLoggedIn: true, revoked: true });
  });
});
