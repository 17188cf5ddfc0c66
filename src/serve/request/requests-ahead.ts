/**
 * Requests that clients send before they have the answers to those before them. Those of one connection run one after
 * another: a client that reads no answer gets no second one made.
 */
import type { NodeRequest, NodeRequestListener, NodeResponse, NodeSocket } from "./node-http.ts";

/** Requests that may wait on one connection. */
const MOST_AHEAD = 100;

type Ahead = readonly [request: NodeRequest, response: NodeResponse];

export class RequestsAhead {
  readonly #waiting = new Map<NodeSocket, Ahead[]>();
  readonly #cut: (socket: NodeSocket) => void;

  /** `cut` ends a connection on which too many requests wait. */
  constructor(cut: (socket: NodeSocket) => void) {
    this.#cut = cut;
  }

  /** How many connections have requests that wait. */
  get size(): number {
    return this.#waiting.size;
  }

  /** Keeps a request until the answers before it have left. */
  add(request: NodeRequest, response: NodeResponse): void {
    const { socket } = request;
    // Node goes on reading what has arrived on a connection that was ended.
    if (socket.destroyed === true) return;
    const queue = this.#waiting.get(socket);
    if (queue === undefined) this.#waiting.set(socket, [[request, response]]);
    else if (queue.push([request, response]) > MOST_AHEAD) {
      this.#waiting.delete(socket);
      this.#cut(socket);
    }
  }

  /** An answer has left, or its connection is gone: serves the next request of the connection, if it still can be. */
  next(socket: NodeSocket, serve: NodeRequestListener): void {
    const queue = this.#waiting.get(socket);
    const next = queue?.shift();
    if (queue === undefined || next === undefined) return;
    const [request, response] = next;
    const isOver = socket.destroyed === true || response.socket === null;
    if (isOver || queue.length === 0) this.#waiting.delete(socket);
    if (!isOver) serve(request, response);
  }
}
