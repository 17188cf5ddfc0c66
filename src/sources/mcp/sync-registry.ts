import { operationId } from "../../operation/operation-id.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import type { MCPOperation } from "./tools/mcp-operation.ts";

/** What a registry is kept in step with. */
export interface OperationSource {
  readonly operations: readonly MCPOperation[];
  onChange(listener: () => void): () => void;
}

/**
 * Registers the operations of a source, then adds, replaces and removes as they change. Returns a way to stop, which
 * takes them out. An operation of somebody else with the same id is never replaced or removed.
 */
export function syncRegistry(registry: OperationRegistry, source: OperationSource): () => void {
  const ours = new Map<string, MCPOperation>();
  const isOurs = (id: string): boolean => ours.has(id) && registry.getSpec(id) === ours.get(id);
  const update = (): void => {
    const wanted = new Map(source.operations.map((operation) => [operationId(operation), operation]));
    for (const id of Array.from(ours.keys())) {
      if (wanted.has(id)) continue;
      if (isOurs(id)) registry.unregister(id);
      ours.delete(id);
    }
    const changed = Array.from(wanted).filter(([id, operation]) => ours.get(id) !== operation);
    const fresh = changed.filter(([id]) => !registry.has(id) || isOurs(id));
    registry.registerAll(
      fresh.map(([, operation]) => operation),
      { replace: true },
    );
    for (const [id, operation] of fresh) ours.set(id, operation);
  };
  // The first time a conflict is the caller's to solve; later there is nobody to tell.
  registry.registerAll(source.operations);
  for (const operation of source.operations) ours.set(operationId(operation), operation);
  const stop = source.onChange(update);
  return () => {
    stop();
    for (const id of ours.keys()) if (isOurs(id)) registry.unregister(id);
    ours.clear();
  };
}
