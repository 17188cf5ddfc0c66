/** The operations that every link and bus must carry, and a record of their runs. */
import { setTimeout as sleep } from "node:timers/promises";
import { CallError, defineOperation, OperationRegistry, OperationType, Type } from "../../src/entries/index.ts";

const common = { namespace: "test", version: "1.0.0", description: "For the contract", outputSchema: Type.Unknown() };
const open = { accessControl: { requiredScopes: [] } };

/** A record of what the handlers saw. */
export interface Seen {
  /** How often a handler started. */
  started: number;
  /** How often a signal fired in a handler. */
  aborted: number;
  /** Items that streams have produced. */
  produced: number;
  /** How often the `finally` of a stream ran. */
  finished: number;
  /** The inputs of `test.record`, in order. */
  readonly recorded: unknown[];
}

/** Items too large to share a frame of 4 KiB. */
export const AWKWARD_ITEMS: readonly unknown[] = [
  1,
  undefined,
  new Uint8Array([0, 255]),
  "x".repeat(3000),
  "y".repeat(3000),
  null,
  { $bytes: "AA==" },
  "€".repeat(900),
  2,
];

export function contractRegistry(): { registry: OperationRegistry; seen: Seen } {
  const seen: Seen = { started: 0, aborted: 0, produced: 0, finished: 0, recorded: [] };
  const input = { inputSchema: Type.Unknown() };
  const registry = new OperationRegistry();
  registry.register(
    defineOperation({
      ...common,
      ...open,
      ...input,
      name: "echo",
      type: OperationType.QUERY,
      handler: (given) => {
        seen.started++;
        return given;
      },
    }),
  );
  registry.register(
    defineOperation({
      ...common,
      ...open,
      ...input,
      name: "record",
      type: OperationType.MUTATION,
      handler: (given) => seen.recorded.push(given),
    }),
  );
  registry.register(
    defineOperation({
      ...common,
      ...open,
      name: "large",
      type: OperationType.QUERY,
      inputSchema: Type.Object({ length: Type.Integer() }),
      handler: ({ length }) => "x".repeat(length),
    }),
  );
  registry.register(
    defineOperation({
      ...common,
      ...open,
      name: "fail",
      type: OperationType.MUTATION,
      inputSchema: Type.Object({ how: Type.String() }),
      errorSchemas: { INSUFFICIENT_FUNDS: { description: "Too poor" } },
      handler: ({ how }) => {
        if (how === "declared") throw new CallError("INSUFFICIENT_FUNDS", "The account holds 3 EUR.", { balance: 3 });
        if (how === "undeclared") throw new CallError("SECRET", "Worded for a caller.", { secret: 1 });
        throw new Error("an internal matter");
      },
    }),
  );
  registry.register(
    defineOperation({
      ...common,
      ...open,
      ...input,
      name: "wait",
      type: OperationType.MUTATION,
      handler: (_given, { signal }) => {
        seen.started++;
        return new Promise((_resolve, reject) => {
          signal?.addEventListener("abort", () => {
            seen.aborted++;
            reject(signal.reason as Error);
          });
        });
      },
    }),
  );
  registry.register(
    defineOperation({
      ...common,
      name: "guarded",
      type: OperationType.QUERY,
      inputSchema: Type.Unknown(),
      accessControl: { requiredScopes: ["test:read"] },
      handler: (_given, { identity }) => identity?.id,
    }),
  );
  registry.register(
    defineOperation({
      ...common,
      ...open,
      name: "count",
      type: OperationType.SUBSCRIPTION,
      inputSchema: Type.Object({ to: Type.Integer(), fail: Type.Optional(Type.Boolean()) }),
      async *handler({ to, fail }) {
        for (let i = 1; i <= to; i++) yield i;
        if (fail === true) throw new CallError("INSUFFICIENT_FUNDS", "That was all.");
      },
    }),
  );
  registry.register(
    defineOperation({
      ...common,
      ...open,
      ...input,
      name: "awkward",
      type: OperationType.SUBSCRIPTION,
      async *handler() {
        yield* AWKWARD_ITEMS;
      },
    }),
  );
  registry.register(
    defineOperation({
      ...common,
      ...open,
      name: "endless",
      type: OperationType.SUBSCRIPTION,
      inputSchema: Type.Object({ text: Type.Optional(Type.String()), everyMs: Type.Optional(Type.Number()) }),
      async *handler({ text = "", everyMs }) {
        seen.started++;
        try {
          for (;;) {
            if (everyMs !== undefined) await sleep(everyMs);
            seen.produced++;
            yield { n: seen.produced, text };
          }
        } finally {
          seen.finished++;
        }
      },
    }),
  );
  return { registry, seen };
}
