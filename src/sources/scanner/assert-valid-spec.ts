/**
 * Stands in for `assertValidSpec` of `src/operation/spec-problems.ts`: to switch, change the import in
 * `read-default-export.ts` and delete this file.
 */
import { OperationSpecSchema } from "../../operation/operation-spec.ts";
import { type Check, compileCheck, enterScope, rootScope } from "../../schema/engine.ts";

let check: Check | undefined;

export function assertValidSpec(spec: unknown): void {
  check ??= compileCheck(enterScope(rootScope(OperationSpecSchema), OperationSpecSchema), OperationSpecSchema);
  if (!check(spec)) throw new Error("The spec of an operation is invalid");
  const { handler } = spec as { handler?: unknown };
  if (handler !== undefined && typeof handler !== "function")
    throw new Error("The spec of an operation is invalid: handler");
}
