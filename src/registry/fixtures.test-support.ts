/** Small operations that the registry's tests share. */
import { Type } from "typebox";
import { defineOperation } from "../operation/define-operation.ts";
import type { OperationSpec } from "../operation/operation-spec.ts";
import { OperationType } from "../operation/operation-type.ts";

export const common = { version: "1.0.0", description: "For the tests", accessControl: { requiredScopes: [] } };

export const add = defineOperation({
  ...common,
  name: "add",
  namespace: "math",
  type: OperationType.QUERY,
  inputSchema: Type.Object({ a: Type.Number(), b: Type.Number() }),
  outputSchema: Type.Object({ sum: Type.Number() }),
  handler: ({ a, b }) => ({ sum: a + b }),
});

export const count = defineOperation({
  ...common,
  name: "count",
  namespace: "math",
  type: OperationType.SUBSCRIPTION,
  inputSchema: Type.Object({ to: Type.Number() }),
  outputSchema: Type.Number(),
  async *handler({ to }) {
    for (let i = 1; i <= to; i++) yield i;
  },
});

/** An operation, given only its interesting fields. */
export function spec(fields: Partial<OperationSpec> & { name: string }): OperationSpec {
  return {
    ...common,
    namespace: "test",
    type: OperationType.QUERY,
    inputSchema: Type.Unknown(),
    outputSchema: Type.Unknown(),
    ...fields,
  };
}

/** Resolves after this many milliseconds. */
export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A promise that never settles. */
export const never = (): Promise<never> => new Promise<never>(() => undefined);
