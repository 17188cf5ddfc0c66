/** The responders' operations. Each handler notes its run before anything else. */
import { setTimeout as sleep } from "node:timers/promises";
import { defineOperation, OperationType, tracked, Type } from "../../src/entries/index.ts";
import type { CallPlan } from "./call-report.ts";
import type { RanLog } from "../support/ran-log.ts";

const Input = Type.Object({ key: Type.String(), handlerMs: Type.Number(), items: Type.Integer() });
const Answer = Type.Object({ by: Type.String(), n: Type.Integer() });

export const chaosOperationIds = {
  QUERY: "chaos.look",
  MUTATION: "chaos.change",
  SUBSCRIPTION: "chaos.count",
} as const;

/** The key of all peers at the hub. */
export const CHAOS_KEY = "the key of all peers of the chaos";

/** A SUBSCRIPTION whose items have ids. */
export const streamWithIds = "chaos.follow";

const common = {
  namespace: "chaos",
  version: "1.0.0",
  inputSchema: Input,
  outputSchema: Answer,
  accessControl: { requiredScopes: [] },
} as const;

/** The operations of the responder with this name. */
export function chaosOperations(by: string, log: RanLog) {
  const run = async ({ key, handlerMs }: { key: string; handlerMs: number }): Promise<{ by: string; n: number }> => {
    log.note(key);
    if (handlerMs > 0) await sleep(handlerMs);
    return { by, n: 0 };
  };
  type Counted = Pick<CallPlan, "key" | "handlerMs" | "items">;
  async function* count({ key, handlerMs, items }: Counted, from: number): AsyncGenerator<{ by: string; n: number }> {
    log.note(key);
    const pauses = Math.min(items, 10);
    for (let n = from; n < items; n++) {
      // A few pauses make bursts and silences, and stretch the whole to the planned time.
      if (n % Math.ceil(items / pauses) === 0 && handlerMs > 0) await sleep(handlerMs / pauses);
      yield { by, n };
    }
  }
  return [
    defineOperation({ ...common, name: "look", description: "Looks", type: OperationType.QUERY, handler: run }),
    defineOperation({ ...common, name: "change", description: "Changes", type: OperationType.MUTATION, handler: run }),
    defineOperation({
      ...common,
      name: "count",
      description: "Counts",
      type: OperationType.SUBSCRIPTION,
      handler: (input) => count(input, 0),
    }),
    defineOperation({
      ...common,
      name: "follow",
      description: "Counts, and goes on where its caller was cut",
      type: OperationType.SUBSCRIPTION,
      async *handler(input, { lastEventId = "-1" }) {
        for await (const item of count(input, Number(lastEventId) + 1)) yield tracked(String(item.n), item);
      },
    }),
  ];
}
