import { existsSync } from "node:fs";
import { readFile, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { tempFolders } from "../temp-folder.test-support.ts";
import { AuditLog } from "./audit.ts";
import type { AuditOptions } from "./audit.ts";
import { operation } from "./fixtures.test-support.ts";
import { observeCalls } from "./observe-calls.ts";

const folderWith = tempFolders();

async function audited(options: Partial<AuditOptions> = {}) {
  const file = join(await folderWith(), "audit.jsonl");
  const audit = await AuditLog.open({ file, ...options });
  const registry = new OperationRegistry().registerAll([
    operation("ok", () => 1, "MUTATION"),
    operation("never", (input) => {
      setTimeout(() => (input as AbortController).abort());
      return new Promise(() => undefined);
    }),
  ]);
  registry.use(observeCalls([audit.observe]));
  const lines = async () =>
    (await readFile(file, "utf8"))
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { audit, registry, lines };
}

describe("when calls are written down", () => {
  it("has who, what, when, how long and what came of it; inputs only if asked", async () => {
    const { audit, registry, lines } = await audited();
    const identity = { id: "ada", scopes: [] };
    await registry.execute("demo.ok", { secret: 1 }, { identity, requestId: "r1", parentRequestId: "r0" });
    const leaving = new AbortController();
    const left = registry.execute("demo.never", leaving, { signal: leaving.signal });
    await expect(left).rejects.toMatchObject({ code: "ABORTED" });
    await audit.close();
    expect(await lines()).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        identity: "ada",
        operation: "demo.ok",
        type: "MUTATION",
        requestId: "r1",
        parentRequestId: "r0",
        durationMs: expect.any(Number) as number,
        outcome: "OK",
      },
      expect.objectContaining({ identity: null, outcome: "ABORTED", phase: expect.any(String) as string }),
    ]);
  });

  it("writes inputs that can be written, and describes the others", async () => {
    const { audit, registry, lines } = await audited({ inputs: true });
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    for (const input of [{ a: "\n" }, circular, { long: "x".repeat(100_000) }, 10n, undefined]) {
      await registry.execute("demo.ok", input);
    }
    await audit.close();
    expect((await lines()).map(({ input }) => input)).toEqual([
      { a: "\n" },
      { $unwritable: expect.any(String) as string },
      { $cut: expect.any(String) as string, length: 100_011 },
      { $unwritable: expect.any(String) as string },
      undefined,
    ]);
  });

  it("drops lines rather than memory when the disk is slow, and says how many", async () => {
    const { audit, registry, lines } = await audited({ maxBuffered: 1000 });
    await Promise.all(Array.from({ length: 200 }, () => registry.execute("demo.ok", {})));
    while ((await lines()).length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await registry.execute("demo.ok", {});
    await audit.close();
    const written = await lines();
    const dropped = written.reduce((sum, { droppedBefore = 0 }) => sum + (droppedBefore as number), 0);
    expect(dropped).toBeGreaterThan(0);
    expect(written.length + dropped).toBe(201);
  });

  // Only Linux has a device that is always full.
  it.runIf(existsSync("/dev/full"))(
    "goes on when a full disk has room again, and says how many are missing",
    async () => {
      const folder = await folderWith();
      const file = join(folder, "audit.jsonl");
      await symlink("/dev/full", file);
      const errors: unknown[] = [];
      const audit = await AuditLog.open({ file, onError: (error) => errors.push(error), retryMs: 1 });
      const registry = new OperationRegistry().register(operation("ok", () => 1));
      registry.use(observeCalls([audit.observe]));
      let calls = 0;
      const call = async (): Promise<void> => {
        await registry.execute("demo.ok", {});
        calls++;
        await new Promise((resolve) => setTimeout(resolve, 1));
      };
      while (errors.length < 2) await call();
      await writeFile(join(folder, "roomy"), "");
      await rename(join(folder, "roomy"), file);
      while ((await readFile(file, "utf8")) === "") await call();
      await audit.close();
      const lines = (await readFile(file, "utf8")).trim().split("\n");
      const written = lines.map((line) => JSON.parse(line) as { droppedBefore?: number });
      expect(written.reduce((sum, { droppedBefore = 0 }) => sum + 1 + droppedBefore, 0)).toBe(calls);
      for (const error of errors) expect(error).toMatchObject({ code: "ENOSPC" });
    },
  );

  it("refuses a file that can't be written", async () => {
    await expect(AuditLog.open({ file: join(await folderWith(), "none", "audit.jsonl") })).rejects.toThrow(/ENOENT/);
  });
});
