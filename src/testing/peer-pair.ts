import { OperationRegistry } from "../registry/operation-registry.ts";
import { operationId } from "../operation/operation-id.ts";
import { createMemoryBroker } from "../protocol/links/memory-bus.ts";
import { connectBus } from "../protocol/peers/bus-peer.ts";
import type { BusPeer, ConnectBusOptions } from "../protocol/peers/bus-peer.ts";

/** The options of one peer of a pair. */
export type PairedPeerOptions = Omit<ConnectBusOptions, "transport" | "prefix">;

/** Two peers that know each other's operations. */
export interface PeerPair {
  readonly near: BusPeer;
  readonly far: BusPeer;
  /** Ends both at once, without waiting for calls. */
  close(this: void): Promise<void>;
}

/**
 * Connects two peers in memory, like peers on NATS or Redis: with the whole protocol and its frames as text, but
 * without a network. Resolves once each knows what the other offers.
 *
 * @example
 * const { near, close } = await connectPeerPair({ far: { registry } });
 * const { data } = await near.call("demo.greet", { name: "Ada" });
 */
export async function connectPeerPair(
  options: { readonly near?: PairedPeerOptions | undefined; readonly far?: PairedPeerOptions | undefined } = {},
): Promise<PeerPair> {
  const broker = createMemoryBroker();
  const offered = [offeredBy(options.near?.registry), offeredBy(options.far?.registry)] as const;
  const near = await connectBus({ ...options.near, transport: broker.connect() });
  const far = await connectBus({ ...options.far, transport: broker.connect() });
  const close = async (): Promise<void> => {
    await Promise.all([near.close({ graceMs: 0 }), far.close({ graceMs: 0 })]);
  };
  try {
    await Promise.all([...offered[1].map((id) => near.waitFor(id)), ...offered[0].map((id) => far.waitFor(id))]);
  } catch (thrown) {
    await close();
    throw thrown;
  }
  return { near, far, close };
}

function offeredBy(registry = new OperationRegistry()): string[] {
  return registry
    .list()
    .map(operationId)
    .filter((id) => registry.getHandler(id) !== undefined);
}
