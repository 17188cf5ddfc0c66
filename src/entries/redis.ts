/**
 * `@alkdev/operations/redis`: processes that offer operations to each other, and call them, over Redis.
 *
 * @module
 */
export { redisBus } from "../transports/redis/redis-bus.ts";
export type { RedisBusOptions } from "../transports/redis/redis-bus.ts";
export { redisRateStore } from "../transports/redis/redis-rate-store.ts";
export type { RedisRateStore, RedisRateStoreOptions } from "../transports/redis/redis-rate-store.ts";
export { connectBus } from "../protocol/peers/bus-peer.ts";
export type { BusPeer, ConnectBusOptions } from "../protocol/peers/bus-peer.ts";
export type { Bus, BusReceiver, BusState, BusSubscription, TextSeal } from "../protocol/ports/bus.ts";
export { createMemoryBroker } from "../protocol/links/memory-bus.ts";
export { signedIdentity } from "../protocol/identity/signed-identity.ts";
export type {
  SharedSecret,
  SignedIdentity,
  SignedIdentityOptions,
  SignedToken,
  VerifiedToken,
} from "../protocol/identity/signed-identity.ts";
export type { ProtocolCounters } from "../protocol/wire/protocol-counters.ts";
export type { ProtocolLimits } from "../protocol/wire/protocol-limits.ts";
export type { RemoteCallOptions } from "../protocol/caller/call-options.ts";
