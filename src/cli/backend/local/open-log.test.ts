import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { parseOptions } from "../../arguments/parse-options.ts";
import { logTarget } from "./open-log.ts";
import { until } from "../../../../tests/support/until.ts";

function targetOf(file: string): ReturnType<typeof logTarget> {
  const option = { name: "log-file", value: "<file>", summary: "" };
  return logTarget(parseOptions(["--log-file", file], [option]));
}

describe("when a log goes to a file", () => {
  it("is written there", async () => {
    const folder = await mkdtemp(join(tmpdir(), "log-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, "hub.log");
    targetOf(file)?.write("a line\n");
    await until(async () => (await readFile(file, "utf8")) !== "");
    expect(await readFile(file, "utf8")).toBe("a line\n");
  });

  it("refuses a file that can't be opened", () => {
    expect(() => targetOf(join(tmpdir(), `none-${String(process.pid)}`, "of", "these", "hub.log"))).toThrow(
      /--log-file .*ENOENT/,
    );
  });

  // Only Linux has a device that is always full.
  it.runIf(existsSync("/dev/full"))("continues without a log when the disk is full", async () => {
    const told = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    onTestFinished(() => told.mockRestore());
    const target = targetOf("/dev/full");
    target?.write("a line\n");
    await expect.poll(() => told).toHaveBeenCalledWith(expect.stringContaining("ENOSPC"));
    target?.write("another line\n");
    expect(told).toHaveBeenCalledTimes(1);
  });
});
