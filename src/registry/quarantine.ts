import { CallError } from "../errors/call-error.ts";
import type { AccessControl } from "../operation/access-control.ts";
import { shorten } from "../shared/short-text.ts";

/** An operation that is known, but must not be called: its source has changed it, and nobody has accepted that. */
export interface QuarantinedOperation {
  readonly id: string;
  /** Why, as callers read it. */
  readonly reason: string;
  /** Who may learn of it. */
  readonly accessControl: AccessControl;
}

/** Ids without an operation whose calls fail with `OPERATION_QUARANTINED`. An operation with the id goes first. */
export class Quarantine {
  readonly #held = new Map<string, QuarantinedOperation>();

  add(operation: QuarantinedOperation): void {
    this.#held.set(operation.id, operation);
  }

  /** Ends a quarantine, if it is still this one. */
  release(operation: QuarantinedOperation): void {
    if (this.#held.get(operation.id) === operation) this.#held.delete(operation.id);
  }

  get(id: string): QuarantinedOperation | undefined {
    return this.#held.get(id);
  }

  all(): Iterable<QuarantinedOperation> {
    return this.#held.values();
  }

  /** What a call of this id fails with; undefined where it is not held. */
  errorFor(id: string): CallError | undefined {
    const reason = this.#held.get(id)?.reason;
    if (reason === undefined) return undefined;
    return new CallError("OPERATION_QUARANTINED", `${shorten(id, 200)} is quarantined: ${reason}`);
  }
}
