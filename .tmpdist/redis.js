import { t as redisRateStore } from "./chunks/redis-rate-store-EFay-6dI.js";
import { n as connectBus } from "./chunks/bus-peer-ryyqi57k.js";
import { t as createMemoryBroker } from "./chunks/memory-bus-CLN6HvwZ.js";
import { t as signedIdentity } from "./chunks/signed-identity-jUIVda0a.js";
import { t as redisBus } from "./chunks/redis-bus-BY8RK3nb.js";
export { connectBus, createMemoryBroker, redisBus, redisRateStore, signedIdentity };
