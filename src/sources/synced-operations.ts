import { isLimited } from "../operation/access-control.ts";
import type { AnyOperation } from "../operation/define-operation.ts";
import { operationId } from "../operation/operation-id.ts";
import type { OperationRegistry } from "../registry/operation-registry.ts";
import type { ConcernedOperations } from "./source.ts";

/** The operations of one source in a registry. Never replaces or removes another owner's operation with the same id. */
export class SyncedOperations {
  readonly #registry: OperationRegistry;
  readonly #ours = new Map<string, AnyOperation>();

  /** Registers all operations, or throws: the caller has to resolve a conflict at the start. */
  constructor(registry: OperationRegistry, operations: readonly AnyOperation[]) {
    this.#registry = registry;
    registry.registerAll(operations);
    for (const operation of operations) this.#ours.set(operationId(operation), operation);
  }

  /** Adds, replaces and removes operations. Skips an operation whose id is taken. */
  update(operations: readonly AnyOperation[]): void {
    const wanted = new Map(operations.map((operation) => [operationId(operation), operation]));
    this.#remove(Array.from(this.#ours.keys()).filter((id) => !wanted.has(id)));
    const changed = Array.from(wanted).filter(([id, operation]) => this.#ours.get(id) !== operation);
    const fresh = changed.filter(([id]) => !this.#registry.has(id) || this.#isOurs(id));
    this.#registry.registerAll(
      fresh.map(([, operation]) => operation),
      { replace: true },
    );
    for (const [id, operation] of fresh) this.#ours.set(id, operation);
  }

  /** Announces that one caller's view of them may have changed. By default, of those offered to single callers. */
  announceTo(caller: string, concerned: ConcernedOperations = isLimited): void {
    const ours = Array.from(this.#ours).filter(([id, operation]) => concerned(operation) && this.#isOurs(id));
    this.#registry.announceTo(
      caller,
      ours.map(([, operation]) => operation),
    );
  }

  clear(): void {
    this.#remove(Array.from(this.#ours.keys()));
  }

  #remove(ids: readonly string[]): void {
    const held = ids.filter((id) => this.#isOurs(id));
    for (const id of ids) this.#ours.delete(id);
    this.#registry.unregisterAll(held);
  }

  #isOurs(id: string): boolean {
    return this.#ours.has(id) && this.#registry.getSpec(id) === this.#ours.get(id);
  }
}
