import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCLI, startCLI } from "./support/run-cli.ts";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

let workspace: Workspace;
beforeAll(async () => {
  workspace = await createWorkspace();
  const pets = { document: "pets.json" };
  await writeDocument({ type: "integer" });
  await writeFile(workspace.path("locked.json"), JSON.stringify({ openapi: { pets } }));
});
afterAll(() => workspace.close());

async function writeDocument(schema: object): Promise<void> {
  const list = { operationId: "list", parameters: [{ name: "limit", in: "query", schema }], responses: {} };
  const info = { title: "Pets", version: "1" };
  const document = {
    openapi: "3.1.0",
    info,
    servers: [{ url: "https://pets.example" }],
    paths: { "/pets": { get: list } },
  };
  await writeFile(workspace.path("pets.json"), JSON.stringify(document));
}

const run = (...args: string[]) => runCLI(workspace, [...args, "--config", "locked.json"]);

describe("lock", () => {
  it("writes the lock, and check --locked passes until a source changes", async () => {
    expect((await run("check", "--locked")).code).toBe(1);
    expect(await run("lock")).toMatchObject({ code: 0, stdout: "✔ operations.lock\n" });
    const { code, stdout } = await run("check", "--locked");
    expect(stdout).toContain("the sources match it");
    expect(code).toBe(0);
  });

  it("names a source that it could not ask, and shows no tick", async () => {
    const pets = { document: "pets.json" };
    const config = { openapi: { pets }, mcpServers: { gone: { command: "./no-such-program" } } };
    await writeFile(workspace.path("gone.json"), JSON.stringify(config));
    const { code, stdout, stderr } = await runCLI(workspace, ["lock", "--config", "gone.json", "--out", "gone.lock"]);
    expect(code).toBe(8);
    expect(stdout).toBe("! gone.lock\n");
    expect(stderr).toContain("✘ gone: ");
    expect(stderr).toContain("The lock keeps what it held of these sources");
  });

  it("records a change only if it is accepted", async () => {
    await writeDocument({ type: "integer", maximum: 5 });
    const { code, stdout } = await run("check", "--locked", "--json");
    expect(code).toBe(1);
    const changes = [{ change: "input narrowed", verdict: "breaking", path: "/limit" }];
    expect(JSON.parse(stdout)).toMatchObject({
      lock: { sources: [{ source: "pets", changes: [{ operation: "list", changes }] }] },
    });
    const before = await readFile(workspace.path("operations.lock"), "utf8");
    const refused = await run("lock");
    expect(refused.stderr).toContain("breaking pets.list: input narrowed at /limit");
    expect(refused.code).toBe(1);
    expect((await run("lock", "--accept", "other.*")).code).toBe(1);
    expect(await readFile(workspace.path("operations.lock"), "utf8")).toBe(before);
    expect((await run("call", "pets.list")).stderr).toContain("OPERATION_QUARANTINED");
    expect((await run("lock", "--accept", "pets.*")).code).toBe(0);
    expect((await run("check", "--locked")).code).toBe(0);
  });

  it("writes to another file or to standard output, and leaves the lock beside the config unchanged", async () => {
    await writeDocument({ type: "string" });
    const before = await readFile(workspace.path("operations.lock"), "utf8");
    expect(await run("lock", "--accept", "--out", "other.lock")).toMatchObject({ code: 0, stdout: "✔ other.lock\n" });
    const written = await readFile(workspace.path("other.lock"), "utf8");
    expect(written).not.toBe(before);
    expect(JSON.parse(written)).toMatchObject({ sources: { "openapi:pets": { operations: { list: {} } } } });
    expect(await run("lock", "--accept", "--out", "-")).toMatchObject({ code: 0, stdout: written });
    const refused = await run("lock", "--out", "-");
    expect(refused).toMatchObject({ code: 1, stdout: before });
    expect(refused.stderr).toContain("pets.list");
    expect((await run("lock", "--out", "no-such-folder/x.lock")).code).not.toBe(0);
    expect(await readFile(workspace.path("operations.lock"), "utf8")).toBe(before);
  });

  it("requires --accept with a pattern", async () => {
    expect(await run("lock", "pets.*")).toMatchObject({ code: 2 });
  });
});

describe("when the config no longer has a source that the lock holds", () => {
  it("check reports it and --locked fails, until lock drops it and says so", async () => {
    await run("lock", "--accept");
    const text = await readFile(workspace.path("operations.lock"), "utf8");
    const lock = JSON.parse(text) as { sources: Record<string, object> };
    lock.sources["mcp:left"] = { kind: "mcp", operations: {} };
    await writeFile(workspace.path("operations.lock"), JSON.stringify(lock));
    const checked = await run("check");
    expect(checked.stdout).toContain("mcp:left  is in the lock, and the config no longer has it");
    expect(checked.code).toBe(0);
    const strict = await run("check", "--locked", "--json");
    expect(strict.code).toBe(1);
    expect(JSON.parse(strict.stdout)).toMatchObject({ lock: { stale: ["mcp:left"] } });
    const written = await run("lock");
    expect(written).toMatchObject({ code: 0 });
    expect(written.stderr).toContain("mcp:left dropped: the config no longer has it");
    expect(await readFile(workspace.path("operations.lock"), "utf8")).toBe(text);
    expect((await run("check", "--locked")).code).toBe(0);
  });

  it("keeps a source that is only disabled", async () => {
    const pets = { document: "pets.json", disabled: true };
    await writeFile(workspace.path("disabled.json"), JSON.stringify({ openapi: { pets } }));
    const before = await readFile(workspace.path("operations.lock"), "utf8");
    expect((await runCLI(workspace, ["lock", "--config", "disabled.json"])).code).toBe(0);
    expect(await readFile(workspace.path("operations.lock"), "utf8")).toBe(before);
  });
});

describe("when a change is accepted from another terminal while serve runs", () => {
  it("lifts the quarantine without a restart", async () => {
    const pets = { document: "pets.json" };
    const keys = [{ id: "ada", key: "a-key-for-administrators", scopes: ["*"] }];
    await writeFile(workspace.path("served.json"), JSON.stringify({ openapi: { pets }, serve: { port: 0, keys } }));
    await writeDocument({ type: "boolean" });
    const hub = startCLI(workspace, ["serve", "--json", "--config", "served.json"]);
    try {
      const [line] = await hub.printed(/\{.*"http".*\}/);
      const { http } = (JSON.parse(line) as { endpoints: { http: string } }).endpoints;
      const headers = { authorization: "Bearer a-key-for-administrators" };
      const listed = async (): Promise<{ quarantined: string | undefined; ids: string }> => {
        const sources = await (await fetch(`${http}/~/sources`, { headers })).text();
        const ids = await (await fetch(`${http}/~/operations`, { headers })).text();
        return { quarantined: /"quarantined":\d+/.exec(sources)?.[0], ids };
      };
      await expect.poll(listed, { timeout: 20_000 }).toMatchObject({ quarantined: '"quarantined":1' });
      expect((await listed()).ids).not.toContain("pets.list");
      expect((await run("lock", "--accept", "pets.list")).code).toBe(0);
      await expect.poll(async () => (await listed()).ids, { timeout: 20_000 }).toContain("pets.list");
    } finally {
      hub.child.kill();
      await hub.ended;
    }
  });
});
