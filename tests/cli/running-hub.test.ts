/** Commands call a running hub of the same config, which they find through a socket. */
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { until } from "../support/until.ts";
import { runCLI, startCLI } from "./support/run-cli.ts";
import type { RunningCLI } from "./support/run-cli.ts";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

vi.setConfig({ testTimeout: 120_000 });

let workspace: Workspace;
/** For this test alone, and short: systems limit the length of socket paths. */
let runtime: string;

const source = (note: string): string => `export default {
  namespace: "demo", name: "pid", version: "1.0.0", type: "QUERY", description: "Where it runs.",
  inputSchema: { type: "object", properties: { wait: { type: "boolean" } } }, outputSchema: {},
  accessControl: { requiredScopes: ["special"] },
  handler: (input, context) => ({ pid: process.pid, note: "${note}", caller: context.identity?.id }),
};
`;

beforeAll(async () => {
  workspace = await createWorkspace();
  runtime = await mkdtemp(join(tmpdir(), "run-"));
  workspace.env["XDG_RUNTIME_DIR"] = runtime;
  await writeFile(workspace.path("pid.mjs"), source("first"));
  await workspace.writeConfig({
    local: { modules: ["./pid.mjs"] },
    serve: { port: 0, keys: [{ id: "ada", key: "a".repeat(32) }] },
    log: { level: "warn" },
  });
}, 60_000);

afterAll(async () => {
  await workspace.close();
  await rm(runtime, { recursive: true });
});

async function serve(): Promise<RunningCLI> {
  const running = startCLI(workspace, ["serve"]);
  onTestFinished(async () => {
    running.child.kill("SIGKILL");
    await running.ended;
  });
  await running.printed(/127\.0\.0\.1:\d+/);
  await until(async () => (await sockets()).length > 0);
  return running;
}

async function sockets(): Promise<string[]> {
  return (await readdir(join(runtime, "operations")).catch(() => [])).filter((name) => name.endsWith(".sock"));
}

async function call(...flags: string[]): Promise<{ pid: number; note: string; caller: string }> {
  const { code, stdout, stderr } = await runCLI(workspace, ["call", "demo.pid", "--json", "--input", "{}", ...flags]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout) as { pid: number; note: string; caller: string };
}

describe("a running hub of the same config", () => {
  it("answers calls with every right of its owner, until --no-hub says otherwise", async () => {
    const { child } = await serve();
    await until(async () => (await call()).pid === child.pid);
    expect(await call()).toEqual({ pid: child.pid, note: "first", caller: "local" });
    expect(await call("--no-hub")).toMatchObject({ note: "first", caller: "local" });
    expect((await call("--no-hub")).pid).not.toBe(child.pid);
    expect((await stat(join(runtime, "operations"))).mode & 0o777).toBe(0o700);
    const [socket = ""] = await sockets();
    expect((await stat(join(runtime, "operations", socket))).mode & 0o777).toBe(0o600);
  });

  it("is ignored if the config or an operation has changed since it started", async () => {
    const { child } = await serve();
    await until(async () => (await call()).pid === child.pid);
    await writeFile(workspace.path("pid.mjs"), source("second"));
    const edited = await call();
    expect(edited.note).toBe("second");
    expect(edited.pid).not.toBe(child.pid);
  });

  it("removes its socket, and a killed hub does not keep others from calling", async () => {
    const first = await serve();
    first.child.kill("SIGTERM");
    await first.ended;
    expect(await sockets()).toEqual([]);
    const second = await serve();
    second.child.kill("SIGKILL");
    await second.ended;
    expect(await sockets()).toHaveLength(1);
    expect((await call()).pid).not.toBe(second.child.pid);
    const third = await serve();
    await until(async () => (await call()).pid === third.child.pid);
  });

  it("does not answer in a folder that others can enter", async () => {
    const { child } = await serve();
    await until(async () => (await call()).pid === child.pid);
    await chmod(join(runtime, "operations"), 0o755);
    expect((await call()).pid).not.toBe(child.pid);
    await chmod(join(runtime, "operations"), 0o700);
  });
});
