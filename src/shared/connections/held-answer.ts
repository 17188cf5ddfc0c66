import { CallError } from "../../errors/call-error.ts";
import { withoutStack } from "../../errors/without-stack.ts";

/** Bytes of long answers that may be held at once in this process. */
const MOST_HELD = 128 * 1024 * 1024;
/** An answer of up to this many bytes is not counted: calls in flight are bounded. */
export const SHORT_ANSWER = 64 * 1024;

const held = new Set<HeldAnswer>();
let total = 0;

/** How many bytes of long answers are held now. */
export function heldBytes(): number {
  return total;
}

/**
 * The bytes of a long answer, from its arrival until it is parsed. All answers of a process share one bound. Beyond it
 * the sender with the most bytes loses its largest answer, so that a server that sends slowly, however many answers,
 * cannot keep others out.
 */
export class HeldAnswer {
  /** Who sends it. */
  readonly sender: unknown;
  /** How many have arrived. */
  bytes = 0;
  /** The error for its caller, once it is refused: its bytes are to be dropped. It may be whole, and wait to be parsed. */
  refused: CallError | undefined;
  readonly #limit: number;
  readonly #onRefused: ((error: CallError) => void) | undefined;
  #isOver = false;

  /** `limit`: how long it may be. */
  constructor(sender: unknown, limit: number, onRefused?: (error: CallError) => void) {
    this.sender = sender;
    this.#limit = limit;
    this.#onRefused = onRefused;
  }

  /** So many bytes have arrived in all. */
  grow(bytes: number): void {
    if (this.#isOver) return;
    held.add(this);
    total += bytes - this.bytes;
    this.bytes = bytes;
    // Where a config allows longer answers, two of them fit.
    while (total > Math.max(MOST_HELD, 2 * this.#limit) && held.size > 1) HeldAnswer.#refuseLargest();
  }

  /** Its bytes are no longer held. */
  release(): void {
    this.#isOver = true;
    if (!held.delete(this)) return;
    total -= this.bytes;
    this.bytes = 0;
  }

  static #refuseLargest(): void {
    const bytesOf = new Map<unknown, number>();
    for (const { sender, bytes } of held) bytesOf.set(sender, (bytesOf.get(sender) ?? 0) + bytes);
    const most = Math.max(...bytesOf.values());
    let largest: HeldAnswer | undefined;
    for (const each of held)
      if (bytesOf.get(each.sender) === most && each.bytes > (largest?.bytes ?? 0)) largest = each;
    if (largest === undefined) return;
    const message =
      `Answers of more than ${MOST_HELD} bytes are being read at once, and this is the largest of the server that ` +
      "sends most.";
    largest.release();
    // The stack is that of another answer, which it would hold.
    largest.refused = withoutStack(() => new CallError("OVERLOADED", message, undefined, { phase: "started" }));
    largest.#onRefused?.(largest.refused);
  }
}
