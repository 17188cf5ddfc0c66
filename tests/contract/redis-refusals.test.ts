import { describe, expect, it } from "vitest";
import type { BusState } from "../../src/protocol/ports/bus.ts";
import { redisBus } from "../../src/transports/redis/redis-bus.ts";
import { startBroker } from "../support/broker-servers.ts";
import { isLeftOut } from "../support/left-out.ts";

describe.skipIf(isLeftOut("redis"))("when Redis refuses a subscription", () => {
  it("forgets it, so that the others come back after a reconnect", async () => {
    const broker = await startBroker("redis", { config: "user ada on >pass ~* &open +@all" });
    const bus = await redisBus({ url: `redis://ada:pass@127.0.0.1:${broker.port}` });
    try {
      const texts: string[] = [];
      await bus.subscribe("open", { text: (text) => void texts.push(text) });
      await expect(bus.subscribe("closed", { text: () => undefined })).rejects.toThrow("NOPERM");
      const states: BusState[] = [];
      bus.onState((state) => states.push(state));
      bus.reconnect();
      await expect.poll(() => states.at(-1)).toBe("connected");
      bus.publish("open", "text");
      await expect.poll(() => texts).toEqual(["text"]);
    } finally {
      await bus.close();
      await broker.stop();
    }
  });
});

describe.skipIf(isLeftOut("redis"))("when a publisher has connected again, perhaps to another server", () => {
  it("does not say that nobody listens before that server has counted a subscriber", async () => {
    const broker = await startBroker("redis", {});
    const [near, far] = await Promise.all([redisBus({ url: broker.url }), redisBus({ url: broker.url })]);
    try {
      const unheard: string[] = [];
      near.onUnheard((mark) => unheard.push(mark));
      const subscription = await far.subscribe("some", { text: () => undefined });
      const seen: string[] = [];
      await near.subscribe("own", { text: (text) => void seen.push(text) });
      near.publish("some", "text", "link.1");
      near.publish("own", "first");
      await expect.poll(() => seen).toEqual(["first"]);
      await subscription.stop();
      const states: BusState[] = [];
      near.onState((state) => states.push(state));
      near.reconnect();
      await expect.poll(() => states.at(-1)).toBe("connected");
      near.publish("some", "text", "link.2");
      near.publish("own", "last");
      await expect.poll(() => seen).toEqual(["first", "last"]);
      expect(unheard).toEqual([]);
    } finally {
      await Promise.all([near.close(), far.close()]);
      await broker.stop();
    }
  });
});
