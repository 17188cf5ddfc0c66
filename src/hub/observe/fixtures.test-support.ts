import type { AnyOperation } from "../../operation/define-operation.ts";
import type { OperationContext } from "../../operation/operation-context.ts";
import type { OperationType } from "../../operation/operation-type.ts";

type Run = (input: unknown, context: OperationContext) => unknown;

/** `demo.<name>`; a SUBSCRIPTION streams the list that its handler returns. */
export function operation(name: string, run: Run, type: OperationType = "QUERY"): AnyOperation {
  async function* stream(input: unknown, context: OperationContext): AsyncGenerator<unknown> {
    yield* (await run(input, context)) as unknown[];
  }
  return {
    name,
    namespace: "demo",
    version: "1.0.0",
    type,
    description: "For the tests",
    inputSchema: true,
    outputSchema: true,
    accessControl: { requiredScopes: [] },
    handler: type === "SUBSCRIPTION" ? stream : run,
  };
}
