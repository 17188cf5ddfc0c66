import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { SourceStatus } from "./sources/source-status.ts";
import type { HubConfig } from "./config/hub-config.ts";
import { ADA, startedHubs } from "./started-hubs.test-support.ts";
import type { StartedHub } from "./started-hubs.test-support.ts";

vi.setConfig({ testTimeout: 60_000 });

const start = startedHubs();
const ADMIN = "the-key-of-an-admin";

const config: HubConfig = {
  local: { modules: ["demo.mjs"] },
  openapi: { later: { document: "later.json", baseUrl: "http://127.0.0.1:9", disabled: true } },
  mcpServers: { broken: { command: process.execPath, args: ["-e", "console.error('MISSING KEY'); process.exit(1)"] } },
  audit: { file: "audit.jsonl" },
  serve: {
    keys: [
      { id: "ada", key: ADA },
      { id: "admin", key: ADMIN, scopes: ["operations:admin", "operations:call"] },
    ],
  },
};

const document = {
  openapi: "3.1.0",
  info: { title: "Later", version: "1" },
  paths: { "/a": { get: { operationId: "a", responses: { 200: { description: "ok" } } } } },
};

async function act(hub: StartedHub, source: string, action: string, key = ADMIN): Promise<number> {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify({ action }) };
  return (await fetch(`${hub.endpoints.http}/~/sources/${source}`, init)).status;
}

interface Listed {
  readonly sources: readonly SourceStatus[];
  readonly off?: ReadonlyArray<{ readonly kind: string; readonly name: string }>;
}

async function listed(hub: StartedHub, key = ADMIN): Promise<Listed> {
  return (await (await hub.ask("/~/sources", key)).json()) as Listed;
}

describe("an administrator", () => {
  it("switches sources on and off, whatever the config says, even after a reload", async () => {
    const hub = await start(config);
    await writeFile(join(hub.folder, "later.json"), JSON.stringify(document));
    expect((await listed(hub)).off).toEqual([{ kind: "openapi", name: "later" }]);
    expect(await act(hub, "openapi/later", "enable")).toBe(200);
    await expect.poll(() => hub.registry.has("later.a")).toBe(true);
    expect((await listed(hub)).off).toEqual([]);
    await hub.reload({ config, folder: hub.folder });
    expect(hub.registry.has("later.a")).toBe(true);
    expect(await act(hub, "local/local", "disable")).toBe(200);
    await expect.poll(() => hub.registry.has("demo.hello")).toBe(false);
    expect((await listed(hub)).off).toEqual([{ kind: "local", name: "local" }]);
    expect(await act(hub, "local/local", "enable")).toBe(200);
    await expect.poll(() => hub.registry.has("demo.hello")).toBe(true);
    // Once it is closed, all lines are in the file.
    await hub.close();
    const lines = (await readFile(join(hub.folder, "audit.jsonl"), "utf8")).trim().split("\n");
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { event: "source", identity: "admin", source: "later", kind: "openapi", action: "enable" },
      { action: "disable" },
      { action: "enable" },
    ]);
  });

  it("reopens a source, which then has its current operations", async () => {
    const { openapi: _, ...others } = config;
    const hub = await start({
      ...others,
      openapi: { later: { document: "later.json", baseUrl: "http://127.0.0.1:9" } },
    });
    await expect
      .poll(async () => (await listed(hub)).sources.find(({ name }) => name === "later")?.state)
      .toBe("failed");
    await writeFile(join(hub.folder, "later.json"), JSON.stringify(document));
    expect(await act(hub, "openapi/later", "reopen")).toBe(200);
    await expect.poll(() => hub.registry.has("later.a")).toBe(true);
  });

  it("reads what a source has logged, with the lines of its process", async () => {
    const hub = await start(config);
    const answer = await hub.ask("/~/sources/mcp/broken", ADMIN);
    expect(JSON.stringify(await answer.json())).toContain("MISSING KEY");
  });

  it("learns what is wrong with a request", async () => {
    const hub = await start(config);
    expect(await act(hub, "mcp/nobody", "reopen")).toBe(404);
    expect(await act(hub, "local", "reopen")).toBe(404);
    expect(await act(hub, "local/local", "explode")).toBe(400);
    expect((await hub.ask("/~/sources/mcp/broken", ADMIN, { method: "PUT" })).status).toBe(405);
  });
});

describe("other callers", () => {
  it("can do none of that, and do not see it", async () => {
    const hub = await start(config);
    expect(await act(hub, "local/local", "disable", ADA)).toBe(403);
    expect((await hub.ask("/~/sources/mcp/broken", ADA)).status).toBe(403);
    expect((await hub.ask("/~/sources/mcp/broken")).status).toBe(401);
    expect(await listed(hub, ADA)).not.toHaveProperty("off");
    expect(hub.registry.has("demo.hello")).toBe(true);
  });
});
