/** What users get: from source, the runner's own wrapping of every closure would be measured too. */
import type * as Main from "../../src/index.ts";
import type * as Nats from "../../src/nats.ts";
import type * as Redis from "../../src/redis.ts";
import { load } from "./contender.ts";

export const main = (): Promise<typeof Main> => load("../../dist/index.js");
export const nats = (): Promise<typeof Nats> => load("../../dist/nats.js");
export const redis = (): Promise<typeof Redis> => load("../../dist/redis.js");
