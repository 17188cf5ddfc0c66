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
