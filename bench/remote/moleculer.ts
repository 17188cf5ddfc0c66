import { setTimeout as sleep } from "node:timers/promises";
import type { Order } from "../small-operation.ts";
import { handleOrder } from "../small-operation.ts";
import { load } from "./contender.ts";
import type { Contender } from "./contender.ts";

interface Broker {
  createService(service: object): void;
  start(): Promise<void>;
  stop(): Promise<void>;
  waitForServices(names: string[]): Promise<unknown>;
  call(action: string, params: Order): Promise<unknown>;
}

interface Moleculer {
  default: { ServiceBroker: new (options: object) => Broker };
}

/** Checks input, but not output. */
export const moleculer: Contender = {
  name: "Moleculer 0.14",
  async serve(transporter) {
    const { ServiceBroker } = (await load<Moleculer>("moleculer")).default;
    const broker = new ServiceBroker({ nodeID: "server", transporter, logger: false });
    broker.createService({
      name: "shop",
      actions: {
        order: {
          params: {
            item: { type: "string", min: 1 },
            amount: { type: "number", integer: true, min: 1, max: 1000 },
            price: { type: "number" },
          },
          handler: ({ params }: { params: Order }) => handleOrder(params),
        },
      },
    });
    await broker.start();
    return "shop.order";
  },
  async connect(action, transporter) {
    const { ServiceBroker } = (await load<Moleculer>("moleculer")).default;
    const broker = new ServiceBroker({ nodeID: "client", transporter, logger: false });
    await broker.start();
    await broker.waitForServices(["shop"]);
    return { call: (order) => broker.call(action, order), close: () => stop(broker) };
  },
};

/** Moleculer still publishes while it disconnects. The unhandled failure would end the whole run. */
async function stop(broker: Broker): Promise<void> {
  const ignore = (): void => undefined;
  process.on("unhandledRejection", ignore);
  await broker.stop();
  await sleep(300);
  process.off("unhandledRejection", ignore);
}
