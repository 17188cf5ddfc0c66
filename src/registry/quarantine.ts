import { CallError } from "../errors/call-error.ts";
import type { AccessControl } from "../operation/access-control.ts";
import { shorten } from "../shared/short-text.ts";

/** An operation that is known, but must not be called: its source has changed it, and the operator has not accepted that. */
export interface HeldSpec {
  readonly id: string;
  /** Why, as callers read it. */
  readonly reason: string;
  /** Who may learn of it. */
  readonly accessControl: AccessControl;
}

/** A namespace whose operations are not known, because its source can't be read: it needs a login. */
export interface ClosedNamespace {
  readonly namespace: string;
  /** What every call of an id in it fails with. */
  readonly error: CallError;
  /** Who may learn of it. */
  readonly accessControl: AccessControl;
}

/** Ids that must not be called: quarantined operations and closed namespaces. Registered operations take precedence. */
export class Quarantine {
  readonly #held = new Map<string, HeldSpec>();
  readonly #closed = new Map<string, ClosedNamespace>();

  add(operation: HeldSpec): void {
    this.#held.set(operation.id, operation);
  }

  /** Ends a quarantine, if it is still this one. */
  release(operation: HeldSpec): void {
    if (this.#held.get(operation.id) === operation) this.#held.delete(operation.id);
  }

  get(id: string): HeldSpec | ClosedNamespace | undefined {
    return this.#held.get(id) ?? this.#closed.get(id.slice(0, Math.max(0, id.lastIndexOf("."))));
  }

  /** Answers all calls of a namespace with an error, until `open`. Registered operations take precedence. */
  close(namespace: ClosedNamespace): void {
    this.#closed.set(namespace.namespace, namespace);
  }

  /** Ends what `close` began, if it is still this one. */
  open(namespace: ClosedNamespace): void {
    if (this.#closed.get(namespace.namespace) === namespace) this.#closed.delete(namespace.namespace);
  }

  closed(): Iterable<ClosedNamespace> {
    return this.#closed.values();
  }

  all(): Iterable<HeldSpec> {
    return this.#held.values();
  }

  /** What a call of this id fails with; undefined if the id is not held. */
  errorFor(id: string): CallError | undefined {
    const found = this.get(id);
    if (found === undefined) return undefined;
    if ("error" in found) return found.error;
    const { reason } = found;
    return new CallError("OPERATION_QUARANTINED", `${shorten(id, 200)} is quarantined: ${reason}`);
  }
}
