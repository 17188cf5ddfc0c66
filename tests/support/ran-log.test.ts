import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startChildPeer } from "./child-peer.ts";
import { openRanLog, readRanLog } from "./ran-log.ts";
import { makeTempFolder } from "./temp-folder.ts";

let folder: string;
let path: string;

beforeEach(() => {
  folder = makeTempFolder("ran-log");
  path = join(folder, "ran.log");
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("when responders record their runs", () => {
  it("counts runs by key, and names the responder", () => {
    const one = openRanLog(path, "one");
    const two = openRanLog(path, "two");
    one.note("a");
    two.note("a");
    two.note("b");
    one.close();
    two.close();
    const runs = readRanLog(path);
    expect(runs.get("a")?.map((run) => run.by)).toEqual(["one", "two"]);
    expect(runs.get("b")).toEqual([{ key: "b", by: "two" }]);
    expect(runs.has("c")).toBe(false);
  });

  it("keeps every line of processes that write concurrently and are killed meanwhile", async () => {
    const program = fileURLToPath(new URL("programs/noting-peer.ts", import.meta.url));
    const noted: string[] = [];
    const writers = ["x", "y", "z"].map((name) =>
      startChildPeer(program, { args: [path, name], onMessage: (message) => noted.push(String(message)) }),
    );
    await Promise.all(writers.map((writer) => writer.ready));
    await new Promise((resolve) => setTimeout(resolve, 200));
    await Promise.all(writers.map((writer) => writer.kill()));
    const runs = readRanLog(path);
    expect(noted.length).toBeGreaterThan(0);
    expect(noted.filter((key) => runs.get(key)?.length !== 1)).toEqual([]);
  });
});

describe("when a log can't be read", () => {
  it("treats a log that does not exist as empty", () => {
    expect(readRanLog(path).size).toBe(0);
  });

  it("refuses torn and foreign lines, and keys that it could not read back", () => {
    appendFileSync(path, "a one\nb");
    expect(() => readRanLog(path)).toThrow("torn");
    appendFileSync(path, "\n");
    expect(() => readRanLog(path)).toThrow("not a line");
    const log = openRanLog(path, "one");
    expect(() => log.note("a b")).toThrow("white space");
    log.close();
  });
});
