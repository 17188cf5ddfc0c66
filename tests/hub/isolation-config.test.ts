/** What configs say about the sessions of callers. */
import { rmSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { loadConfig, openKeys, startHub } from "../../src/entries/hub.ts";
import type { HubConfig, LoadedConfig } from "../../src/entries/hub.ts";
import { rawConfig } from "../mcp/support.ts";
import { projectRoot } from "../support/run-program.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { until } from "../support/until.ts";

function folderForTest(): string {
  const folder = makeTempFolder("isolation");
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function load(text: string, name = "operations.config.json"): Promise<LoadedConfig> {
  const cwd = folderForTest();
  await writeFile(join(cwd, name), text);
  return await loadConfig(undefined, { cwd });
}

describe("a config", () => {
  it("works as the guide shows it", async () => {
    const page = await readFile(join(projectRoot, "docs/guide/isolation.md"), "utf8");
    const [, sample = ""] = /```yaml\n(.*?)```/s.exec(page) ?? [];
    const { config } = await load(sample, "operations.config.yaml");
    expect(config.mcpServers).toMatchObject({ thoughts: { isolation: "session" }, memory: { maxSessions: 50 } });
  });

  it.each([
    [{ isolation: "private" }, "isolation"],
    [{ maxSessions: 3 }, 'is for servers with "isolation"'],
    [{ isolation: "shared", idleMs: 1000 }, 'is for servers with "isolation"'],
    [{ isolation: "caller", maxSessions: 0 }, "maxSessions"],
  ])("is refused with %j", async (server, message) => {
    await expect(load(JSON.stringify({ mcpServers: { a: { command: "x", ...server } } }))).rejects.toThrow(message);
  });
});

describe("a hub that is started", () => {
  it("warns when a second key is added while it runs", async () => {
    const { command = "", args = [] } = rawConfig();
    const folder = folderForTest();
    const config: HubConfig = { mcpServers: { one: { command, args: [...args] } }, serve: { port: 0 } };
    const loaded = { config, folder, file: join(folder, "operations.config.json") };
    const logged: string[] = [];
    const hub = await startHub(loaded, {
      stateFolder: join(folder, "state"),
      logTo: { write: (line) => void logged.push(line) },
    });
    const warned = (): boolean => logged.some((line) => line.includes("Several callers share one session with one"));
    try {
      expect(warned()).toBe(false);
      await openKeys(loaded).add({ holder: "bob" });
      await until(warned);
    } finally {
      await hub.close({ graceMs: 0 });
    }
  });

  it("warns once about servers that its callers share, and again when a new config has others", async () => {
    const { command = "", args = [] } = rawConfig();
    const server = { command, args: [...args] };
    const keys = ["ann", "bob"].map((id) => ({ id, key: `the-key-of-${id}-0123456789` }));
    const config = (mcpServers: NonNullable<HubConfig["mcpServers"]>): LoadedConfig => ({
      folder,
      config: { mcpServers, serve: { port: 0, keys }, log: { level: "warn", format: "json" } },
    });
    const folder = folderForTest();
    const logged: string[] = [];
    const warned = (): string[] => logged.filter((line) => line.includes("Several callers share one session"));
    const hub = await startHub(config({ one: server, own: { ...server, isolation: "caller" } }), {
      stateFolder: join(folder, "state"),
      logTo: { write: (line) => void logged.push(line) },
    });
    try {
      expect(warned()).toHaveLength(1);
      expect(JSON.parse(warned()[0] ?? "")).toMatchObject({ level: 40, sources: ["one"] });
      await hub.reload(config({ one: { ...server, isolation: "session" } }));
      expect(warned()).toHaveLength(1);
      await hub.reload(config({ two: server }));
      expect(JSON.parse(warned()[1] ?? "")).toMatchObject({ sources: ["two"] });
      expect(warned()).toHaveLength(2);
    } finally {
      await hub.close({ graceMs: 0 });
    }
  });
});
