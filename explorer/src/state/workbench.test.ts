import { signal } from "@preact/signals";
import { describe, expect, test } from "vitest";
import type { ApiClient } from "../api/api-client.ts";
import type { Progress } from "../../../src/entries/index.ts";
import { ApiError } from "../api/api-error.ts";
import type { HistoryEntry } from "../kept/history.ts";
import { createVariables } from "../kept/variables.ts";
import { createWorkbench } from "./workbench.ts";
import type { Bench } from "./workbench.ts";

const schema = {
  type: "object",
  properties: { user: { type: "string" }, pass: { type: "string", format: "password" } },
};

interface Kept {
  readonly drafts: Map<string, string>;
  readonly entries: Array<Omit<HistoryEntry, "key">>;
}

async function openBench(
  inputSchema: unknown,
  call: ApiClient["call"] = async () => ({}),
): Promise<Kept & { bench: Bench }> {
  const drafts = new Map<string, string>();
  const entries: Kept["entries"] = [];
  const spec = { id: "a.b", namespace: "a", name: "b", type: "QUERY", version: "1", description: "", inputSchema };
  const workbench = createWorkbench({
    client: { operation: async () => spec, call } as unknown as ApiClient,
    history: { add: (entry: Kept["entries"][number]) => entries.push(entry) } as never,
    drafts: {
      read: (id) => drafts.get(id),
      write: (id, text) => void (text === undefined ? drafts.delete(id) : drafts.set(id, text)),
      clear: () => drafts.clear(),
    },
    variables: createVariables(signal("ada")),
    onBreak: () => undefined,
  });
  const state = workbench.open("a.b");
  await expect.poll(() => state.value.step).toBe("ready");
  return { drafts, entries, bench: (state.value as { bench: Bench }).bench };
}

describe("an input with the name of a variable that does not exist", () => {
  test("is not sent, and says where", async () => {
    const sent: unknown[] = [];
    const { bench, entries } = await openBench(schema, async ({ input }) => {
      sent.push(input);
      return {};
    });
    bench.input.replace({ user: "of {{ org }}", pass: "{{1}}" });
    await bench.run();
    expect([sent, entries]).toEqual([[], []]);
    expect(bench.input.errors.value).toEqual([
      { path: "/user", message: "has {{org}}, but no variable is called org. Set it under Variables" },
    ]);
    bench.input.set(["user"], "ada");
    await bench.run();
    expect(sent).toEqual([{ user: "ada", pass: "{{1}}" }]);
  });
});

describe("an input with a secret", () => {
  test("is sent whole, and neither draft nor history keep the secret", async () => {
    const sent: unknown[] = [];
    const { bench, drafts, entries } = await openBench(schema, async ({ input }) => {
      sent.push(input);
      return {};
    });
    bench.input.set(["user"], "ada");
    bench.input.set(["pass"], "hunter2");
    expect(JSON.parse(drafts.get("a.b") ?? "")).toEqual({ user: "ada" });
    await bench.run();
    expect(sent).toEqual([{ user: "ada", pass: "hunter2" }]);
    expect(entries).toMatchObject([{ input: { user: "ada" }, lacksSecret: true }]);
  });

  test.each(['{"user": "ada", "pass": "hunter2', '{"pass": "hunter2", "pass": ""}'])(
    "has a draft without the secret, even while the text is %j",
    async (text) => {
      const { bench, drafts } = await openBench(schema);
      bench.input.set(["user"], "before");
      bench.input.setText(text);
      expect(drafts.get("a.b")).not.toContain("hunter2");
    },
  );

  test("is unlike one without a secret, whose draft is the text as typed, complete or not", async () => {
    const { bench, drafts, entries } = await openBench({ properties: { user: { type: "string" } } });
    bench.input.setText('{"user":   ');
    expect(drafts.get("a.b")).toBe('{"user":   ');
    bench.input.setText('{"user": "ada"}');
    await bench.run();
    expect(entries[0]).not.toHaveProperty("lacksSecret");
  });
});

describe("a call that fails validation", () => {
  const details = { errors: [{ path: "/user", message: "expected string" }] };

  test("shows the error at the field of its input", async () => {
    const { bench, entries } = await openBench(schema, async () => {
      throw new ApiError({ code: "VALIDATION_ERROR", message: "No.", phase: "notStarted", details });
    });
    await bench.run();
    expect(bench.runner.state.value.outcome?.kind).toBe("rejected");
    expect(bench.input.errors.value).toEqual(details.errors);
    expect(entries).toMatchObject([{ outcome: "VALIDATION_ERROR" }]);
  });

  test("blames no field if a nested call had the wrong input", async () => {
    const { bench } = await openBench(schema, async () => {
      throw new ApiError({ code: "VALIDATION_ERROR", message: "No.", phase: "started", details });
    });
    await bench.run();
    expect(bench.runner.state.value.outcome?.kind).toBe("failed");
    expect(bench.input.errors.value).toEqual([]);
  });
});

test("a call has progress only while it runs", async () => {
  let report: ((progress: Progress) => void) | undefined;
  let finish = (): void => undefined;
  const { bench } = await openBench({}, async ({ onProgress }) => {
    report = onProgress;
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return {};
  });
  const run = bench.run();
  expect(bench.runner.progress.value).toBeUndefined();
  report?.({ progress: 1, total: 4 });
  expect(bench.runner.progress.value).toEqual({ progress: 1, total: 4 });
  finish();
  await run;
  expect(bench.runner.progress.value).toBeUndefined();
});
