import type { Contender } from "./contender.ts";
import { moleculer } from "./moleculer.ts";
import { oursOnNats, oursOnRedis } from "./our-bus.ts";
import { oursOnWebSocket, oursThroughRegistry } from "./our-websocket.ts";
import { rawNats, rawRedis } from "./raw-brokers.ts";
import { rawWebSocket } from "./raw-ws.ts";
import { capnweb, orpc, socketIO, trpc } from "./ws-peers.ts";

/** Contenders by transport. The first of each is the floor for the others. */
export const contenders: Record<string, readonly Contender[]> = {
  websocket: [rawWebSocket(1), rawWebSocket(64), oursOnWebSocket, oursThroughRegistry, socketIO, capnweb, trpc, orpc],
  nats: [rawNats, oursOnNats, moleculer],
  redis: [rawRedis, oursOnRedis, moleculer],
};
