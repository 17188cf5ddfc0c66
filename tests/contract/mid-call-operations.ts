/** Operations that report and ask while they run, and a record of their questions. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { defineOperation, OperationType, Type } from "../../src/entries/index.ts";
import type { AnyOperation, ElicitationRequest } from "../../src/entries/index.ts";

const common = {
  namespace: "test",
  version: "1.0.0",
  description: "For the contract",
  outputSchema: Type.Unknown(),
  accessControl: { requiredScopes: [] },
};

const Reports = Type.Object({
  times: Type.Integer(),
  /** Whether to make each report in its own turn. */
  inTurns: Type.Optional(Type.Boolean()),
  message: Type.Optional(Type.String()),
});

/** How a question of these operations ended, in order: an action, or the code of an error. */
export type QuestionEnds = string[];

export function midCallOperations(ends: QuestionEnds): AnyOperation[] {
  return [
    defineOperation({
      ...common,
      name: "report",
      type: OperationType.QUERY,
      inputSchema: Reports,
      async handler({ times, inTurns, message }, { onProgress }) {
        for (let progress = 1; progress <= times; progress++) {
          if (inTurns === true) await nextTurn();
          onProgress?.({ progress, total: times, message });
        }
        // A report after the end goes nowhere.
        setImmediate(() => onProgress?.({ progress: times + 1 }));
        return onProgress === undefined ? "unheard" : "heard";
      },
    }),
    defineOperation({
      ...common,
      name: "reportBetween",
      type: OperationType.SUBSCRIPTION,
      inputSchema: Reports,
      async *handler({ times }, { onProgress }) {
        for (let progress = 1; progress <= times; progress++) {
          onProgress?.({ progress, total: times });
          yield progress;
        }
      },
    }),
    defineOperation({
      ...common,
      name: "ask",
      type: OperationType.MUTATION,
      inputSchema: Type.Object({ question: Type.Unknown(), times: Type.Optional(Type.Integer()) }),
      async handler({ question, times = 1 }, { onElicitation, signal }) {
        if (onElicitation === undefined) return "no caller to ask";
        const asked = Array.from({ length: times }, async () => {
          try {
            const answer = await onElicitation(question as ElicitationRequest, { signal });
            ends.push(answer.action);
            return answer;
          } catch (thrown) {
            ends.push((thrown as { code: string }).code);
            throw thrown;
          }
        });
        return await Promise.all(asked);
      },
    }),
    defineOperation({
      ...common,
      name: "askBriefly",
      type: OperationType.MUTATION,
      inputSchema: Type.Object({}),
      async handler(_input, { onElicitation, onProgress }) {
        const controller = new AbortController();
        const asked = onElicitation?.({ mode: "form", message: "Quick!" }, { signal: controller.signal });
        onProgress?.({ progress: 1 });
        await nextTurn();
        controller.abort(new Error("too slow"));
        return await Promise.resolve(asked).catch((thrown: Error) => thrown.message);
      },
    }),
    defineOperation({
      ...common,
      name: "askBetween",
      type: OperationType.SUBSCRIPTION,
      inputSchema: Type.Object({}),
      async *handler(_input, { onElicitation, signal }) {
        for (const message of ["First?", "Second?"]) yield await onElicitation?.({ mode: "form", message }, { signal });
      },
    }),
  ];
}
