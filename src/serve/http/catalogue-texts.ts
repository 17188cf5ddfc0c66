/** The lists and documents of a registry as texts, made in slices and kept for callers with the same rights. */
import type { Identity } from "../../operation/access-control.ts";
import { checkAccess, identityKey, isLimited } from "../../operation/access-control.ts";
import { operationId } from "../../operation/operation-id.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { shortHash } from "../../shared/short-hash.ts";
import { runInSlices } from "../../shared/time/slices.ts";

/** The number of views, and of texts, that are kept for callers with different rights. */
const MOST_KEPT = 20;
/** Characters of all texts that are kept. */
const MOST_CHARACTERS = 32 * 1024 * 1024;
/** The number of operations to process between two checks of the clock. */
const STEP = 100;

/** What one caller may call, at one moment. */
export interface CatalogueView {
  readonly specs: readonly OperationSpec[];
  /** Changes with what the caller may call, and with every change of the registry. */
  readonly version: string;
}

interface KeptText {
  readonly made: Promise<string>;
  /** 0 until it is made. */
  length: number;
}

export class CatalogueTexts {
  readonly #registry: OperationRegistry;
  readonly #views = new Map<string, Promise<CatalogueView>>();
  readonly #texts = new Map<string, KeptText>();
  /** Whether the operations that a caller sees depend on more than its rights. */
  #hasLimits: boolean | undefined;
  /** Distinguishes this process from the next, which counts its changes from zero. */
  readonly #epoch = Date.now().toString(36);
  #changes = 0;

  constructor(registry: OperationRegistry) {
    this.#registry = registry;
  }

  /** Forgets everything after a change of the registry. `caller`: only what this caller may call has changed. */
  clear(caller?: string): void {
    if (caller !== undefined) return this.#forget(caller);
    this.#changes++;
    this.#hasLimits = undefined;
    this.#views.clear();
    this.#texts.clear();
  }

  view(identity: Identity | undefined): Promise<CatalogueView> {
    this.#hasLimits ??= this.#registry.list().some(isLimited);
    // Otherwise, callers with the same rights have the same view.
    const caller = this.#hasLimits && identity !== undefined ? identityKey(identity) : "";
    const key = `${caller}\n${JSON.stringify([identity?.scopes, identity?.resources])}`;
    return this.#views.get(key) ?? keep(this.#views, key, this.#makeView(identity));
  }

  #forget(caller: string): void {
    for (const key of this.#views.keys()) if (key.startsWith(`${caller}\n`)) this.#views.delete(key);
  }

  /** A text of this kind for the view. Requests that come while it is made get the same one. */
  text(kind: string, view: CatalogueView, write: () => Promise<string>): Promise<string> {
    const key = `${kind} ${view.version}`;
    const known = this.#texts.get(key);
    if (known !== undefined) return known.made;
    const kept: KeptText = keep(this.#texts, key, { made: write(), length: 0 });
    void kept.made.then(
      ({ length }) => {
        kept.length = length;
        this.#dropOldest();
      },
      () => this.#texts.delete(key),
    );
    return kept.made;
  }

  #dropOldest(): void {
    let characters = 0;
    for (const { length } of this.#texts.values()) characters += length;
    for (const [key, { length }] of this.#texts) {
      if (characters <= MOST_CHARACTERS) break;
      this.#texts.delete(key);
      characters -= length;
    }
  }

  async #makeView(identity: Identity | undefined): Promise<CatalogueView> {
    const registry = this.#registry;
    const changes = this.#changes;
    // The operations of this moment. The next view has what changes meanwhile.
    const all = registry.list();
    const specs: OperationSpec[] = [];
    let ids = "";
    const steps = function* (): Generator<void> {
      for (const [index, spec] of all.entries()) {
        const id = operationId(spec);
        if (registry.getHandler(id) !== undefined && checkAccess(spec.accessControl, identity)) {
          specs.push(spec);
          ids += ` ${id}`;
        }
        if (index % STEP === STEP - 1) yield;
      }
    };
    await runInSlices(steps()).ended;
    return { specs, version: `${this.#epoch}-${changes}-${specs.length}-${shortHash(ids)}` };
  }
}

function keep<T>(kept: Map<string, T>, key: string, made: T): T {
  const [oldest] = kept.keys();
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(key, made);
  return made;
}
