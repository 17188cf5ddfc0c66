/** The contract of every store of rate limits, in memory and on a real Redis. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MemoryRateStore } from "../../src/middleware/rate-store.ts";
import type { RateStore } from "../../src/middleware/rate-store.ts";
import { redisRateStore } from "../../src/transports/redis/redis-rate-store.ts";
import type { RedisRateStore } from "../../src/transports/redis/redis-rate-store.ts";
import { startBroker } from "../support/broker-servers.ts";
import type { BrokerServer } from "../support/broker-servers.ts";

const MINUTE = 60_000;
let broker: BrokerServer;
let redis: RedisRateStore;

beforeAll(async () => {
  broker = await startBroker("redis");
  redis = await redisRateStore({ url: broker.url });
});
afterAll(async () => {
  redis.close();
  await broker.stop();
});

const memory = new MemoryRateStore();
describe.each<[string, () => RateStore]>([
  ["memory", () => memory],
  ["Redis", () => redis],
])("a store of rate limits in %s", (_name, store) => {
  it("counts each key separately", async () => {
    expect(await store().add("a", 1, MINUTE)).toMatchObject({ calls: 1 });
    expect(await store().add("a", 1, MINUTE)).toMatchObject({ calls: 2 });
    expect(await store().add("b", 1, MINUTE)).toMatchObject({ calls: 1 });
  });

  it("keeps the end of a window when calls are added", async () => {
    const first = await store().add("end", 1, MINUTE);
    const second = await store().add("end", 1, 10 * MINUTE);
    expect(first.endsIn).toBeGreaterThan(MINUTE / 2);
    expect(second.endsIn).toBeLessThanOrEqual(first.endsIn);
  });

  it("returns calls, and never counts below zero", async () => {
    await store().add("back", 1, MINUTE);
    expect(await store().add("back", -1, MINUTE)).toMatchObject({ calls: 0 });
    expect(await store().add("back", -1, MINUTE)).toMatchObject({ calls: 0 });
    expect(await store().add("back", 1, MINUTE)).toMatchObject({ calls: 1 });
  });

  it("begins again when a window has ended", async () => {
    await store().add("short", 5, 50);
    await expect.poll(async () => (await store().add("short", 1, 50)).calls, { interval: 60 }).toBe(1);
  });

  it("supports a window of a month", async () => {
    const month = 30 * 86_400_000;
    await store().add("month", 1, month);
    const window = await store().add("month", 1, month);
    expect(window.calls).toBe(2);
    expect(window.endsIn).toBeGreaterThan(month - MINUTE);
  });

  it("counts every one of a thousand concurrent calls", async () => {
    const added = await Promise.allSettled(
      Array.from({ length: 999 }, async () => await store().add("many", 1, MINUTE)),
    );
    const failed = added.filter(({ status }) => status === "rejected").length;
    const { calls } = await store().add("many", 1, MINUTE);
    // On a machine that pauses, Redis may answer too late. Such a call may be counted or not.
    expect(failed).toBeLessThan(999);
    expect(calls).toBeLessThanOrEqual(1000);
    expect(calls).toBeGreaterThanOrEqual(1000 - failed);
  });
});

describe("two stores on one Redis", () => {
  it("share their counts", async () => {
    const other = await redisRateStore({ url: broker.url });
    await redis.add("shared", 1, MINUTE);
    expect(await other.add("shared", 1, MINUTE)).toMatchObject({ calls: 2 });
    other.close();
  });

  it("do not share them with different prefixes", async () => {
    const other = await redisRateStore({ url: broker.url, prefix: "other:" });
    await redis.add("apart", 1, MINUTE);
    expect(await other.add("apart", 1, MINUTE)).toMatchObject({ calls: 1 });
    other.close();
  });
});

describe("a store on a Redis that dies", () => {
  it("fails at once instead of holding calls back, and works again afterwards", async () => {
    const mortal = await startBroker("redis");
    const store = await redisRateStore({ url: mortal.url });
    try {
      await store.add("a", 1, MINUTE);
      await mortal.kill();
      await expect.poll(() => outcomeOf(store)).toBe("failed");
      await mortal.restart();
      await expect.poll(() => outcomeOf(store), { timeout: 30_000 }).toBe("counted");
    } finally {
      store.close();
      await mortal.stop();
    }
  });
});

async function outcomeOf(store: RateStore): Promise<"counted" | "failed"> {
  try {
    await store.add("a", 1, MINUTE);
    return "counted";
  } catch {
    return "failed";
  }
}
