/** An operation whose progress the test controls. */
import { defineOperation, OperationType, Type } from "../../../src/index.ts";
import type { AnyOperation, Progress } from "../../../src/index.ts";

export interface SlowOperation {
  readonly operation: AnyOperation;
  /** Resolves when the call has started. */
  readonly report: (progress: Progress) => Promise<void>;
  readonly finish: () => void;
}

export function slowOperation(): SlowOperation {
  let begin: (onProgress: ((progress: Progress) => void) | undefined) => void;
  let finish: (result: string) => void;
  const begun = new Promise<((progress: Progress) => void) | undefined>((resolve) => (begin = resolve));
  const finished = new Promise<string>((resolve) => (finish = resolve));
  return {
    operation: defineOperation({
      namespace: "slow",
      name: "convert",
      version: "1.0.0",
      description: "Converts a film, and says how far it is.",
      type: OperationType.MUTATION,
      accessControl: { requiredScopes: [] },
      inputSchema: Type.Object({}),
      outputSchema: Type.String(),
      handler: (_input, { onProgress }) => {
        begin(onProgress);
        return finished;
      },
    }),
    report: async (progress) => (await begun)?.(progress),
    finish: () => finish("film.webm"),
  };
}
