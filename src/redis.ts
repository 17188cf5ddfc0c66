/**
 * `@alkdev/operations/redis`: processes that offer operations to each other, and call them, over Redis.
 *
 * @module
 */
export { redisBus } from "./transports/redis/redis-bus.ts";
export type { RedisBusOptions } from "./transports/redis/redis-bus.ts";
export { connectBus } from "./protocol/bus-peer.ts";
export type { BusPeer, ConnectBusOptions } from "./protocol/bus-peer.ts";
export type { Bus, BusReceiver, BusState, BusSubscription } from "./protocol/bus.ts";
export { createMemoryBroker } from "./protocol/memory-bus.ts";
export { signedIdentity } from "./protocol/signed-identity.ts";
export type { SignedIdentity, SignedIdentityOptions, SignedToken, VerifiedToken } from "./protocol/signed-identity.ts";
export type { ProtocolCounters } from "./protocol/protocol-counters.ts";
export type { ProtocolLimits } from "./protocol/protocol-limits.ts";
export type { RemoteCallOptions } from "./protocol/call-options.ts";
