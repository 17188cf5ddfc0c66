/** The cases that run in every cell of the table. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../support/until.ts";
import type { CallOptions, Interface, Outcome } from "./outcome.ts";
import { BYTES } from "./sources/operations.ts";
import type { SourceName, Stage } from "./stage.ts";

export interface Cell {
  readonly source: SourceName;
  readonly door: Interface;
  readonly stage: Stage;
}

export type CaseName =
  | "data"
  | "no data at all"
  | "bytes"
  | "bytes that go in"
  | "a tool that says it failed"
  | "a declared error"
  | "an undeclared error"
  | "bad input"
  | "an unknown operation"
  | "a caller with the scope"
  | "a caller without the scope"
  | "an anonymous caller of an operation that requires a scope"
  | "an anonymous caller of a public operation"
  | "a stream"
  | "an abort"
  | "an abort of a stream"
  | "a deadline";

export interface Case {
  readonly name: CaseName;
  run(this: void, cell: Cell): Promise<Outcome>;
  readonly outcome: Outcome;
}

const calling =
  (operation: string, input: unknown = {}, options: CallOptions = {}) =>
  ({ door, source }: Cell): Promise<Outcome> =>
    door.call(`${source}.${operation}`, input, options);

const denied = (code: string): Outcome => ({ error: { code } });

export const CASES: readonly Case[] = [
  {
    name: "data",
    run: calling("greet", { name: "Ada", times: 2 }),
    outcome: { data: { text: "Hello, Ada!", times: 2 } },
  },
  { name: "no data at all", run: calling("nothing"), outcome: {} },
  { name: "bytes", run: calling("bytes"), outcome: { data: BYTES } },
  {
    name: "bytes that go in",
    // In an HTTP API the bytes are the body.
    run: ({ door, source }) =>
      door.call(`${source}.measure`, source === "openapi" ? { body: BYTES } : { bytes: BYTES }, {}),
    outcome: { data: { size: BYTES.length, last: 255 } },
  },
  {
    name: "a tool that says it failed",
    run: calling("tool_error"),
    outcome: { data: [{ type: "text", text: "The tool could not do it." }], isError: true },
  },
  {
    name: "a declared error",
    run: calling("refuse"),
    outcome: { error: { code: "NO_TEA", details: { pot: "empty" } } },
  },
  { name: "an undeclared error", run: calling("crash"), outcome: denied("EXECUTION_ERROR") },
  { name: "bad input", run: calling("greet", { name: "", times: "two" }), outcome: badInput(["/name", "/times"]) },
  { name: "an unknown operation", run: calling("unknown"), outcome: denied("OPERATION_NOT_FOUND") },
  { name: "a caller with the scope", run: calling("secret"), outcome: { data: { secret: "tea" } } },
  {
    name: "a caller without the scope",
    run: calling("secret", {}, { caller: "eve" }),
    outcome: denied("ACCESS_DENIED"),
  },
  {
    name: "an anonymous caller of an operation that requires a scope",
    run: calling("secret", {}, { caller: "anonymous" }),
    outcome: denied("UNAUTHENTICATED"),
  },
  {
    name: "an anonymous caller of a public operation",
    run: calling("greet", { name: "you" }, { caller: "anonymous" }),
    outcome: { data: { text: "Hello, you!", times: 1 } },
  },
  {
    name: "a stream",
    run: ({ door, source }) => door.collect(`${source}.count`, { to: 3 }, {}),
    outcome: { data: [{ n: 1 }, { n: 2 }, { n: 3 }] },
  },
  { name: "an abort", run: (cell) => abort(cell, "wait"), outcome: denied("ABORTED") },
  { name: "an abort of a stream", run: (cell) => abort(cell, "drip"), outcome: denied("ABORTED") },
  { name: "a deadline", run: (cell) => passDeadline(cell), outcome: denied("TIMEOUT") },
];

function badInput(paths: readonly string[]): Outcome {
  return { error: { code: "VALIDATION_ERROR", paths } };
}

/** Resolves when the caller has its answer and the source has seen the call end. */
async function abort({ door, source, stage }: Cell, operation: "wait" | "drip"): Promise<Outcome> {
  const key = randomUUID();
  const controller = new AbortController();
  const call = operation === "wait" ? door.call.bind(door) : door.collect.bind(door);
  const pending = call(`${source}.${operation}`, { key }, { signal: controller.signal });
  let early: Outcome | undefined;
  void pending.then((outcome) => (early = outcome));
  while (!stage.noted(`${key}:started`)) {
    if (early !== undefined) return early;
    await sleep(10);
  }
  controller.abort();
  const outcome = await pending;
  await until(() => stage.noted(`${key}:ended`));
  return outcome;
}

/** Tries longer deadlines until the handler starts before one passes: a busy machine needs that. */
async function passDeadline({ door, source, stage }: Cell): Promise<Outcome> {
  for (let timeoutMs = 500; ; timeoutMs *= 2) {
    const key = randomUUID();
    const outcome = await door.call(`${source}.wait`, { key }, { timeoutMs });
    if (outcome.error?.code === "TIMEOUT" && !stage.noted(`${key}:started`)) continue;
    await until(() => stage.noted(`${key}:ended`));
    return outcome;
  }
}
