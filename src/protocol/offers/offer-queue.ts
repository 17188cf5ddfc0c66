import { CallError } from "../../errors/call-error.ts";
import { approximateSize } from "../../shared/json/data-size.ts";
import { runInSlices } from "../../shared/time/slices.ts";
import type { SlicedWork } from "../../shared/time/slices.ts";
import type { RemotePeer } from "./remote-peer.ts";

export interface ArrivedOffers {
  readonly peer: RemotePeer;
  readonly offers: readonly unknown[];
  readonly bytes: number;
  /** The first offer that has not been read yet. */
  next: number;
  refused: number;
}

export interface ArrivedWithdrawal {
  readonly peer: RemotePeer;
  readonly withdrawn: readonly string[];
  next: number;
}

type Arrived = ArrivedOffers | ArrivedWithdrawal;

/** How many refused offers of one event are reported one by one. */
export const MOST_TOLD = 10;

/** Bytes of offers that may wait. Beyond that they are read at once, which holds up everything else. */
const MOST_WAITING = 64 * 1024 * 1024;

/**
 * Everything that has arrived and has not been read yet, in order: offers, and withdrawn ids. Many are read in slices.
 */
export class OfferQueue {
  readonly #arrived: Arrived[] = [];
  readonly #readNext: (arrived: Arrived) => void;
  #waitingBytes = 0;
  #isReading = false;
  #reading: SlicedWork | undefined;

  /** `readNext` reads a few entries, and moves `next` past them. */
  constructor(readNext: (arrived: Arrived) => void) {
    this.#readNext = readNext;
  }

  addOffers(peer: RemotePeer, offers: readonly unknown[]): void {
    const bytes = approximateSize(offers, MOST_WAITING);
    this.#arrived.push({ peer, offers, bytes, next: 0, refused: 0 });
    this.#waitingBytes += bytes;
    this.#read();
    // A peer must not fill the memory with offers that wait.
    while (this.#waitingBytes >= MOST_WAITING) this.#takeStep();
  }

  addWithdrawal(peer: RemotePeer, withdrawn: readonly string[]): void {
    this.#arrived.push({ peer, withdrawn, next: 0 });
    this.#read();
  }

  /** Resolves when everything that has arrived is read; undefined if it is. */
  settled(): Promise<void> | undefined {
    return this.#isReading ? this.#reading?.ended : undefined;
  }

  /** Forgets what a peer has sent. */
  forget(peer: RemotePeer): void {
    for (let index = this.#arrived.length - 1; index >= 0; index--) {
      if (this.#arrived[index]?.peer === peer) this.#remove(index);
    }
  }

  clear(): void {
    this.#arrived.length = 0;
    this.#waitingBytes = 0;
  }

  #read(): void {
    // The work under way also takes what has just arrived.
    if (this.#isReading) return;
    this.#isReading = true;
    this.#reading = runInSlices(this.#steps());
  }

  *#steps(): Generator<void> {
    try {
      for (this.#takeStep(); this.#arrived.length > 0; this.#takeStep()) yield;
    } finally {
      this.#isReading = false;
    }
  }

  #takeStep(): void {
    const [first] = this.#arrived;
    if (first === undefined) return;
    this.#readNext(first);
    // A listener of the change may have removed it.
    if (this.#arrived[0] === first && isRead(first)) this.#remove(0);
  }

  #remove(index: number): void {
    const [arrived] = this.#arrived.splice(index, 1);
    if (arrived !== undefined && "bytes" in arrived) this.#waitingBytes -= arrived.bytes;
  }
}

export function isRead(arrived: ArrivedOffers | ArrivedWithdrawal): boolean {
  return arrived.next >= ("withdrawn" in arrived ? arrived.withdrawn : arrived.offers).length;
}

export function manyRefused(count: number): CallError {
  const message = `${count} operations of one offer were refused: only the first ${MOST_TOLD} are reported.`;
  return new CallError("VALIDATION_ERROR", message);
}
