/** The line that the audit writes before the handler of a MUTATION runs. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { until } from "../../../tests/support/until.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { tempFolders } from "../temp-folder.test-support.ts";
import type { AuditOptions } from "./audit.ts";
import { auditedIn, SmallDisk } from "./audited.test-support.ts";
import { operation } from "./fixtures.test-support.ts";
import type { LineHandle } from "./line-file.ts";
import { observeCalls } from "./observe-calls.ts";

const folderWith = tempFolders();

/** The lines about ends of calls. */
function endsIn(lines: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  return lines.filter(({ event }) => event === undefined);
}

describe("when a MUTATION begins", () => {
  async function beginning(options: Partial<AuditOptions> = {}) {
    const made = await auditedIn(folderWith, options);
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
    const { audit, lines } = await auditedIn(folderWith);
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
    expect((await lines()).map(({ event, outcome }) => event ?? outcome)).toEqual(["begin", "OK", "begin", "OK"]);
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
