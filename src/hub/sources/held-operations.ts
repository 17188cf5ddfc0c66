import type { GatedSource, LockVerdict } from "../lock/lock-gate.ts";
import { isLockable, judge, lockName } from "../lock/lock-gate.ts";
import type { LockStore } from "../lock/lock-store.ts";
import type { LockedSource } from "../../lock/lock-file.ts";
import { compareInstructions, readInstructions } from "../../lock/locked-instructions.ts";
import type { OperationChange } from "../../lock/operation-change.ts";
import type { AnyOperation } from "../../operation/define-operation.ts";
import { operationId } from "../../operation/operation-id.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import type { HeldSpec } from "../../registry/quarantine.ts";
import type {
  AcceptedOperations,
  OpenedSource,
  SourceFinding,
  SourceLog,
  SourceQuarantined,
  SourceReport,
} from "../../sources/source.ts";
import { toAccepted } from "./accepted-operations.ts";
import type { SourcePolicy } from "./source-policy.ts";
import type { SourceStatus } from "./source-status.ts";

interface HeldDeps {
  readonly registry: OperationRegistry;
  readonly lock: LockStore;
  readonly log: SourceLog;
}

/** Names in one line of the log. */
const MOST_LOGGED = 20;

/** The operations of one source that the lock holds back. Their ids answer `OPERATION_QUARANTINED`. */
export class HeldOperations implements SourceReport {
  readonly #source: GatedSource;
  readonly #deps: HeldDeps;
  #verdict: LockVerdict | undefined;
  #quarantined: readonly HeldSpec[] = [];
  #reasons: ReadonlyMap<string, string> = new Map();
  #accepted: { readonly locked: LockedSource; readonly operations: AcceptedOperations } | undefined;
  #turn = 0;
  #logged = "";
  /** The instructions that the log says are held back. */
  #heldText: string | undefined;

  constructor(source: GatedSource, deps: HeldDeps) {
    this.#source = source;
    this.#deps = deps;
  }

  get isLockable(): boolean {
    return isLockable(this.#source.kind);
  }

  /** Whether the source is compared with a lock. */
  get isUsed(): boolean {
    return this.isLockable && this.#deps.lock.isUsed;
  }

  /** Whether the source should report what a lock needs. */
  get isWatched(): boolean {
    return this.isUsed || (this.isLockable && this.#deps.lock.isWritten);
  }

  get verdict(): LockVerdict | undefined {
    return this.isUsed ? this.#verdict : undefined;
  }

  get quarantined(): SourceQuarantined[] {
    return Array.from(this.#reasons, ([id, reason]) => ({ id, reason }));
  }

  get findings(): readonly SourceFinding[] {
    return this.verdict?.findings ?? [];
  }

  get status(): Pick<SourceStatus, "lock" | "quarantined"> {
    const { verdict } = this;
    if (verdict === undefined) return {};
    return { lock: verdict.state, quarantined: this.#quarantined.length };
  }

  get locked(): LockedSource | undefined {
    return this.#deps.lock.find(this.lockName);
  }

  /** What the lock holds, as the source may serve it. */
  get accepted(): AcceptedOperations | undefined {
    const locked = this.isUsed ? this.locked : undefined;
    if (locked !== this.#accepted?.locked) {
      this.#accepted = locked && { locked, operations: toAccepted(locked, this.#source.namespace) };
    }
    return this.#accepted?.operations;
  }

  get lockName(): string {
    return lockName(this.#source.kind, this.#source.name);
  }

  /**
   * The operations that may be called. Holds the others back before it resolves. Undefined if a later comparison has
   * begun.
   */
  async compare(opened: OpenedSource, policy: SourcePolicy): Promise<readonly AnyOperation[] | undefined> {
    const turn = ++this.#turn;
    const { lock } = this.#deps;
    const verdict = await judge(this.#source, opened, { locked: this.locked, isRequired: lock.isRequired });
    if (turn !== this.#turn) return undefined;
    this.#verdict = verdict;
    this.#hold(verdict, policy);
    return verdict.served;
  }

  /** What the source tells models, if the lock has accepted it. */
  instructions(opened: OpenedSource): string | undefined {
    const text = readInstructions(opened.instructions);
    const change = this.instructionsChange(opened);
    if (change === undefined) return text;
    if (text !== this.#heldText) this.#deps.log("warn", "instructions withheld: they are not in operations.lock");
    this.#heldText = text;
    return undefined;
  }

  /** How the instructions differ from the accepted ones. A server may send others after each start. */
  instructionsChange({ instructions }: OpenedSource): OperationChange | undefined {
    const { verdict } = this;
    if (verdict === undefined || verdict.state === "unlocked") return undefined;
    return compareInstructions(this.locked ?? {}, readInstructions(instructions));
  }

  clear(): void {
    this.#turn++;
    this.#verdict = undefined;
    this.#reasons = new Map();
    for (const operation of this.#quarantined) this.#deps.registry.quarantine.release(operation);
    this.#quarantined = [];
  }

  /** Skips operations that the config leaves out: no caller could call them. */
  #hold({ held, findings }: LockVerdict, policy: SourcePolicy): void {
    const { registry } = this.#deps;
    const shaped = held.map((each) => ({ ...each, operation: policy.shaping.shape(each.operation) }));
    const wanted = shaped.filter(({ operation }) => policy.takes(operation));
    for (const operation of this.#quarantined) registry.quarantine.release(operation);
    this.#reasons = new Map(wanted.map(({ operation, reason }) => [operationId(operation), reason]));
    this.#quarantined = wanted.map(({ operation, publicReason }) => ({
      id: operationId(operation),
      reason: `${publicReason}. An administrator can accept it.`,
      accessControl: policy.accessControl(operation),
    }));
    for (const operation of this.#quarantined) registry.quarantine.add(operation);
    this.#log(findings);
  }

  #log(findings: readonly SourceFinding[]): void {
    const ids = this.#quarantined.map(({ id }) => id);
    const texts = findings.filter((finding) => finding.kind === "text changed").map(({ where }) => where);
    const line = JSON.stringify([this.#verdict?.state, ids, texts]);
    if (line === this.#logged) return;
    this.#logged = line;
    const { log } = this.#deps;
    if (this.#verdict?.state === "unlocked") log("warn", "source is not in operations.lock");
    if (ids.length > 0) {
      log("warn", "operations quarantined", { count: ids.length, operations: ids.slice(0, MOST_LOGGED) });
    }
    if (texts.length > 0) {
      const operations = texts.slice(0, MOST_LOGGED);
      log("info", "texts of operations changed", { count: texts.length, operations });
    }
  }
}
