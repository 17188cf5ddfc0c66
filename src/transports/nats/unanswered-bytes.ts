/** Fewer bytes than this are not worth a round trip: the socket's own buffer takes as many. */
const ASK_FROM = 64 * 1024;

/**
 * Bytes that were published and may not have left yet. The client does not say how much it holds, so this asks the
 * server, whose answer comes after everything that it was sent. It makes one round trip at a time, and none for a few
 * bytes.
 */
export class UnansweredBytes {
  readonly #roundTrip: () => Promise<void>;
  #published = 0;
  #answered = 0;
  #isAsking = false;

  constructor(roundTrip: () => Promise<void>) {
    this.#roundTrip = roundTrip;
  }

  get count(): number {
    const waiting = this.#published - this.#answered;
    return waiting < ASK_FROM ? 0 : waiting;
  }

  add(bytes: number): void {
    this.#published += bytes;
    if (!this.#isAsking && this.count > 0) void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    try {
      while (this.count > 0) {
        const upTo = this.#published;
        await this.#roundTrip();
        this.#answered = upTo;
      }
    } catch {
      // The connection is lost, and the bytes that had not left are lost with it.
      this.#answered = this.#published;
    } finally {
      this.#isAsking = false;
    }
  }
}
