/**
 * Other libraries over WebSocket. The benchmark installs their packages on first use, so this file declares what it
 * uses. Each validates input and output with the same compiled checks where it can.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket, WebSocketServer } from "ws";
import { handleOrder, orderValidator, receiptValidator } from "../small-operation.ts";
import type { Order } from "../small-operation.ts";
import { countOf, itemAt, load } from "./contender.ts";
import type { Contender, Item } from "./contender.ts";

function checkOrder(value: unknown): Order {
  if (!orderValidator.Check(value)) throw new TypeError("invalid");
  return value;
}

function checkReceipt(value: unknown): unknown {
  if (!receiptValidator.Check(value)) throw new TypeError("invalid");
  return value;
}

async function checkedOrder(value: unknown): Promise<unknown> {
  return checkReceipt(await handleOrder(checkOrder(value)));
}

async function* items(count: number): AsyncGenerator<Item> {
  for (let index = 0; index < count; index++) yield itemAt(index);
}

async function listen(): Promise<{ server: WebSocketServer; address: string }> {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  return { server, address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

interface TRPCProcedure {
  input(parse: (value: unknown) => unknown): TRPCProcedure;
  output(parse: (value: unknown) => unknown): TRPCProcedure;
  mutation(resolve: (options: { input: Order }) => unknown): TRPCProcedure;
  subscription(resolve: (options: { input: number }) => AsyncIterable<Item>): TRPCProcedure;
}

interface TRPCServer {
  initTRPC: { create(): { procedure: TRPCProcedure; router: (routes: object) => unknown } };
}

interface TRPCClient {
  createWSClient: (options: object) => { close(): Promise<void> };
  wsLink: (options: object) => unknown;
  createTRPCClient: (options: object) => {
    order: { mutate(order: Order): Promise<unknown> };
    items: {
      subscribe(count: number, on: { onData(): void; onComplete(): void; onError(error: unknown): void }): void;
    };
  };
}

export const trpc: Contender = {
  name: "tRPC 11",
  async serve() {
    const { initTRPC } = await load<TRPCServer>("@trpc/server");
    const { applyWSSHandler } = await load<{ applyWSSHandler: (options: object) => void }>("@trpc/server/adapters/ws");
    const { procedure, router } = initTRPC.create();
    const { server, address } = await listen();
    applyWSSHandler({
      wss: server,
      router: router({
        order: procedure
          .input(checkOrder)
          .output(checkReceipt)
          .mutation(({ input }) => handleOrder(input)),
        items: procedure.input(Number).subscription(({ input }) => items(input)),
      }),
    });
    return address;
  },
  async connect(url) {
    const { createWSClient, wsLink, createTRPCClient } = await load<TRPCClient>("@trpc/client");
    const client = createWSClient({ url, WebSocket });
    const api = createTRPCClient({ links: [wsLink({ client })] });
    return {
      call: (order) => api.order.mutate(order),
      stream: (count) =>
        new Promise((resolve, reject) => {
          let received = 0;
          api.items.subscribe(count, {
            onData: () => void received++,
            onComplete: () => resolve(received),
            onError: reject,
          });
        }),
      close: () => client.close(),
    };
  },
};

interface ORPCProcedure {
  input(schema: unknown): ORPCProcedure;
  output(schema: unknown): ORPCProcedure;
  handler(run: (options: { input: never }) => unknown): unknown;
}

interface ORPCClient {
  createORPCClient: (link: unknown) => {
    order(order: Order): Promise<unknown>;
    items(count: number): Promise<AsyncIterable<Item>>;
  };
}

function standardSchema(check: (value: unknown) => unknown): unknown {
  return { "~standard": { version: 1, vendor: "bench", validate: (value: unknown) => ({ value: check(value) }) } };
}

export const orpc: Contender = {
  name: "oRPC 1",
  async serve() {
    const { os } = await load<{ os: ORPCProcedure }>("@orpc/server");
    const { RPCHandler } = await load<{
      RPCHandler: new (router: object) => { upgrade(socket: WebSocket, options: object): void };
    }>("@orpc/server/ws");
    const handler = new RPCHandler({
      order: os
        .input(standardSchema(checkOrder))
        .output(standardSchema(checkReceipt))
        .handler(({ input }) => handleOrder(input)),
      items: os.handler(({ input }) => items(input)),
    });
    const { server, address } = await listen();
    server.on("connection", (socket) => handler.upgrade(socket, { context: {} }));
    return address;
  },
  async connect(url) {
    const { createORPCClient } = await load<ORPCClient>("@orpc/client");
    const { RPCLink } = await load<{ RPCLink: new (options: object) => unknown }>("@orpc/client/websocket");
    const websocket = new WebSocket(url);
    await once(websocket, "open");
    const client = createORPCClient(new RPCLink({ websocket }));
    return {
      call: (order) => client.order(order),
      stream: async (count) => await countOf(await client.items(count)),
      close: () => websocket.terminate(),
    };
  },
};

interface SocketIO {
  on(event: string, listener: (...parameters: never[]) => void): void;
  emit(event: string, ...parameters: unknown[]): void;
  emitWithAck(event: string, ...parameters: unknown[]): Promise<unknown>;
  off(event: string): void;
  close(): void;
}

export const socketIO: Contender = {
  name: "socket.io 4",
  async serve() {
    const { Server } = await load<{ Server: new (server: object, options: object) => SocketIO }>("socket.io");
    const http = createServer().listen(0, "127.0.0.1");
    await once(http, "listening");
    const server = new Server(http, { transports: ["websocket"] });
    server.on("connection", (socket: SocketIO) => {
      socket.on("order", (order: Order, answer: (receipt: unknown) => void) => void checkedOrder(order).then(answer));
      socket.on("items", (count: number) => {
        for (let index = 0; index < count; index++) socket.emit("item", itemAt(index));
      });
    });
    return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  },
  async connect(url) {
    const { io } = await load<{ io: (url: string, options: object) => SocketIO }>("socket.io-client");
    const socket = io(url, { transports: ["websocket"] });
    await new Promise<void>((resolve) => socket.on("connect", resolve));
    return {
      call: (order) => socket.emitWithAck("order", order),
      stream: (count) =>
        new Promise((resolve) => {
          let received = 0;
          socket.on("item", () => {
            if (++received < count) return;
            socket.off("item");
            resolve(received);
          });
          socket.emit("items", count);
        }),
      close: () => socket.close(),
    };
  },
};

/** It needs the browsers' `WebSocket` class, which Node 20 lacks. */
async function loadCapnWeb(): Promise<CapnWeb> {
  Object.assign(globalThis, { WebSocket });
  return await load<CapnWeb>("capnweb");
}

interface CapnWeb {
  RpcTarget: new () => object;
  newWebSocketRpcSession: (socket: unknown, target?: object) => CapnWebApi;
}

interface CapnWebApi extends Disposable {
  order(order: Order): Promise<unknown>;
}

/** Without streams, which it refuses to send on Node 20. */
export const capnweb: Contender = {
  name: "capnweb 0.12",
  async serve() {
    const { RpcTarget, newWebSocketRpcSession } = await loadCapnWeb();
    class Api extends RpcTarget {
      order(order: Order): Promise<unknown> {
        return checkedOrder(order);
      }
    }
    const { server, address } = await listen();
    server.on("connection", (socket) => newWebSocketRpcSession(socket, new Api()));
    return address;
  },
  async connect(url) {
    const { newWebSocketRpcSession } = await loadCapnWeb();
    const socket = new WebSocket(url);
    await once(socket, "open");
    const api = newWebSocketRpcSession(socket);
    return {
      call: (order) => api.order(order),
      close: () => socket.terminate(),
    };
  },
};
