import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, renameSync } from "node:fs";
import { mkdir, open, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { until } from "../../../tests/support/until.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { tempFolders } from "../temp-folder.test-support.ts";
import { AuditLog } from "./audit.ts";
import type { AuditOptions } from "./audit.ts";
import { operation } from "./fixtures.test-support.ts";
import type { LineHandle } from "./line-file.ts";
import { observeCalls } from "./observe-calls.ts";

const folderWith = tempFolders();

async function audited(options: Partial<AuditOptions> = {}) {
  const file = join(await folderWith(), "audit.jsonl");
  const audit = await AuditLog.open({ file, ...options });
  const registry = new OperationRegistry({ onWarning: () => undefined }).registerAll([
    operation("ok", () => 1, "MUTATION"),
    { ...operation("old", () => 1), deprecated: true },
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
  return { audit, registry, lines, file };
}

/** The lines about ends of calls. */
function endsIn(lines: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  return lines.filter(({ event }) => event === undefined);
}

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

describe("when a MUTATION begins", () => {
  async function beginning(options: Partial<AuditOptions> = {}) {
    const made = await audited(options);
    made.registry.use(made.audit.begin);
    return made;
  }

  const inFile = (file: string): Record<string, unknown>[] =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  it("has a line in the file before its handler runs, and its end names the same call", async () => {
    const { audit, registry, lines, file } = await beginning();
    const seen: unknown[] = [];
    registry.register(operation("pay", () => void seen.push(...inFile(file)), "MUTATION"));
    await registry.execute("demo.pay", {}, { requestId: "r1", identity: { id: "ada", scopes: [] } });
    expect(seen).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        event: "begin",
        identity: "ada",
        operation: "demo.pay",
        type: "MUTATION",
        call: expect.any(String) as string,
        requestId: "r1",
      },
    ]);
    await audit.close();
    const [begin, end] = await lines();
    expect(end).toMatchObject({ operation: "demo.pay", outcome: "OK", call: begin?.["call"] });
  });

  it("tells calls of the same request id apart", async () => {
    const { audit, registry, lines } = await beginning();
    await Promise.all([1, 2, 3].map(() => registry.execute("demo.ok", {}, { requestId: "again" })));
    await audit.close();
    const calls = (await lines()).map(({ call }) => call);
    expect([calls.length, new Set(calls).size]).toEqual([6, 3]);
  });

  it("has it for each nested MUTATION, and for no QUERY", async () => {
    const { audit, registry, file } = await beginning();
    const seen: unknown[] = [];
    registry.registerAll([
      operation("inner", () => void seen.push(...inFile(file).map(({ operation: id }) => id)), "MUTATION"),
      operation("outer", (_input, { env }) => env["demo"]?.["inner"]?.({})),
    ]);
    await registry.execute("demo.outer", {});
    expect(seen).toEqual(["demo.inner"]);
    await audit.close();
  });

  it("writes those that begin together at once", async () => {
    const disk = new SmallDisk();
    const { audit, registry } = await beginning({ open: disk.open });
    const before: number[] = [];
    registry.register(operation("many", () => void before.push(disk.writes), "MUTATION"));
    await Promise.all(Array.from({ length: 50 }, () => registry.execute("demo.many", {})));
    expect(before).toEqual(Array.from({ length: 50 }, () => 1));
    await audit.close();
  });

  it("writes none for a call that is refused", async () => {
    const { audit, registry, lines } = await beginning();
    registry.register({ ...operation("typed", () => 1, "MUTATION"), inputSchema: { type: "string" } });
    await expect(registry.execute("demo.typed", 1)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await audit.close();
    expect(await lines()).toMatchObject([{ outcome: "VALIDATION_ERROR", phase: "notStarted" }]);
  });

  it("writes one line if a middleware calls the handler twice", async () => {
    const { audit, lines } = await audited();
    const registry = new OperationRegistry().register(operation("ok", () => 1, "MUTATION"));
    registry.use(observeCalls([audit.observe]));
    registry.use(async (_call, next) => {
      await next();
      return next();
    });
    registry.use(audit.begin);
    await registry.execute("demo.ok", {});
    await audit.close();
    expect((await lines()).map(({ event, outcome }) => event ?? outcome)).toEqual(["begin", "OK"]);
  });

  it("holds its input, if inputs are written", async () => {
    const { audit, registry, lines } = await beginning({ inputs: true });
    await registry.execute("demo.ok", { amount: 5 });
    await audit.close();
    expect(await lines()).toMatchObject([{ event: "begin", input: { amount: 5 } }, { input: { amount: 5 } }]);
  });

  it("runs without it if the file can't be written", async () => {
    const disk = new SmallDisk();
    const { audit, registry, lines } = await beginning({ open: disk.open, retryMs: 1 });
    disk.room = 0;
    await registry.execute("demo.ok", {});
    await registry.execute("demo.ok", {});
    disk.room = Infinity;
    await until(async () => (await lines()).length === 4);
    await audit.close();
  });

  it("does not run without it if the audit is required", async () => {
    const disk = new SmallDisk();
    const { audit, registry } = await beginning({ open: disk.open, retryMs: 1, required: true });
    let ran = 0;
    registry.register(operation("counted", () => ++ran, "MUTATION"));
    disk.room = 0;
    // The first to find the disk full.
    const refused = registry.execute("demo.counted", {});
    await expect(refused).rejects.toMatchObject({ code: "OVERLOADED", phase: "notStarted", retryable: true });
    expect(ran).toBe(0);
    disk.room = Infinity;
    await audit.close();
  });

  it("does not run if its caller leaves while the line is written", async () => {
    let release = (): void => undefined;
    const stuck = new Promise<void>((resolve) => (release = resolve));
    const openSlow = async (file: string): Promise<LineHandle> => {
      const handle = await new SmallDisk().open(file);
      const write = handle.write as (bytes: Uint8Array, offset: number) => unknown;
      return {
        ...handle,
        write: (async (bytes: Uint8Array, offset: number) => (await stuck, write(bytes, offset))) as never,
      };
    };
    const { audit, registry, lines } = await beginning({ open: openSlow });
    let ran = 0;
    registry.register(operation("counted", () => ++ran, "MUTATION"));
    const leaving = new AbortController();
    const call = registry.execute("demo.counted", {}, { signal: leaving.signal });
    setTimeout(() => leaving.abort());
    await expect(call).rejects.toMatchObject({ code: "ABORTED", phase: "notStarted" });
    release();
    await audit.close();
    expect(ran).toBe(0);
    expect(endsIn(await lines())).toMatchObject([{ outcome: "ABORTED", phase: "notStarted" }]);
  });
});

/** A disk with as many free bytes as a test says. A write that finds less room is partial, then fails. */
class SmallDisk {
  room = Infinity;
  writes = 0;
  isWriting = false;

  readonly open = async (file: string): Promise<LineHandle> => {
    const handle = await open(file, "a");
    const write = async (bytes: Uint8Array, offset: number) => {
      this.writes++;
      const length = Math.min(bytes.length - offset, this.room);
      if (length === 0) throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
      this.room -= length;
      this.isWriting = true;
      return await handle.write(bytes, offset, length).finally(() => (this.isWriting = false));
    };
    return {
      write: write as LineHandle["write"],
      stat: (() => handle.stat()) as LineHandle["stat"],
      truncate: (length) => handle.truncate(length),
      close: () => handle.close(),
    };
  };
}

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
