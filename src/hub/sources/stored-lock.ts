import { CallError } from "../../errors/call-error.ts";
import { FormDigests } from "../../lock/form-digests.ts";
import { EMPTY_LOCK } from "../../lock/lock-file.ts";
import type { LockedSource } from "../../lock/lock-file.ts";
import { INSTRUCTIONS, readInstructions } from "../../lock/locked-instructions.ts";
import { toLockedSource } from "../../lock/locked-source.ts";
import type { DigestedForm } from "../../lock/locked-source.ts";
import { mergeSources } from "../../lock/merge-sources.ts";
import type { OperationChange } from "../../lock/operation-change.ts";
import { toForm } from "../../lock/operation-form.ts";
import { printLock } from "../../lock/print-lock.ts";
import { inSlices } from "../../shared/time/slices.ts";
import type { LockChange, LockStore } from "../lock/lock-store.ts";
import type { LockDecision, SourceChanges, SourcesLock } from "../lock/sources-lock.ts";
import type { SourceRunner } from "./source-runner.ts";
import type { SourceKind } from "./source-status.ts";

/** The lock beside the config, and the running sources that are compared with it. */
export class StoredLock implements SourcesLock {
  readonly #store: LockStore;
  readonly #all: () => Iterable<SourceRunner>;
  /** The sources of the config, as the lock names them. */
  configured: ReadonlySet<string> = new Set();

  constructor(store: LockStore, runners: () => Iterable<SourceRunner>) {
    this.#store = store;
    this.#all = runners;
  }

  get file(): string {
    return this.#store.file;
  }

  get exists(): boolean {
    return this.#store.lock !== undefined;
  }

  get stale(): string[] {
    return Object.keys((this.#store.lock ?? EMPTY_LOCK).sources).filter((name) => !this.configured.has(name));
  }

  changes(): SourceChanges[] {
    return this.#runners().map((runner) => {
      const { name: source, kind } = runner.entry;
      const { verdict, locked } = runner.held;
      const isCompared =
        runner.offered !== undefined || (verdict?.isSeenByCallers === true && verdict.changes.length > 0);
      if (verdict === undefined || !isCompared) return { source, kind, state: "absent", changes: [] };
      const held = new Set(verdict.held.map(({ change }) => change));
      const changes = changesOf(runner).map((change) => ({
        ...change,
        isQuarantined: held.has(change) || change.operation === INSTRUCTIONS || verdict.isSeenByCallers,
        isRefused: change.digest !== undefined && locked?.refused?.[change.operation] === change.digest,
      }));
      return { source, kind, state: verdict.state, changes };
    });
  }

  async decide({ source, kind, operation, digest, decision }: LockDecision): Promise<void> {
    const runner = this.#runners().find(({ entry }) => entry.name === source && entry.kind === kind);
    const verdict = runner?.held.verdict;
    const change = runner && changesOf(runner).find((each) => each.operation === operation);
    if (runner === undefined || verdict === undefined || change === undefined) {
      throw new CallError("OPERATION_NOT_FOUND", `${source} has no change of ${operation} that could be decided.`);
    }
    if (change.digest !== digest) {
      throw new CallError(
        "VALIDATION_ERROR",
        `${operation} has changed again. Review the new change before you decide.`,
      );
    }
    const offered = { ...verdict.offered, instructions: readInstructions(runner.offered?.instructions) };
    await this.#store.change(runner.held.lockName, function* (locked = { kind, operations: {} }) {
      if (decision === "refuse") return refuse(locked, operation, digest);
      return yield* mergeChanges(locked, offered, [change]);
    });
    await runner.recheck();
  }

  async write(accepts: (source: string, operation: string) => boolean = () => false): Promise<string> {
    return await inSlices(this.#write(accepts));
  }

  *#write(accepts: (source: string, operation: string) => boolean): Generator<void, string> {
    const sources: Record<string, LockedSource> = { ...(this.#store.lock ?? EMPTY_LOCK).sources };
    for (const name of this.stale) delete sources[name];
    for (const runner of this.#runners()) {
      const { held, entry } = runner;
      if (runner.offered === undefined) continue;
      const { locked } = held;
      const changed = changesOf(runner);
      const taken = changed.filter(({ operation }) => accepts(entry.name, operation));
      const isWhole = taken.length === changed.length;
      if (locked !== undefined && taken.length === 0 && !isWhole) continue;
      const current = yield* lockedNow(runner);
      const isReplaced = locked === undefined || (isWhole && !isRemote(entry.kind));
      sources[held.lockName] = isReplaced ? current : yield* mergeChanges(locked, current, taken);
    }
    return yield* printLock({ ...EMPTY_LOCK, sources });
  }

  #runners(): SourceRunner[] {
    return [...this.#all()].filter(({ held }) => held.isLockable);
  }
}

/** Everything of a source that differs from the lock. */
function changesOf({ held, offered }: SourceRunner): readonly OperationChange[] {
  const told = offered && held.instructionsChange(offered);
  return [...(held.verdict?.changes ?? []), ...(told === undefined ? [] : [told])];
}

function isRemote(kind: SourceKind): boolean {
  return kind === "hub" || kind === "nats" || kind === "redis";
}

function* lockedNow(runner: SourceRunner): Generator<void, LockedSource> {
  const { operations = [], revision, instructions: given } = runner.offered ?? {};
  const instructions = readInstructions(given);
  const { kind, namespace } = runner.entry;
  const digests = new FormDigests();
  const forms: DigestedForm[] = [];
  for (const operation of operations) {
    const form = toForm(operation, namespace);
    forms.push({ form, digest: yield* digests.digestOf(form) });
    yield;
  }
  return yield* toLockedSource(
    { kind, ...(revision === undefined ? {} : { revision }), ...(instructions === undefined ? {} : { instructions }) },
    forms,
    digests,
  );
}

function mergeChanges(locked: LockedSource, offered: LockedSource, changes: readonly OperationChange[]): LockChange {
  const renamed = changes.flatMap((change) =>
    change.changes.flatMap((each) => (each.change === "renamed" ? [each.before ?? ""] : [])),
  );
  const gone = changes.filter(({ digest }) => digest === undefined).map(({ operation }) => operation);
  const taken = changes.map(({ operation }) => operation);
  return mergeSources(locked, offered, { taken, dropped: [...gone, ...renamed] });
}

function refuse(locked: LockedSource, operation: string, digest: string | undefined): LockedSource {
  return digest === undefined ? locked : { ...locked, refused: { ...locked.refused, [operation]: digest } };
}
