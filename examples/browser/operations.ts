/** The operations of the examples for browsers. A page imports only their type. */
import { defineOperation, OperationType, tracked, Type } from "../../src/entries/index.ts";

const common = { namespace: "news", version: "1.0.0", accessControl: { requiredScopes: [] } } as const;

export const greet = defineOperation({
  ...common,
  name: "greet",
  description: "Greets a reader",
  type: OperationType.QUERY,
  inputSchema: Type.Object({ name: Type.String({ minLength: 1 }) }),
  outputSchema: Type.Object({ text: Type.String() }),
  errorSchemas: {
    BANNED: { description: "This reader is not welcome.", schema: Type.Object({ until: Type.String() }) },
  },
  handler: ({ name }, { fail }) => {
    if (name === "Mallory") throw fail("BANNED", { until: "2027-01-01" });
    return { text: `Hello, ${name}!` };
  },
});

/** The id of each item is its number. A reader that was cut off continues after its last item. */
export const ticker = defineOperation({
  ...common,
  name: "ticker",
  description: "News, one after the other",
  type: OperationType.SUBSCRIPTION,
  inputSchema: Type.Object({ to: Type.Optional(Type.Integer()), everyMs: Type.Optional(Type.Integer()) }),
  outputSchema: Type.Object({ number: Type.Integer(), text: Type.String() }),
  async *handler({ to = Infinity, everyMs = 50 }, { lastEventId, signal }) {
    for (let number = Number(lastEventId ?? 0) + 1; number <= to && !signal.aborted; number++) {
      yield tracked(String(number), { number, text: `News number ${number}` });
      await new Promise((resolve) => {
        setTimeout(resolve, everyMs);
      });
    }
  },
});

export const operations = [greet, ticker] as const;

/** What pages know about the operations. */
export type Operations = typeof operations;
