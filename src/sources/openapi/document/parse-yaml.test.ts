import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Worker } from "node:worker_threads";
import { parseYAML } from "./parse-yaml.ts";

const padding = `#${"x".repeat(200_000)}\n`;
const sizes = [
  ["small", ""],
  ["large", padding],
] as const;

/** Every worker that is started, and whether it has ended. */
let workers: { ended: boolean }[];
function watchWorker(worker: Worker): void {
  const state = { ended: false };
  workers.push(state);
  worker.once("exit", () => (state.ended = true));
}

beforeEach(() => {
  workers = [];
  process.on("worker", watchWorker);
});
afterEach(() => {
  process.off("worker", watchWorker);
  vi.restoreAllMocks();
  expect(workers.filter(({ ended }) => !ended)).toEqual([]);
});

describe("when a text is small", () => {
  it("is parsed in this thread", async () => {
    expect(await parseYAML("a: [1, b, .inf]")).toEqual({ a: [1, "b", Infinity] });
    expect(workers).toHaveLength(0);
  });
});

describe("when a text is large", () => {
  it("is parsed by a worker, which then ends, while this thread continues", async () => {
    expect(await parseYAML(`${padding}a: [1, b, .inf]`)).toEqual({ a: [1, "b", Infinity] });
    expect(workers).toHaveLength(1);
  });

  it("ends its worker when the caller aborts", async () => {
    const giving = new AbortController();
    const parsing = parseYAML("- a: [1, 2, { b: c }]\n".repeat(100_000), { signal: giving.signal });
    giving.abort(new Error("No longer wanted"));
    await expect(parsing).rejects.toThrow("No longer wanted");
    expect(workers).toEqual([{ ended: true }]);
  });

  it("refuses more aliases than can be followed in reasonable time", async () => {
    const indexes = Array.from({ length: 11_000 }, (_, index) => index);
    const anchors = indexes.map((index) => `- &a${index} x`);
    const aliases = indexes.map((index) => `- *a${index}`);
    await expect(parseYAML([...anchors, ...aliases].join("\n"))).rejects.toThrow(
      "it has more than 20000 anchors and aliases",
    );
  });

  it("accepts any number of comments", async () => {
    expect(await parseYAML(`a:\n  - b\n${"  # c\n".repeat(200_000)}  - d\n`)).toEqual({ a: ["b", "d"] });
  });

  it("is parsed in this thread if there are no workers", async () => {
    vi.spyOn(process, "getBuiltinModule").mockImplementation(() => {
      throw new Error("there is none");
    });
    expect(await parseYAML(`${padding}a: 1`)).toEqual({ a: 1 });
    expect(workers).toHaveLength(0);
  });

  it("is parsed in this thread if a worker cannot load the parser", async () => {
    const workerThreads = process.getBuiltinModule("node:worker_threads");
    const nodeModule = { createRequire: () => ({ resolve: () => "/nowhere/yaml.js" }) };
    const builtins = { "node:module": nodeModule, "node:worker_threads": workerThreads };
    vi.spyOn(process, "getBuiltinModule").mockImplementation((name) => builtins[name as keyof typeof builtins]);
    expect(await parseYAML(`${padding}a: 1`)).toEqual({ a: 1 });
    expect(workers).toHaveLength(1);
  });
});

describe.each(sizes)("when a text is %s", (_size, start) => {
  it("keeps shared aliases, merges keys, and does not change prototypes", async () => {
    const text = `${start}a: &a { x: 1, __proto__: { y: 2 } }\nb: *a\nc: { <<: *a, z: 3 }\n`;
    const document = (await parseYAML(text)) as { a: object; b: object; c: object };
    expect(document.a).toBe(document.b);
    expect(Object.keys(document.a)).toEqual(["x", "__proto__"]);
    expect(document.a).not.toHaveProperty("y");
    expect(Object.keys(document.c)).toEqual(["z", "x", "__proto__"]);
  });

  it("reports where the error is", async () => {
    const line = start === "" ? 3 : 4;
    await expect(parseYAML(`${start}a:\n  - b\n c: d\n`)).rejects.toThrow(
      `All mapping items must start at the same column at line ${line}, column 1`,
    );
  });

  it("refuses two documents in one, and an alias of nothing", async () => {
    await expect(parseYAML(`${start}a: 1\n---\nb: 2\n`)).rejects.toThrow("it holds more than one document");
    await expect(parseYAML(`${start}a: *x\n`)).rejects.toThrow("Unresolved alias");
  });

  it("refuses aliases that multiply", async () => {
    const lines = Array.from(
      { length: 10 },
      (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index}, `.repeat(10)}]`,
    );
    await expect(parseYAML(`${start}a0: &a0 [1]\n${lines.join("\n")}\n`)).rejects.toThrow("Excessive alias count");
  });

  it.each([
    ["lists", "- ".repeat(20_000)],
    ["flow lists", `a: ${"[".repeat(20_000)}`],
    ["keys", "? ".repeat(20_000)],
  ])("refuses endless nesting: %s", async (_what, text) => {
    await expect(parseYAML(`${start}${text}a`)).rejects.toThrow("nested deeper than 256 levels");
  });

  it("accepts nesting of a reasonable depth", async () => {
    expect(JSON.stringify(await parseYAML(`${start}${"- ".repeat(200)}a`))).toBe(
      `${"[".repeat(200)}"a"${"]".repeat(200)}`,
    );
  });

  it("reads an empty text as null", async () => {
    expect(await parseYAML(start)).toBeNull();
  });
});
