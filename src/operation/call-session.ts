import { nextRequestId } from "../shared/request-id.ts";

/**
 * The session in which a client calls: an MCP session, a WebSocket connection. Whatever is kept for it ends with it.
 * Calls over plain HTTP have none.
 */
export interface CallSession {
  /** Unique among the sessions of this process. */
  readonly id: string;
  /** Fires when the session has ended. */
  readonly ended: AbortSignal;
}

/** A session that an interface opens and ends. Costs nothing until an operation asks for it. */
export class OpenCallSession implements CallSession {
  #id: string | undefined;
  #controller: AbortController | undefined;
  #hasEnded = false;

  get id(): string {
    return (this.#id ??= nextRequestId());
  }

  get ended(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#hasEnded) this.#controller.abort();
    return this.#controller.signal;
  }

  end(): void {
    this.#hasEnded = true;
    this.#controller?.abort();
  }
}
