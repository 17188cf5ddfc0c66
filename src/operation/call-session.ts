/**
 * The session in which a client calls: an MCP session, a WebSocket connection. Whatever is kept for it ends with it.
 * Calls over plain HTTP have none.
 */
export interface CallSession {
  /** Unlike that of any other session in this process. */
  readonly id: string;
  /** Fires when the session has ended. */
  readonly ended: AbortSignal;
}
