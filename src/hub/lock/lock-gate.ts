import { messageOf } from "../../errors/call-error.ts";
import type { compareSources } from "../../lock/compare-source.ts";
import { FormDigests } from "../../lock/form-digests.ts";
import type { LockedSource } from "../../lock/lock-file.ts";
import { toLockedSource } from "../../lock/locked-source.ts";
import type { DigestedForm } from "../../lock/locked-source.ts";
import { describeChange, isTextOnly } from "../../lock/operation-change.ts";
import type { OperationChange } from "../../lock/operation-change.ts";
import { ownName, toForm } from "../../lock/operation-form.ts";
import type { AnyOperation } from "../../operation/define-operation.ts";
import { runInSlices } from "../../shared/time/slices.ts";
import type { OpenedSource, SourceFinding } from "../../sources/source.ts";

/** A source, as the lock knows it. */
export interface GatedSource {
  readonly name: string;
  readonly kind: string;
  /** What the config calls its namespace; empty if its operations come with their own. */
  readonly namespace: string;
}

/** An operation that must not be called, and why. */
export interface HeldBack {
  readonly operation: AnyOperation;
  readonly change: OperationChange;
  /** Why, in one line, for administrators: it may quote what the source says. */
  readonly reason: string;
  /** Why, for callers: models read it, so it holds none of the source's own words. */
  readonly publicReason: string;
}

/** What a lock says about a source. */
export interface LockVerdict {
  /** `unlocked`: the lock does not name the source. `refused`: it does not, and the config requires it. */
  readonly state: "unlocked" | "refused" | "locked";
  readonly served: readonly AnyOperation[];
  readonly held: readonly HeldBack[];
  readonly findings: readonly SourceFinding[];
  /** Everything that differs, including what is served anyway. */
  readonly changes: readonly OperationChange[];
  /** The operations that differ, as the lock would hold them. */
  readonly offered: LockedSource;
  /** Whether only callers' own sessions show what differs: the lock is served, and each caller's calls are compared. */
  readonly isSeenByCallers: boolean;
}

export interface GateRules {
  readonly locked: LockedSource | undefined;
  readonly isRequired: boolean;
}

/** Local code belongs to the operator of the hub. */
export function isLockable(kind: string): boolean {
  return kind !== "local" && kind !== "spoke";
}

/** How the lock names a source: a config may use one name for sources of several kinds. */
export function lockName(kind: string, name: string): string {
  return `${kind}:${name}`;
}

/** A peer that is not connected has not removed its operations. */
function mayBeAbsent(kind: string): boolean {
  return kind === "hub" || kind === "nats" || kind === "redis";
}

const NO_OPERATIONS = { operations: {}, components: {} };

/** Compares what a source offers with what was accepted. Works in slices: a source may have thousands of operations. */
export async function judge(source: GatedSource, opened: OpenedSource, rules: GateRules): Promise<LockVerdict> {
  const { operations, revision } = opened;
  const { locked, isRequired } = rules;
  const { kind } = source;
  const none = { held: [], findings: [], changes: [], offered: { kind, ...NO_OPERATIONS }, isSeenByCallers: false };
  const all = { served: operations, ...none };
  if (locked === undefined && !isRequired) {
    return { ...all, state: "unlocked", findings: [{ kind: "unlocked", where: source.name, why: UNLOCKED }] };
  }
  if (locked !== undefined && opened.isFromLock === true) {
    const seen = new Judgement(source, opened.seen ?? [], { locked, isPartial: true });
    await runInSlices(seen.steps((await loadComparison()).compareSources)).ended;
    const { changes, offered } = seen.verdict("locked");
    return { ...all, state: "locked", changes, offered, isSeenByCallers: true };
  }
  // The same document gives the same operations: no schema needs to be read.
  if (locked !== undefined && revision !== undefined && revision === locked.revision)
    return { ...all, state: "locked" };
  const work = new Judgement(source, operations, { locked, isPartial: mayBeAbsent(kind) });
  await runInSlices(work.steps((await loadComparison()).compareSources)).ended;
  return work.verdict(locked === undefined ? "refused" : "locked");
}

/** Loaded only if there is something to compare: most commands have nothing. */
async function loadComparison(): Promise<{ compareSources: typeof compareSources }> {
  return await import("../../lock/compare-source.ts");
}

const UNLOCKED = `operations.lock does not name this source: its changes are not noticed. Run "operations lock".`;
const REFUSED = `operations.lock does not name its source, and the config says "lock: required"`;

class Judgement {
  readonly #source: GatedSource;
  readonly #offered: readonly AnyOperation[];
  readonly #locked: LockedSource;
  readonly #isPartial: boolean;
  readonly #digests = new FormDigests();
  /** By name: a source may offer one twice. */
  readonly #operations = new Map<string, AnyOperation[]>();
  readonly #different: DigestedForm[] = [];
  readonly #unreadable = new Map<string, string>();
  #changes: OperationChange[] = [];
  #after: LockedSource;

  /** `isPartial`: an operation that is not offered does not count as removed. */
  constructor(
    source: GatedSource,
    offered: readonly AnyOperation[],
    { locked, isPartial }: { readonly locked: LockedSource | undefined; readonly isPartial: boolean },
  ) {
    this.#source = source;
    this.#offered = offered;
    this.#locked = locked ?? { kind: source.kind, operations: {} };
    this.#isPartial = isPartial;
    this.#after = { kind: source.kind, ...NO_OPERATIONS };
  }

  *steps(compare: typeof compareSources): Generator<void> {
    const { operations } = this.#locked;
    for (const operation of this.#offered) {
      const name = ownName(operation, this.#source.namespace);
      this.#operations.set(name, [...(this.#operations.get(name) ?? []), operation]);
      try {
        const form = toForm(operation, this.#source.namespace);
        const digest = yield* this.#digests.digestOf(form);
        const isSame = Object.hasOwn(operations, name) && operations[name]?.digest === digest;
        if (!isSame) this.#different.push({ form, digest });
      } catch (thrown) {
        // A schema can be built to be unreadable, as by endless nesting. It is not the one that was accepted.
        this.#unreadable.set(name, messageOf(thrown));
      }
      yield;
    }
    if (this.#different.length > 0)
      this.#after = yield* toLockedSource({ kind: this.#source.kind }, this.#different, this.#digests);
    for (const change of compare(this.#before(), this.#after)) {
      this.#changes.push(change);
      yield;
    }
  }

  /** What was accepted, without what is still the same. */
  #before(): LockedSource {
    const entries = Object.entries(this.#locked.operations).filter(([name]) => {
      return Object.hasOwn(this.#after.operations, name) || (!this.#isPartial && !this.#operations.has(name));
    });
    return { ...this.#locked, operations: Object.fromEntries(entries) };
  }

  verdict(state: "refused" | "locked"): LockVerdict {
    const { kind } = this.#source;
    const held = new Map<AnyOperation, HeldBack>();
    const findings: SourceFinding[] = [];
    const hold = (change: OperationChange, reason: string, publicReason: string): void => {
      for (const operation of this.#operations.get(change.operation) ?? []) {
        held.set(operation, { operation, change, reason, publicReason });
      }
    };
    for (const change of this.#changes) {
      if (!this.#operations.has(change.operation)) {
        findings.push({ kind: "removed", where: change.operation, why: "the source offers it no more" });
      } else if (state === "locked" && kind === "openapi" && isTextOnly(change)) {
        findings.push({ kind: "text changed", where: change.operation, why: reasonOf(change) });
      } else if (state === "refused") hold(change, REFUSED, REFUSED);
      else hold(change, reasonOf(change), publicReasonOf(change));
    }
    for (const [operation, why] of this.#unreadable) {
      const changes = [{ change: "input changed", verdict: "look", why }] as const;
      hold({ operation, verdict: "look", changes }, `it cannot be compared: ${why}`, "it cannot be compared");
    }
    return {
      state,
      served: this.#offered.filter((operation) => !held.has(operation)),
      held: [...held.values()],
      findings,
      changes: this.#changes,
      offered: this.#after,
      isSeenByCallers: false,
    };
  }
}

const MOST_REASONS = 3;
const LONGEST_REASON = 200;

function reasonOf({ changes, verdict }: OperationChange): string {
  if (changes.some(({ change }) => change === "added")) return "it is new since operations.lock was written";
  const lines = changes.slice(0, MOST_REASONS).map((change) => describeChange(change).slice(0, LONGEST_REASON));
  const more = changes.length > MOST_REASONS ? `, and ${changes.length - MOST_REASONS} more` : "";
  const judged = verdict === "look" ? "needs review" : verdict;
  return `it has changed since operations.lock was written (${judged}): ${lines.join("; ")}${more}`;
}

function publicReasonOf({ changes }: OperationChange): string {
  const kinds = [...new Set(changes.map(({ change }) => change))];
  if (kinds.includes("added")) return "it is new since operations.lock was written";
  return `it has changed since operations.lock was written: ${kinds.join(", ")}`;
}
