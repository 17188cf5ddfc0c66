import { countOf } from "./contender.ts";
import type { Contender } from "./contender.ts";
import { hub, main, websocket } from "./our-dist.ts";
import { createRegistry } from "./our-registry.ts";

export const oursOnWebSocket: Contender = {
  name: "ours",
  async serve() {
    const { serveWebSocket } = await hub();
    const authenticate = (): { id: string; scopes: string[] } => ({ id: "bench", scopes: [] });
    return (await serveWebSocket({ registry: await createRegistry(), authenticate }).listen()).url;
  },
  async connect(url) {
    const { connectSpoke } = await websocket();
    const spoke = await connectSpoke({ url, token: "bench" });
    return {
      call: (order) => spoke.call("shop.order", order),
      stream: (count) => countOf(spoke.subscribe("shop.items", { count })),
      close: () => spoke.close(),
    };
  },
};

/** The hub's operations in the caller's own registry, which checks input and output again. */
export const oursThroughRegistry: Contender = {
  name: "ours, checked by the caller too",
  serve: oursOnWebSocket.serve,
  async connect(url) {
    const { connectSpoke } = await websocket();
    const { OperationRegistry, subscribe } = await main();
    const registry = new OperationRegistry();
    const arrived = new Promise<void>((resolve) => {
      registry.onChange(() => registry.has("shop.items") && registry.has("shop.order") && resolve());
    });
    const spoke = await connectSpoke({ url, token: "bench", imports: registry });
    await arrived;
    return {
      call: (order) => registry.execute("shop.order", order),
      stream: (count) => countOf(subscribe(registry, "shop.items", { count })),
      close: () => spoke.close(),
    };
  },
};
