import type { Contender } from "./contender.ts";
import { hub, websocket } from "./our-dist.ts";
import { createRegistry } from "./our-registry.ts";

export const oursOnWebSocket: Contender = {
  name: "ours",
  async serve() {
    const { createHub } = await hub();
    const authenticate = (): { id: string; scopes: string[] } => ({ id: "bench", scopes: [] });
    return (await createHub({ registry: await createRegistry(), authenticate }).listen()).url;
  },
  async connect(url) {
    const { connectSpoke } = await websocket();
    const spoke = await connectSpoke({ url, token: "bench" });
    return {
      call: (order) => spoke.call("shop.order", order),
      async stream(count) {
        let received = 0;
        for await (const _item of spoke.subscribe("shop.items", { count })) received++;
        return received;
      },
      close: () => spoke.close(),
    };
  },
};
