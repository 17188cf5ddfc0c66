import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { findFreePort } from "./free-port.ts";
import { ProxiedConnection, type Direction } from "./proxied-connection.ts";

export type { Direction } from "./proxied-connection.ts";

/** A number of bytes, or a test for the chunk to cut after. */
export type CutMoment = number | ((chunk: Buffer) => boolean);

/** A proxy in front of a loopback port. Tests use it to break connections. */
export interface TcpProxy {
  readonly port: number;
  /** How many connections are open now. */
  readonly connections: number;
  /** Destroys all connections on both sides, or only one, counted from 0 in order of arrival. */
  cut(index?: number): void;
  /**
   * Holds everything in this direction ("up" is towards the server), like a black hole. Connections stay open and new
   * ones are accepted. One side does not even see that the other has closed.
   */
  pause(direction: Direction | "both"): void;
  /** Releases everything held. */
  resume(): void;
  /** While on, refuses new connections. Open ones stay. */
  refuse(on: boolean): Promise<void>;
  /**
   * Cuts all connections once: after the chunk that `when` chooses, or after that many bytes in this direction, counted
   * over all connections from now. The receiver still gets everything up to that point; the sender hears nothing more.
   * Resolves with true once that has happened and the receiver has read it all, with false if the signal or `close()`
   * came first.
   */
  cutAfter(direction: Direction, when: CutMoment, signal?: AbortSignal): Promise<boolean>;
  /** Destroys all connections and accepts no more. */
  close(): Promise<void>;
}

/** Starts a proxy in front of a port. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const port = await findFreePort();
  const open = new Set<ProxiedConnection>();
  const paused = new Set<Direction>();
  let trap: Trap | undefined;
  let server: Server | undefined;

  const inspect = (direction: Direction, chunk: Buffer, connection: ProxiedConnection): Buffer | undefined => {
    const kept = trap?.direction === direction ? trap.take(chunk) : undefined;
    if (trap === undefined || kept === undefined) return chunk;
    const sprung = trap;
    trap = undefined;
    const farewells = [...open].map((each) => each.endAfter(direction, each === connection ? kept : undefined));
    void Promise.all(farewells).then(() => sprung.done(true));
    return undefined;
  };
  const listen = async (): Promise<void> => {
    server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (client) => {
      const connection = new ProxiedConnection({ client, targetPort, paused, inspect });
      open.add(connection);
      connection.onClosed(() => open.delete(connection));
    });
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  const cut = (index?: number): void => {
    const victims = index === undefined ? [...open] : [...open].slice(index, index + 1);
    for (const connection of victims) connection.destroy();
  };
  const resume = (): void => {
    paused.clear();
    for (const connection of open) connection.flow();
  };

  await listen();
  return {
    port,
    get connections() {
      return open.size;
    },
    cut,
    pause(direction) {
      for (const each of direction === "both" ? (["up", "down"] as const) : [direction]) paused.add(each);
      for (const connection of open) connection.flow();
    },
    resume,
    async refuse(on) {
      if (on) {
        // Its callback would wait for the connections. The port is free at once.
        server?.close();
        server = undefined;
      } else if (server === undefined) {
        await listen();
      }
    },
    async cutAfter(direction, when, signal) {
      if (trap !== undefined) throw new Error("one cut is already waiting");
      if (signal?.aborted === true) return false;
      const disarm = (): void => {
        trap?.done(false);
        trap = undefined;
      };
      signal?.addEventListener("abort", disarm);
      const happened = await new Promise<boolean>((done) => {
        trap = { direction, take: typeof when === "number" ? afterBytes(when) : afterChunk(when), done };
      });
      signal?.removeEventListener("abort", disarm);
      return happened;
    },
    async close() {
      const closing = server;
      server = undefined;
      trap?.done(false);
      trap = undefined;
      cut();
      if (closing !== undefined) await new Promise((resolve) => closing.close(resolve));
    },
  };
}

interface Trap {
  direction: Direction;
  /** The part of this chunk that passes before the cut, or undefined if it is not time yet. */
  take(chunk: Buffer): Buffer | undefined;
  done(happened: boolean): void;
}

function afterChunk(matches: (chunk: Buffer) => boolean): Trap["take"] {
  return (chunk) => (matches(chunk) ? chunk : undefined);
}

function afterBytes(count: number): Trap["take"] {
  let left = count;
  return (chunk) => {
    if (chunk.length >= left) return chunk.subarray(0, left);
    left -= chunk.length;
    return undefined;
  };
}
