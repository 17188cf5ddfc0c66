import type { OperationSpec } from "./operation-spec.ts";

/** The sources whose handlers only pass the work on to another process. */
const PASSES_ON: ReadonlySet<string | undefined> = new Set(["remote", "openapi", "mcp"]);

/** Whether the handler of an operation only passes its calls on. */
export function passesOn({ origin }: Pick<OperationSpec, "origin">): boolean {
  return PASSES_ON.has(origin?.source);
}
