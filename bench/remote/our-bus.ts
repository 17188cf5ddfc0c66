import type { Bus } from "../../src/entries/nats.ts";
import { countOf } from "./contender.ts";
import type { Contender } from "./contender.ts";
import { nats, redis } from "./our-dist.ts";
import { createRegistry } from "./our-registry.ts";

export const oursOnNats = ourBus(async (servers) => await (await nats()).natsBus({ servers }));
export const oursOnRedis = ourBus(async (url) => await (await redis()).redisBus({ url }));

function ourBus(connectTo: (broker: string) => Promise<Bus>): Contender {
  return {
    name: "ours",
    async serve(broker) {
      const { connectBus } = await nats();
      const peer = await connectBus({ transport: await connectTo(broker), registry: await createRegistry() });
      return peer.id;
    },
    async connect(_address, broker) {
      const { connectBus } = await nats();
      const peer = await connectBus({ transport: await connectTo(broker) });
      await peer.waitFor("shop.order");
      return {
        call: (order) => peer.call("shop.order", order),
        stream: (count) => countOf(peer.subscribe("shop.items", { count })),
        close: () => peer.close(),
      };
    },
  };
}
