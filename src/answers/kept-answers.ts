import { CallError } from "../errors/call-error.ts";
import { checkAccess, identityKey } from "../operation/access-control.ts";
import type { AccessControl, Identity } from "../operation/access-control.ts";

/** How much is kept, and how long. */
export interface KeptAnswersOptions {
  /** Milliseconds that an answer is kept. Default: 15 minutes. */
  readonly keepFor?: number | undefined;
  /** Answers of one caller; a new one then replaces the oldest. Default: 20. */
  readonly maxPerCaller?: number | undefined;
  /** Characters of all answers of one caller, as JSON. A longer answer is not kept. Default: 16 Mi. */
  readonly maxSizePerCaller?: number | undefined;
  /** Characters of all answers. Beyond that, the caller with the most loses its oldest. Default: 64 Mi. */
  readonly maxSize?: number | undefined;
}

/** Whose answer it is: an identity or, without one, a session. */
export interface AnswerOwner {
  readonly identity: Identity | undefined;
  readonly session: object | undefined;
}

/** What the owner learns about a kept answer. */
export interface AnswerHandle {
  readonly handle: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

interface Kept {
  readonly owner: unknown;
  readonly requires: () => AccessControl;
  readonly text: string;
  /** Parsed when it is first read. */
  value?: unknown;
  readonly stop: () => void;
}

/** In Node and Bun a timer can let the process end. Elsewhere a timer is a number. */
type Timer = ReturnType<typeof setTimeout> & { unref?(): unknown };

const NOBODY = "nobody";

/**
 * Answers that were too large for their callers, who read them in parts. An answer belongs to its caller, expires after
 * a while, and is read only while its caller may still call the operation.
 */
export class KeptAnswers {
  readonly #kept = new Map<string, Kept>();
  readonly #sizes = new Map<unknown, number>();
  readonly #keepFor: number;
  readonly #maxPerCaller: number;
  readonly #maxSize: number;
  /** Characters of the longest answer that is kept. */
  readonly longest: number;
  #size = 0;
  #isClosed = false;

  constructor(options: KeptAnswersOptions = {}) {
    this.#keepFor = options.keepFor ?? 15 * 60_000;
    this.#maxPerCaller = options.maxPerCaller ?? 20;
    this.#maxSize = options.maxSize ?? 64 * 2 ** 20;
    this.longest = Math.min(options.maxSizePerCaller ?? 16 * 2 ** 20, this.#maxSize);
  }

  /** Characters of all answers that are kept. */
  get size(): number {
    return this.#size;
  }

  /** How many answers are kept. */
  get count(): number {
    return this.#kept.size;
  }

  /**
   * Keeps the JSON of an answer. Undefined if it is too long to be kept. `requires` is called with every read: what the
   * operation requires of its callers may have changed.
   */
  keep(text: string, by: AnswerOwner, requires: () => AccessControl): AnswerHandle | undefined {
    if (this.#isClosed || text.length > this.longest) return undefined;
    const owner = ownerKey(by);
    const isFull = (): boolean =>
      this.#of(owner).length >= this.#maxPerCaller || (this.#sizes.get(owner) ?? 0) + text.length > this.longest;
    while (isFull()) this.#remove(this.#of(owner)[0] as string);
    while (this.#size + text.length > this.#maxSize) this.#remove(this.#of(this.#largestOwner())[0] as string);
    const handle = `answer-${crypto.randomUUID()}`;
    const timer: Timer = setTimeout(() => this.#remove(handle), this.#keepFor);
    // No caller comes back to a process that has nothing else to do.
    timer.unref?.();
    this.#kept.set(handle, { owner, requires, text, stop: () => clearTimeout(timer) });
    this.#count(owner, text.length);
    return { handle, expiresAt: Date.now() + this.#keepFor };
  }

  /** The answer as parsed JSON. Another caller's handle is treated as unknown. */
  read(handle: string, by: AnswerOwner): unknown {
    const kept = this.#kept.get(handle);
    if (kept === undefined || kept.owner !== ownerKey(by) || !checkAccess(kept.requires(), by.identity)) {
      const message = "There is no answer with this handle: it is another caller's, or is no longer kept.";
      throw new CallError("VALIDATION_ERROR", message);
    }
    return (kept.value ??= JSON.parse(kept.text));
  }

  close(): void {
    this.#isClosed = true;
    for (const handle of this.#kept.keys()) this.#remove(handle);
  }

  /** The handles of an owner, from the oldest on. */
  #of(owner: unknown): string[] {
    return [...this.#kept].filter(([, kept]) => kept.owner === owner).map(([handle]) => handle);
  }

  #largestOwner(): unknown {
    let [found, most] = [undefined as unknown, -1];
    for (const [owner, size] of this.#sizes) if (size > most) [found, most] = [owner, size];
    return found;
  }

  #remove(handle: string): void {
    const kept = this.#kept.get(handle);
    if (kept === undefined) return;
    this.#kept.delete(handle);
    kept.stop();
    this.#count(kept.owner, -kept.text.length);
  }

  #count(owner: unknown, change: number): void {
    this.#size += change;
    const size = (this.#sizes.get(owner) ?? 0) + change;
    if (size > 0) this.#sizes.set(owner, size);
    else this.#sizes.delete(owner);
  }
}

/** Callers with neither have only the handle, which cannot be guessed. */
function ownerKey({ identity, session }: AnswerOwner): unknown {
  return identity === undefined ? (session ?? NOBODY) : identityKey(identity);
}
