import { CallError } from "../errors/call-error.ts";
import { checkAccess } from "../operation/access-control.ts";
import type { AccessControl, Identity } from "../operation/access-control.ts";
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

/** An operation that other processes offered until lately. They may come back. */
export interface AwaySpec {
  readonly id: string;
  /** Who may learn of it. */
  readonly accessControl: AccessControl;
  /** Milliseconds since the epoch: then it is forgotten. */
  readonly until: number;
}

/**
 * Ids that cannot be called, for a reason that is known: quarantined operations, closed namespaces, operations that are
 * away. Registered operations take precedence.
 */
export class Quarantine {
  readonly #held = new Map<string, HeldSpec>();
  readonly #closed = new Map<string, ClosedNamespace>();
  readonly #away = new Map<string, AwaySpec>();

  add(operation: HeldSpec): void {
    this.#held.set(operation.id, operation);
  }

  /** Ends a quarantine, if it is still this one. */
  release(operation: HeldSpec): void {
    if (this.#held.get(operation.id) === operation) this.#held.delete(operation.id);
  }

  get(id: string): HeldSpec | ClosedNamespace | AwaySpec | undefined {
    const held = this.#held.get(id) ?? this.#closed.get(id.slice(0, Math.max(0, id.lastIndexOf("."))));
    if (held !== undefined) return held;
    const away = this.#away.get(id);
    return away !== undefined && away.until > Date.now() ? away : undefined;
  }

  /** Answers calls of an operation with `NO_RESPONDER` for a while. The ids that left first are the first in `away`. */
  setAway(operation: AwaySpec): void {
    this.#away.delete(operation.id);
    this.#away.set(operation.id, operation);
  }

  /** It is back, or is given up. */
  endAway(id: string): void {
    this.#away.delete(id);
  }

  away(): ReadonlyMap<string, AwaySpec> {
    return this.#away;
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

  /** The ids of single operations, quarantined or away. */
  ids(): string[] {
    return [...this.#held.keys(), ...this.#away.keys()];
  }

  /** The same for a caller: undefined, too, if it may not learn of the operation. */
  errorForCaller(id: string, identity: Identity | undefined): CallError | undefined {
    const found = this.get(id);
    return found !== undefined && checkAccess(found.accessControl, identity) ? this.errorFor(id) : undefined;
  }

  /** What a call of this id fails with; undefined if the id is not held. */
  errorFor(id: string): CallError | undefined {
    const found = this.get(id);
    if (found === undefined) return undefined;
    if ("error" in found) return found.error;
    if ("until" in found)
      return new CallError("NO_RESPONDER", `No peer offers ${shorten(id, 200)} now, but one did until lately.`);
    const { reason } = found;
    return new CallError("OPERATION_QUARANTINED", `${shorten(id, 200)} is quarantined: ${reason}`);
  }
}
