/**
 * `@alkdev/operations/nats`: processes that offer operations to each other, and call them, over NATS.
 *
 * @module
 */
export { natsBus } from "./transports/nats/nats-bus.ts";
export type { NatsBusOptions } from "./transports/nats/connect-nats.ts";
export { connectBus } from "./protocol/bus-peer.ts";
export type { BusPeer, ConnectBusOptions } from "./protocol/bus-peer.ts";
export type { Bus, BusReceiver, BusState, BusSubscription } from "./protocol/bus.ts";
export { createMemoryBroker } from "./protocol/memory-bus.ts";
export { signedIdentity } from "./protocol/signed-identity.ts";
export type { SignedIdentity, SignedIdentityOptions, SignedToken, VerifiedToken } from "./protocol/signed-identity.ts";
export type { ProtocolCounters } from "./protocol/protocol-counters.ts";
export type { ProtocolLimits } from "./protocol/protocol-limits.ts";
export type { RemoteCallOptions } from "./protocol/call-options.ts";
