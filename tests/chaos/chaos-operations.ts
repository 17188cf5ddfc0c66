/** The responders' operations. Each handler notes its run before anything else. */
import { setTimeout as sleep } from "node:timers/promises";
import { defineOperation, OperationType, Type } from "../../src/entries/index.ts";
import type { RanLog } from "../support/ran-log.ts";

const Input = Type.Object({ key: Type.String(), handlerMs: Type.Number(), items: Type.Integer() });
const Answer = Type.Object({ by: Type.String(), n: Type.Integer() });

export const chaosOperationIds = {
  QUERY: "chaos.look",
  MUTATION: "chaos.change",
  SUBSCRIPTION: "chaos.count",
} as const;

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
  return [
    defineOperation({ ...common, name: "look", description: "Looks", type: OperationType.QUERY, handler: run }),
    defineOperation({ ...common, name: "change", description: "Changes", type: OperationType.MUTATION, handler: run }),
    defineOperation({
      ...common,
      name: "count",
      description: "Counts",
      type: OperationType.SUBSCRIPTION,
      handler: async function* ({ key, handlerMs, items }) {
        log.note(key);
        const pauses = Math.min(items, 10);
        for (let n = 0; n < items; n++) {
          // A few pauses make bursts and silences, and stretch the whole to the planned time.
          if (n % Math.ceil(items / pauses) === 0 && handlerMs > 0) await sleep(handlerMs / pauses);
          yield { by, n };
        }
      },
    }),
  ];
}
