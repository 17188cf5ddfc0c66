/** The built package, as users get it. Source code under `tsx` would also measure how `tsx` wraps closures. */
import type * as Hub from "../../src/entries/serve-websocket.ts";
import type * as Main from "../../src/entries/index.ts";
import type * as Nats from "../../src/entries/nats.ts";
import type * as Redis from "../../src/entries/redis.ts";
import type * as WebSockets from "../../src/entries/websocket.ts";
import { load } from "./contender.ts";

export const main = (): Promise<typeof Main> => load("../../dist/index.js");
export const nats = (): Promise<typeof Nats> => load("../../dist/nats.js");
export const redis = (): Promise<typeof Redis> => load("../../dist/redis.js");
export const hub = (): Promise<typeof Hub> => load("../../dist/serve-websocket.js");
export const websocket = (): Promise<typeof WebSockets> => load("../../dist/websocket.js");
