import { connectBus, natsBus } from "../../src/nats.ts";
import { redisBus } from "../../src/redis.ts";
import type { Contender } from "./contender.ts";
import { createRegistry } from "./our-registry.ts";

export const oursOnNats = ourBus("ours", (servers) => natsBus({ servers }));
export const oursOnRedis = ourBus("ours", (url) => redisBus({ url }));

function ourBus(name: string, transport: (broker: string) => ReturnType<typeof natsBus>): Contender {
  return {
    name,
    async serve(broker) {
      const peer = await connectBus({ transport: await transport(broker), registry: createRegistry() });
      return peer.id;
    },
    async connect(_address, broker) {
      const peer = await connectBus({ transport: await transport(broker) });
      await peer.waitFor("shop.order");
      return {
        call: (order) => peer.call("shop.order", order),
        async stream(count) {
          let received = 0;
          for await (const _item of peer.subscribe("shop.items", { count })) received++;
          return received;
        },
        close: () => peer.close(),
      };
    },
  };
}
