import { connect, type Socket } from "node:net";

/** "up" is from the client to the server. */
export type Direction = "up" | "down";

interface ProxiedConnectionOptions {
  client: Socket;
  targetPort: number;
  /** The directions that are held now. Shared with the proxy. */
  paused: ReadonlySet<Direction>;
  /** The part of a chunk to pass on, or undefined if the proxy has ended the connection because of it. */
  inspect(direction: Direction, chunk: Buffer, connection: ProxiedConnection): Buffer | undefined;
}

interface Lane {
  direction: Direction;
  from: Socket;
  to: Socket;
  /** The receiver's buffer is full. */
  full: boolean;
  /** The sender is gone, and the receiver does not know, because its lane is held. */
  lost: boolean;
}

/** One client and its connection to the server. Copies bytes by hand, so that each lane can be held separately. */
export class ProxiedConnection {
  readonly #options: ProxiedConnectionOptions;
  readonly #lanes: readonly [Lane, Lane];
  #ended = false;

  constructor(options: ProxiedConnectionOptions) {
    this.#options = options;
    const { client } = options;
    const server = connect({ port: options.targetPort, host: "127.0.0.1", allowHalfOpen: true });
    client.setNoDelay(true);
    server.setNoDelay(true);
    this.#lanes = [
      { direction: "up", from: client, to: server, full: false, lost: false },
      { direction: "down", from: server, to: client, full: false, lost: false },
    ];
    for (const lane of this.#lanes) this.#carry(lane);
    this.flow();
  }

  onClosed(listener: () => void): void {
    let sides = 2;
    for (const lane of this.#lanes) lane.from.once("close", () => --sides === 0 && listener());
  }

  /** Starts or stops reading, depending on the proxy's pauses and on full buffers. */
  flow(): void {
    for (const lane of this.#lanes) {
      const held = this.#options.paused.has(lane.direction);
      if (held || lane.full) lane.from.pause();
      else lane.from.resume();
      if (!held && lane.lost) lane.to.destroy();
    }
  }

  destroy(): void {
    this.#ended = true;
    for (const lane of this.#lanes) lane.from.destroy();
  }

  /** Gives the receiver the last bytes and an orderly end. The sender loses its connection at once. */
  endAfter(direction: Direction, last: Buffer | undefined): Promise<void> {
    this.#ended = true;
    const { from, to } = this.#lanes[direction === "up" ? 0 : 1];
    from.destroy();
    return new Promise((resolve) => {
      if (to.destroyed) return resolve();
      to.once("close", () => resolve());
      if (last !== undefined) to.write(last);
      to.end();
      // Keep reading, because only a reader sees the other side close. Drop what it still sends.
      to.resume();
    });
  }

  #carry(lane: Lane): void {
    lane.from.on("data", (chunk: Buffer) => this.#forward(lane, chunk));
    lane.to.on("drain", () => {
      lane.full = false;
      this.flow();
    });
    lane.from.on("end", () => {
      if (!this.#ended) lane.to.end();
    });
    lane.from.on("error", () => {});
    lane.from.on("close", () => {
      // After an orderly end the receiver knows already, and may still have to read the rest.
      if (this.#ended || lane.from.readableEnded) return;
      lane.lost = true;
      this.flow();
    });
    lane.to.on("close", () => {
      lane.full = false;
      this.flow();
    });
  }

  #forward(lane: Lane, chunk: Buffer): void {
    if (this.#ended || lane.to.destroyed) return;
    const kept = this.#options.inspect(lane.direction, chunk, this);
    if (kept === undefined || lane.to.write(kept)) return;
    lane.full = true;
    this.flow();
  }
}
