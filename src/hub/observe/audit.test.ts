import { spawnSync } from "node:child_process";
import { existsSync, renameSync } from "node:fs";
import { mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { until } from "../../../tests/support/until.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { tempFolders } from "../temp-folder.test-support.ts";
import { AuditLog } from "./audit.ts";
import type { AuditOptions } from "./audit.ts";
import { auditedIn, SmallDisk } from "./audited.test-support.ts";
import { operation } from "./fixtures.test-support.ts";
import { observeCalls } from "./observe-calls.ts";

const folderWith = tempFolders();
const audited = (options?: Partial<AuditOptions>) => auditedIn(folderWith, options);

describe("when calls are written down", () => {
  it("marks calls of deprecated operations", async () => {
    const { audit, registry, lines } = await audited();
    await registry.execute("demo.old", {});
    await registry.execute("demo.ok", {});
    await audit.close();
    expect((await lines()).map(({ operation: id, deprecated }) => [id, deprecated])).toEqual([
      ["demo.old", true],
      ["demo.ok", undefined],
    ]);
  });

  it("writes whole lines of JSON, whatever the names of callers and requests", async () => {
    const name = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom('a"b', "a\\", "a\nb", "\u2028", "\ud800", ""));
    const calls = fc.sample(fc.record({ id: name, issuer: name, requestId: name, input: fc.jsonValue() }), 200);
    const { audit, registry, lines } = await audited({ inputs: true });
    const before = Date.now();
    for (const { input, requestId, ...who } of calls) {
      await registry.execute("demo.ok", input, { identity: { ...who, scopes: [] }, requestId });
    }
    await audit.close();
    // What JSON itself makes of these values.
    expect(await lines()).toMatchObject(
      JSON.parse(
        JSON.stringify(calls.map(({ id, issuer, requestId, input }) => ({ identity: id, issuer, requestId, input }))),
      ) as object,
    );
    const times = (await lines()).map(({ time }) => Date.parse(String(time)));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(before);
    expect(times.at(-1)).toBeLessThanOrEqual(Date.now());
  });

  it("records who, what, when, how long and the outcome, and inputs only on request", async () => {
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

  it("writes serialisable inputs, and describes the others", async () => {
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

  it("drops lines rather than using more memory when the disk is slow, and says how many", async () => {
    const { audit, registry, lines } = await audited({ maxBuffered: 1000 });
    await Promise.all(Array.from({ length: 200 }, () => registry.execute("demo.ok", {})));
    await until(async () => (await lines()).length > 0, { intervalMs: 1 });
    await registry.execute("demo.ok", {});
    await audit.close();
    const written = await lines();
    const dropped = written.reduce((sum, { droppedBefore = 0 }) => sum + (droppedBefore as number), 0);
    expect(dropped).toBeGreaterThan(0);
    expect(written.length + dropped).toBe(201);
  });

  // Only Linux has a device that is always full.
  it.runIf(existsSync("/dev/full"))(
    "continues when a full disk has room again, and says how many lines are missing",
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

  it("cuts off a partial line left by a process that ended while writing", async () => {
    const file = join(await folderWith(), "audit.jsonl");
    await writeFile(file, `{"outcome":"OK"}\n{"outcome":"OK","op`);
    const audit = await AuditLog.open({ file });
    await audit.close();
    expect(await readFile(file, "utf8")).toBe(`{"outcome":"OK"}\n`);
  });

  it("refuses a file that can't be written", async () => {
    await expect(AuditLog.open({ file: join(await folderWith(), "none", "audit.jsonl") })).rejects.toThrow(/ENOENT/);
  });
});

describe("when lines are written", () => {
  it("writes a single line at once", async () => {
    const disk = new SmallDisk();
    const { audit } = await audited({ open: disk.open });
    audit.write({ alone: true });
    expect(disk.writes).toBe(1);
    await audit.close();
  });

  it("writes lines that follow each other closely together, all of them and in order", async () => {
    const disk = new SmallDisk();
    const { audit, registry, lines } = await audited({ open: disk.open });
    const ids = Array.from({ length: 200 }, (_, index) => `call-${index}`);
    for (const requestId of ids) {
      await registry.execute("demo.ok", {}, { requestId });
      while (disk.isWriting) await new Promise(setImmediate);
    }
    await audit.close();
    expect(disk.writes).toBeLessThan(ids.length);
    expect((await lines()).map(({ requestId }) => requestId)).toEqual(ids);
  });

  it("does not make long lines wait for more", async () => {
    const disk = new SmallDisk();
    const { audit, lines } = await audited({ open: disk.open });
    audit.write({ first: true });
    await until(async () => (await lines()).length === 1);
    const before = disk.writes;
    audit.write({ text: "x".repeat(64 * 1024) });
    await until(() => disk.writes > before);
    await audit.close();
    expect(await lines()).toHaveLength(2);
  });
});

describe("when the disk is full", () => {
  it("never leaves a part of a line, and writes everything once there is room", async () => {
    const disk = new SmallDisk();
    const { audit, registry, lines } = await audited({ open: disk.open, retryMs: 1 });
    await registry.execute("demo.ok", {});
    disk.room = 100;
    for (let call = 0; call < 20; call++) await registry.execute("demo.ok", {});
    await until(() => audit.counters.failures > 2);
    // A line takes more than 100 bytes, so each attempt writes a part of one.
    disk.room = 100;
    await until(() => disk.room === 0);
    // Until the partial line is cut off, it is visible, and it is not JSON.
    await until(async () => (await lines().catch(() => [])).length === 1);
    disk.room = Infinity;
    await until(async () => (await lines()).length === 21);
    expect(audit.counters.missing).toBe(0);
    await audit.close();
  });

  it("says in the next line and in a counter how many are missing", async () => {
    const disk = new SmallDisk();
    const { audit, registry, lines } = await audited({ open: disk.open, retryMs: 1, maxBuffered: 500 });
    disk.room = 0;
    for (let call = 0; call < 50; call++) await registry.execute("demo.ok", {});
    await until(() => audit.counters.failures > 1);
    const { missing } = audit.counters;
    expect(missing).toBeGreaterThan(0);
    disk.room = Infinity;
    await until(async () => (await lines()).length === 50 - missing);
    await registry.execute("demo.ok", {});
    await audit.close();
    expect((await lines()).at(-1)).toMatchObject({ operation: "demo.ok", droppedBefore: missing });
    expect(audit.counters.missing).toBe(missing);
  });

  it("reports the missing lines at the end if no call follows, and counts lines that were never written", async () => {
    const disk = new SmallDisk();
    const { audit, registry, lines } = await audited({ open: disk.open, retryMs: 1, maxBuffered: 100 });
    disk.room = 0;
    for (let call = 0; call < 10; call++) await registry.execute("demo.ok", {});
    const { missing } = audit.counters;
    disk.room = Infinity;
    await audit.close();
    const written = await lines();
    expect(written.at(-1)).toEqual({ time: expect.any(String) as string, droppedBefore: missing });
    expect(written.length - 1 + missing).toBe(10);
  });

  it("refuses calls if the audit is required, and accepts them again afterwards", async () => {
    const disk = new SmallDisk();
    const { audit, registry, lines } = await audited({ open: disk.open, retryMs: 1 });
    registry.use(audit.require);
    let ran = 0;
    registry.register(operation("counted", () => ++ran));
    disk.room = 0;
    await registry.execute("demo.counted", {});
    await until(() => audit.counters.failures > 0);
    const refused = registry.execute("demo.counted", {});
    await expect(refused).rejects.toMatchObject({ code: "OVERLOADED", phase: "notStarted", retryable: true });
    expect(ran).toBe(1);
    disk.room = Infinity;
    await until(() =>
      registry.execute("demo.counted", {}).then(
        () => true,
        () => false,
      ),
    );
    await audit.close();
    const outcomes = (await lines()).map(({ outcome }) => outcome);
    expect(outcomes.slice(0, 2)).toEqual(["OK", "OVERLOADED"]);
    expect(outcomes.at(-1)).toBe("OK");
  });
});

describe("when the file was moved away", () => {
  it("writes waiting lines to the old file, and later ones to the new", async () => {
    const file = join(await folderWith(), "audit.jsonl");
    const audit = await AuditLog.open({ file });
    // The first line is written at once. The others wait.
    for (const line of ["first", "second", "third"]) audit.write({ line });
    // During the first write, not after it.
    renameSync(file, `${file}.1`);
    await audit.reopen();
    audit.write({ line: "fourth" });
    await audit.close();
    const linesIn = async (name: string) => (await readFile(name, "utf8")).match(/\w+(?="})/g);
    expect([await linesIn(`${file}.1`), await linesIn(file)]).toEqual([["first", "second", "third"], ["fourth"]]);
  });
});

describe("when a real disk is full", () => {
  const mounted: string[] = [];
  afterEach(() => {
    for (const folder of mounted.splice(0)) spawnSync("umount", [folder]);
  });

  it("keeps whole lines only, and all of them once there is room", async (context) => {
    const folder = join(await folderWith(), "small");
    await mkdir(folder);
    const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", folder]);
    if (status !== 0) return context.skip("only root may mount a small disk");
    mounted.push(folder);
    await writeFile(join(folder, "filling"), "x".repeat(248 * 1024));
    const file = join(folder, "audit.jsonl");
    const audit = await AuditLog.open({ file, retryMs: 1 });
    const registry = new OperationRegistry().register(operation("ok", () => 1));
    registry.use(observeCalls([audit.observe]));
    let calls = 0;
    while (audit.counters.failures < 2) {
      await registry.execute("demo.ok", {});
      calls++;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    const linesOf = async (): Promise<unknown[]> =>
      (await readFile(file, "utf8"))
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line) as unknown);
    expect((await linesOf()).length).toBeGreaterThan(10);
    await rm(join(folder, "filling"));
    await until(async () => (await linesOf()).length === calls);
    await audit.close();
    expect(audit.counters.missing).toBe(0);
  });
});
