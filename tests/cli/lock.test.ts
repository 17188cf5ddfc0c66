import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCLI } from "./support/run-cli.ts";
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
    expect(stdout).toContain("the sources are as it holds them");
    expect(code).toBe(0);
  });

  it("takes in a change only where it is accepted", async () => {
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

  it("wants --accept with a pattern", async () => {
    expect(await run("lock", "pets.*")).toMatchObject({ code: 2 });
  });
});
