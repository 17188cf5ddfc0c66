/** Where the time of one call over HTTP went, in milliseconds. */
export interface CallTimes {
  readonly operationId: string;
  /** Until the whole request has arrived and it is its turn. */
  readonly queueMs: number;
  /** Access, limits, approval and the check of the input: until the handler was entered. */
  readonly checksMs: number;
  /** The handler, with the services behind it, and the check of its result. 0 for a call that was refused before. */
  readonly upstreamMs: number;
  /** Until the answer was serialised and passed to the connection. */
  readonly writeMs: number;
}

/** Takes the times of a call. */
export class CallClock {
  readonly #operationId: string;
  readonly #arrivedAt: number;
  #readAt: number | undefined;
  #enteredAt: number | undefined;
  #leftAt: number | undefined;

  constructor(operationId: string, arrivedAt = performance.now()) {
    this.#operationId = operationId;
    this.#arrivedAt = arrivedAt;
  }

  /** The input is there. */
  noteRead(): void {
    this.#readAt = performance.now();
  }

  /** The handler is entered. Only the first report counts. */
  readonly noteEntered = (): void => {
    this.#enteredAt ??= performance.now();
  };

  /** The call has ended, one way or the other. */
  noteLeft(): void {
    this.#leftAt ??= performance.now();
  }

  /** The answer was written. */
  times(): CallTimes {
    const now = performance.now();
    const leftAt = this.#leftAt ?? now;
    const readAt = this.#readAt ?? leftAt;
    const enteredAt = this.#enteredAt ?? leftAt;
    return {
      operationId: this.#operationId,
      queueMs: readAt - this.#arrivedAt,
      checksMs: enteredAt - readAt,
      upstreamMs: leftAt - enteredAt,
      writeMs: now - leftAt,
    };
  }
}
