/** A mesh of peers on NATS: how discovery and memory grow with their number. */
import { setTimeout as sleep } from "node:timers/promises";
import type * as Main from "../../src/entries/index.ts";
import type * as Nats from "../../src/entries/nats.ts";
import { findFreePort } from "../../tests/support/free-port.ts";
import { startBroker } from "../../tests/support/broker-servers.ts";
import { loadDist } from "./load-dist.ts";

const OPERATIONS = 200;
const QUIET_MS = 10_000;
/** A limit for a busy machine with all peers in one process. */
const PATIENCE_MS = 120_000;

interface Traffic {
  readonly in_msgs: number;
  readonly in_bytes: number;
  readonly out_bytes: number;
}

/** All peers live in this process, each with its own connection and registry. */
export async function simulateMesh(sizes: readonly number[]): Promise<void> {
  const { defineOperation, OperationRegistry, Type } = await loadDist<typeof Main>("index");
  const { connectBus, natsBus } = await loadDist<typeof Nats>("nats");
  const monitor = await findFreePort();
  const broker = await startBroker("nats", { config: `http: "127.0.0.1:${monitor}"` });
  const traffic = async (): Promise<Traffic> =>
    (await (await fetch(`http://127.0.0.1:${monitor}/varz`)).json()) as Traffic;
  const inputSchema = Type.Object({ id: Type.Integer(), note: Type.Optional(Type.String()) });
  const join = async (number: number): Promise<Nats.BusPeer> => {
    const registry = new OperationRegistry();
    for (let index = 0; index < OPERATIONS; index++) {
      registry.register(
        defineOperation({
          namespace: `peer${number}`,
          name: `operation${index}`,
          version: "1.0.0",
          type: "QUERY",
          description: `Does what operation ${index} of peer ${number} does`,
          inputSchema,
          outputSchema: inputSchema,
          accessControl: { requiredScopes: [] },
          handler: (input) => input,
        }),
      );
    }
    return await connectBus({ transport: await natsBus({ servers: broker.url }), registry });
  };
  console.log(`\nA mesh on NATS, ${OPERATIONS} operations at each peer`);
  console.log(
    "   peers   known to each   published to join   delivered to join   heap of each   delivered while quiet",
  );
  const peers: Nats.BusPeer[] = [];
  globalThis.gc?.();
  const empty = process.memoryUsage().heapUsed;
  try {
    let before = await traffic();
    for (const size of sizes) {
      const added = size - peers.length;
      while (peers.length < size) peers.push(await join(peers.length));
      await Promise.all(peers.map((peer, own) => knowsAll(peer, own, size)));
      const joined = await traffic();
      globalThis.gc?.();
      const heap = (process.memoryUsage().heapUsed - empty) / size;
      await sleep(QUIET_MS);
      const after = await traffic();
      const cells = [
        String(size * OPERATIONS),
        `${((joined.in_bytes - before.in_bytes) / added / 1e3).toFixed(0)} kB each`,
        `${((joined.out_bytes - before.out_bytes) / added / 1e6).toFixed(2)} MB each`,
        `${(heap / 1e6).toFixed(1)} MB`,
        `${((after.out_bytes - joined.out_bytes) / (QUIET_MS / 1000) / 1e3).toFixed(1)} kB/s`,
      ];
      console.log(
        `  ${String(size).padStart(6)}  ${cells.map((cell, index) => cell.padStart([14, 18, 18, 13, 22][index] ?? 0)).join("  ")}`,
      );
      before = after;
    }
  } finally {
    await Promise.all(peers.map((peer) => peer.close()));
    await broker.stop();
  }
}

async function knowsAll(peer: Nats.BusPeer, own: number, size: number): Promise<void> {
  for (let other = 0; other < size; other++) {
    if (other !== own) await peer.waitFor(`peer${other}.operation${OPERATIONS - 1}`, PATIENCE_MS);
  }
}
