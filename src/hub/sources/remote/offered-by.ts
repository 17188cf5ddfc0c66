import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { matchesOperation } from "../../../shared/name-pattern.ts";

/**
 * Which operations of the hub a remote may call, by id or namespace. The operations of other peers are never offered:
 * two hubs could offer each other the same operation forever.
 */
export function offeredBy(patterns: readonly string[] = []): (spec: OperationSpec) => boolean {
  const matches = matchesOperation(patterns);
  return (spec) => spec.origin?.source !== "remote" && matches(spec);
}
