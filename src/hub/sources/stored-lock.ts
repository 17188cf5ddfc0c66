import { CallError } from "../../errors/call-error.ts";
import { FormDigests } from "../../lock/form-digests.ts";
import { EMPTY_LOCK } from "../../lock/lock-file.ts";
import type { LockedSource } from "../../lock/lock-file.ts";
import { toLockedSource } from "../../lock/locked-source.ts";
import { mergeSources } from "../../lock/merge-sources.ts";
import type { OperationChange } from "../../lock/operation-change.ts";
import { toForm } from "../../lock/operation-form.ts";
import { printLock } from "../../lock/print-lock.ts";
import type { LockStore } from "../lock/lock-store.ts";
import type { LockDecision, SourceChanges, SourcesLock } from "../lock/sources-lock.ts";
import type { SourceRunner } from "./source-runner.ts";
import type { SourceKind } from "./source-status.ts";

/** The lock beside the config, over the sources that run. */
export class StoredLock implements SourcesLock {
  readonly #store: LockStore;
  readonly #all: () => Iterable<SourceRunner>;

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

  changes(): SourceChanges[] {
    return this.#runners().map((runner) => {
      const { name: source, kind } = runner.entry;
      const { verdict, locked } = runner.held;
      if (verdict === undefined || runner.offered === undefined) return { source, kind, state: "absent", changes: [] };
      const held = new Set(verdict.held.map(({ change }) => change));
      const changes = verdict.changes.map((change) => ({
        ...change,
        isQuarantined: held.has(change),
        isRefused: change.digest !== undefined && locked?.refused?.[change.operation] === change.digest,
      }));
      return { source, kind, state: verdict.state, changes };
    });
  }

  async decide({ source, kind, operation, digest, decision }: LockDecision): Promise<void> {
    const runner = this.#runners().find(({ entry }) => entry.name === source && entry.kind === kind);
    const verdict = runner?.held.verdict;
    const change = verdict?.changes.find((each) => each.operation === operation);
    if (runner === undefined || verdict === undefined || change === undefined) {
      throw new CallError("OPERATION_NOT_FOUND", `${source} has no change of ${operation} that could be decided.`);
    }
    if (change.digest !== digest) {
      throw new CallError("VALIDATION_ERROR", `${operation} has changed again: look at it once more.`);
    }
    await this.#store.change(runner.held.lockName, (locked = { kind, operations: {} }) =>
      decision === "refuse" ? refuse(locked, operation, digest) : mergeChanges(locked, verdict.offered, [change]),
    );
    await runner.recheck();
  }

  write(accepts: (source: string, operation: string) => boolean = () => false): string {
    const sources: Record<string, LockedSource> = { ...(this.#store.lock ?? EMPTY_LOCK).sources };
    for (const runner of this.#runners()) {
      const { held, entry } = runner;
      if (runner.offered === undefined) continue;
      const { locked } = held;
      const changed = held.verdict?.changes ?? [];
      const taken = changed.filter(({ operation }) => accepts(entry.name, operation));
      const isWhole = taken.length === changed.length;
      if (locked !== undefined && taken.length === 0 && !isWhole) continue;
      const current = lockedNow(runner);
      sources[held.lockName] =
        locked === undefined || (isWhole && !isRemote(entry.kind)) ? current : mergeChanges(locked, current, taken);
    }
    return printLock({ ...EMPTY_LOCK, sources });
  }

  #runners(): SourceRunner[] {
    return [...this.#all()].filter(({ held }) => held.isLockable);
  }
}

function isRemote(kind: SourceKind): boolean {
  return kind === "hub" || kind === "nats" || kind === "redis";
}

function lockedNow(runner: SourceRunner): LockedSource {
  const { operations = [], revision } = runner.offered ?? {};
  const { kind, namespace } = runner.entry;
  const digests = new FormDigests();
  const forms = operations.map((operation) => {
    const form = toForm(operation, namespace ?? operation.namespace);
    return { form, digest: digests.digestOf(form) };
  });
  return toLockedSource({ kind, ...(revision === undefined ? {} : { revision }) }, forms, digests);
}

function mergeChanges(locked: LockedSource, offered: LockedSource, changes: readonly OperationChange[]): LockedSource {
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
