/** Child processes: they crash, restart, and never outlive the client. */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMCPClient, MCPClientLoader } from "../../src/entries/from-mcp.ts";
import type { CallError } from "../../src/entries/index.ts";
import { bundleProgram } from "../support/bundle-program.ts";
import type { BundledProgram } from "../support/bundle-program.ts";
import { isAlive } from "../support/is-alive.ts";
import { until } from "../support/until.ts";
import { connect, rawConfig, rawServer, textOf } from "./support.ts";

async function pidOf({ registry }: Pick<Awaited<ReturnType<typeof connect>>, "registry">): Promise<number> {
  return Number(textOf(await registry.execute("raw.pid")));
}

describe("when a server dies in the middle of calls", () => {
  it("fails calls in flight with CONNECTION_LOST, restarts it, and repeats nothing", async () => {
    const connected = await connect("raw", rawConfig(undefined, { respawn: { initialDelay: 20 } }));
    const { registry } = connected;
    const pid = await pidOf(connected);
    const inFlight = [1, 2, 3].map(() => registry.execute("raw.never").catch((error: CallError) => error));
    await registry.execute("raw.echo");
    process.kill(pid, "SIGKILL");
    for (const error of await Promise.all(inFlight))
      expect(error).toMatchObject({ code: "CONNECTION_LOST", phase: "unknown" });
    const next = await pidOf(connected);
    expect(next).not.toBe(pid);
    expect(textOf(await registry.execute("raw.count_calls"))).toBe("2");
  });

  it("fails the call that killed it, and serves the next", async () => {
    const { registry } = await connect("raw", rawConfig(undefined, { respawn: { initialDelay: 20 } }));
    for (let round = 0; round < 3; round++) {
      await expect(registry.execute("raw.die")).rejects.toMatchObject({ code: "CONNECTION_LOST", phase: "unknown" });
      expect(textOf(await registry.execute("raw.echo", { round }))).toBe(JSON.stringify({ round }));
    }
  });

  it("does not restart it if the config says so", async () => {
    const { registry } = await connect("raw", rawConfig(undefined, { respawn: false }));
    await expect(registry.execute("raw.die")).rejects.toMatchObject({ code: "CONNECTION_LOST", phase: "unknown" });
    await expect(registry.execute("raw.echo")).rejects.toMatchObject({ code: "CONNECTION_LOST", phase: "notStarted" });
  });

  it("can be closed while it waits to restart", async () => {
    const { registry, wrapper } = await connect("raw", rawConfig(undefined, { respawn: { initialDelay: 60_000 } }));
    await registry.execute("raw.die").catch(() => undefined);
    const waiting = registry.execute("raw.echo").catch((error: CallError) => error);
    await wrapper.close();
    expect(await waiting).toMatchObject({ code: "CONNECTION_LOST", phase: "notStarted" });
  });
});

describe("when a server cannot be started", () => {
  it("reports its output", async () => {
    await expect(createMCPClient("raw", rawConfig("crash"))).rejects.toMatchObject({
      code: "CONNECTION_LOST",
      phase: "notStarted",
      message: expect.stringMatching(/code 3.*no config file/s) as string,
    });
  });

  it("reports that a command does not exist", async () => {
    await expect(createMCPClient("raw", { command: "no-such-command-here" })).rejects.toMatchObject({
      message: expect.stringContaining("no-such-command-here") as string,
    });
  });

  it("gives up on a server that never answers, and ends it", async () => {
    const log: string[] = [];
    const logger = ({ text }: { text: string }): number => log.push(text);
    const started = createMCPClient("raw", rawConfig("silent", { connectTimeout: 1000, logger }));
    await expect(started).rejects.toMatchObject({ code: "TIMEOUT", phase: "notStarted" });
    const pid = Number(log[1]);
    expect(pid).toBeGreaterThan(1);
    expect(isAlive(pid)).toBe(false);
  });
});

describe("when a client is closed", () => {
  it.each(["plain", "stubborn"])("leaves no process behind for a server that is %s", async (mode) => {
    const connected = await connect("raw", rawConfig(mode));
    const pid = await pidOf(connected);
    expect(isAlive(pid)).toBe(true);
    await connected.wrapper.close();
    expect(isAlive(pid)).toBe(false);
    expect(connected.wrapper.isClosed).toBe(true);
    await expect(connected.registry.execute("raw.echo")).rejects.toMatchObject({ code: "CONNECTION_LOST" });
  });

  it("also ends a process that a wrapper has started", async () => {
    const command = ["-c", `"${process.execPath}" "${rawServer}" stubborn; true`];
    const connected = await connect("raw", { command: "sh", args: command });
    const pid = await pidOf(connected);
    expect(isAlive(pid)).toBe(true);
    await connected.wrapper.close();
    await until(() => !isAlive(pid));
  });
});

describe("when a client is closed while its server restarts", () => {
  it("leaves no process behind", async () => {
    const folder = await mkdtemp(join(tmpdir(), "operations-mcp-"));
    const log: string[] = [];
    const { registry, wrapper } = await connect("raw", {
      command: process.execPath,
      args: [rawServer, "silent-later", join(folder, "was-here")],
      respawn: { initialDelay: 20 },
      logger: ({ kind, text }) => kind === "stderr" && log.push(text),
    });
    await registry.execute("raw.die").catch(() => undefined);
    await until(() => log.length === 4);
    const pid = Number(log[3]);
    expect(isAlive(pid)).toBe(true);
    await wrapper.close();
    expect(isAlive(pid)).toBe(false);
    await rm(folder, { recursive: true });
  });
});

describe("when our own process is killed", () => {
  let program: BundledProgram;
  beforeAll(async () => {
    program = await bundleProgram(fileURLToPath(new URL("servers/connect-and-wait.ts", import.meta.url)));
  });
  afterAll(() => program.remove());

  it.each(["plain", "stubborn"])("leaves no process behind for a server that is %s", async (mode) => {
    const owner = spawn(process.execPath, [program.path, rawServer, mode], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const pid = await new Promise<number>((resolve) => {
      createInterface({ input: owner.stdout }).once("line", (line) => resolve(Number(line)));
    });
    expect(isAlive(pid)).toBe(true);
    owner.kill("SIGKILL");
    await until(() => !isAlive(pid));
  });
});

describe("when many servers are loaded", () => {
  it("keeps the error of one that fails, and connects to the others", async () => {
    const loader = new MCPClientLoader();
    await loader.load({ one: rawConfig(), broken: rawConfig("crash"), two: rawConfig(), nowhere: {} });
    expect(
      loader
        .getAllWrappers()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["one", "two"]);
    expect([...loader.errors.keys()].sort()).toEqual(["broken", "nowhere"]);
    expect(loader.errors.get("nowhere")?.message).toContain('needs a "command"');
    expect(loader.getClient("one")?.tools.length).toBeGreaterThan(20);
    expect(loader.getClient("broken")).toBeUndefined();
    expect(new Set(loader.getAllOperations().map(({ namespace }) => namespace))).toEqual(new Set(["one", "two"]));
    await loader.closeAll();
    expect(loader.getAllWrappers()).toEqual([]);
  });
});
