import { connect, type Socket } from "node:net";

/** "up" is from the client to the server. */
export type Direction = "up" | "down";

interface ProxiedConnectionOptions {
  client: Socket;
  targetPort: number;
  /** Directions that are held now: shared with the proxy. */
  paused: ReadonlySet<Direction>;
  /** What of a chunk goes on; undefined when the proxy has ended the connection because of it. */
  inspect(direction: Direction, chunk: Buffer, connection: ProxiedConnection): Buffer | undefined;
}

interface Lane {
  direction: Direction;
  from: Socket;
  to: Socket;
  /** The receiver's buffer is full. */
  full: boolean;
  /** The sender is gone, and the receiver has not been told: its lane is held. */
  lost: boolean;
}

/** One client and its connection to the server. Bytes are copied by hand, so that each lane can be held by itself. */
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

  /** Starts or stops reading, as the proxy's pauses and full buffers demand. */
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

  /** Gives the receiver of this direction the last bytes and an orderly end; the sender loses its connection now. */
  endAfter(direction: Direction, last: Buffer | undefined): Promise<void> {
    this.#ended = true;
    const { from, to } = this.#lanes[direction === "up" ? 0 : 1];
    from.destroy();
    return new Promise((resolve) => {
      if (to.destroyed) return resolve();
      to.once("close", () => resolve());
      if (last !== undefined) to.write(last);
      to.end();
      // Only who reads sees that the other side has closed. What it still says goes nowhere.
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
      // After an orderly end the receiver has been told already, and may still have to read the rest.
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
