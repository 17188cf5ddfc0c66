import { operationId } from "../../operation/operation-id.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import { toNameTest } from "../../shared/name-pattern.ts";

/** Whether a name is one of these, or fits a pattern in which `*` stands for any characters. */
export function matchesAny(patterns: readonly string[]): (name: string) => boolean {
  const tests = patterns.map(toNameTest);
  return (name) => tests.some((matches) => matches(name));
}

/**
 * Which operations of the hub a remote may call, by id or namespace. The operations of other peers are never offered:
 * two hubs could offer each other the same operation for ever.
 */
export function offeredBy(patterns: readonly string[] = []): (spec: OperationSpec) => boolean {
  const matches = matchesAny(patterns);
  return (spec) => spec.origin?.source !== "remote" && (matches(operationId(spec)) || matches(spec.namespace));
}
