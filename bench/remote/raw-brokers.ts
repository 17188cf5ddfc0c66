/** The floors on brokers: the NATS client's request and reply, and publish and subscribe with request ids on Redis. */
import { connect } from "@nats-io/transport-node";
import { Redis } from "ioredis";
import { handleOrder, orderValidator, receiptValidator } from "../small-operation.ts";
import type { Order } from "../small-operation.ts";
import type { Contender } from "./contender.ts";

async function checked(order: Order): Promise<unknown> {
  if (!orderValidator.Check(order)) throw new TypeError("invalid");
  const receipt = await handleOrder(order);
  if (!receiptValidator.Check(receipt)) throw new TypeError("invalid");
  return receipt;
}

export const rawNats: Contender = {
  name: "NATS client, request/reply",
  async serve(servers) {
    const connection = await connect({ servers });
    connection.subscribe("bench.order", {
      callback: (_error, message) =>
        void checked(message.json<Order>()).then((receipt) => message.respond(JSON.stringify(receipt))),
    });
    await connection.flush();
    return "bench.order";
  },
  async connect(subject, servers) {
    const connection = await connect({ servers });
    return {
      call: async (order) => (await connection.request(subject, JSON.stringify(order), { timeout: 10_000 })).json(),
      close: () => connection.close(),
    };
  },
};

export const rawRedis: Contender = {
  name: "ioredis, publish and subscribe",
  async serve(url) {
    const [publisher, listener] = [new Redis(url), new Redis(url)];
    await listener.subscribe("bench.orders");
    listener.on("message", (_channel, text) => {
      const { id, order } = JSON.parse(text) as { id: number; order: Order };
      void checked(order).then((receipt) => publisher.publish("bench.receipts", JSON.stringify({ id, receipt })));
    });
    return "bench.orders";
  },
  async connect(channel, url) {
    const [publisher, listener] = [new Redis(url), new Redis(url)];
    const waiting = new Map<number, (receipt: unknown) => void>();
    let last = 0;
    await listener.subscribe("bench.receipts");
    listener.on("message", (_channel, text) => {
      const { id, receipt } = JSON.parse(text) as { id: number; receipt: unknown };
      waiting.get(id)?.(receipt);
      waiting.delete(id);
    });
    return {
      call: (order) =>
        new Promise((resolve) => {
          const id = ++last;
          waiting.set(id, resolve);
          void publisher.publish(channel, JSON.stringify({ id, order }));
        }),
      close() {
        publisher.disconnect();
        listener.disconnect();
      },
    };
  },
};
