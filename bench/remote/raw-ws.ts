/** The floor: `ws` with one JSON message per call. Compiled validators check both sides. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { WebSocket, WebSocketServer } from "ws";
import { handleOrder, orderValidator, receiptValidator } from "../small-operation.ts";
import type { Order } from "../small-operation.ts";
import { itemAt } from "./contender.ts";
import type { Contender } from "./contender.ts";

interface Question {
  id: number;
  order?: Order;
  /** The number of items, and how many share a message. */
  stream?: number;
  batch?: number;
}

interface Answer {
  id: number;
  receipt?: unknown;
  items?: unknown[];
}

async function answer(socket: WebSocket, { id, order, stream = 0, batch = 1 }: Question): Promise<void> {
  if (order !== undefined) {
    if (!orderValidator.Check(order)) throw new TypeError("invalid");
    const receipt = await handleOrder(order);
    if (!receiptValidator.Check(receipt)) throw new TypeError("invalid");
    socket.send(JSON.stringify({ id, receipt }));
    return;
  }
  for (let sent = 0; sent < stream;) {
    const items = [];
    while (items.length < batch && sent < stream) items.push(itemAt(sent++));
    socket.send(JSON.stringify({ id, items }));
    // Every server must wait here, or it runs out of memory.
    if (socket.bufferedAmount > 1024 * 1024) await new Promise((resolve) => setImmediate(resolve));
  }
}

export function rawWebSocket(batch: number): Contender {
  return {
    name: batch === 1 ? "raw ws" : `raw ws, ${batch} items a message`,
    async serve() {
      const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
      await once(server, "listening");
      server.on("connection", (socket) =>
        socket.on("message", (data: Buffer) => void answer(socket, JSON.parse(data.toString()) as Question)),
      );
      return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    async connect(address) {
      const socket = new WebSocket(address);
      await once(socket, "open");
      const waiting = new Map<number, (answer: Answer) => void>();
      let last = 0;
      socket.on("message", (data: Buffer) => {
        const message = JSON.parse(data.toString()) as Answer;
        waiting.get(message.id)?.(message);
      });
      return {
        call: (order) =>
          new Promise((resolve) => {
            const id = ++last;
            waiting.set(id, ({ receipt }) => {
              waiting.delete(id);
              resolve(receipt);
            });
            socket.send(JSON.stringify({ id, order }));
          }),
        stream: (count) =>
          new Promise((resolve) => {
            const id = ++last;
            let received = 0;
            waiting.set(id, ({ items = [] }) => {
              received += items.length;
              if (received < count) return;
              waiting.delete(id);
              resolve(received);
            });
            socket.send(JSON.stringify({ id, stream: count, batch }));
          }),
        close: () => socket.terminate(),
      };
    },
  };
}
