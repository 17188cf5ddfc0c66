import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { watchLeftovers, type Leftovers } from "../../src/testing/leftovers.ts";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";

/** A connection to the proxy that records what it sees. */
interface Client {
  socket: Socket;
  received(): string;
  closed: boolean;
}

let leftovers: Leftovers;
let target: Server;
/** What the target received over all connections. */
let got: string;
let accepted: Socket[];
let proxy: TcpProxy;
const clients: Client[] = [];

beforeEach(async () => {
  leftovers = watchLeftovers();
  got = "";
  accepted = [];
  target = createServer((socket) => {
    accepted.push(socket);
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      got += chunk.toString();
      socket.write(`re:${chunk.toString()}`);
    });
  }).listen(0, "127.0.0.1");
  await once(target, "listening");
  proxy = await startTcpProxy((target.address() as AddressInfo).port);
});

afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.destroy();
  await proxy.close();
  for (const socket of accepted) socket.destroy();
  target.close();
  await leftovers.expectNothingLeft();
});

describe("when nothing is broken", () => {
  it("carries bytes both ways", async () => {
    const client = await openClient();
    client.socket.write("hello");
    await soon(() => expect(client.received()).toBe("re:hello"));
    expect(proxy.connections).toBe(1);
  });

  it("carries more than its buffers hold, and then the end", async () => {
    const client = await openClient();
    const text = "x".repeat(5_000_000);
    await soon(() => expect(accepted).toHaveLength(1));
    client.socket.pause();
    accepted[0]?.end(text);
    await new Promise((resolve) => setTimeout(resolve, 50));
    client.socket.resume();
    await soon(() => expect(client.closed).toBe(true));
    expect(client.received().length).toBe(text.length);
    await soon(() => expect(proxy.connections).toBe(0));
  });

  it("closes the client when there is no server", async () => {
    await new Promise((resolve) => target.close(resolve));
    const client = await openClient();
    await soon(() => expect(client.closed).toBe(true));
  });
});

describe("when it cuts", () => {
  it("ends both sides, and accepts new connections", async () => {
    const client = await openClient();
    client.socket.write("a");
    await soon(() => expect(client.received()).toBe("re:a"));
    proxy.cut();
    await soon(() => expect(client.closed).toBe(true));
    await soon(() => expect(accepted[0]?.destroyed).toBe(true));
    const next = await openClient();
    next.socket.write("b");
    await soon(() => expect(next.received()).toBe("re:b"));
  });
});

describe("when it cuts one connection", () => {
  it("leaves the others", async () => {
    const first = await openClient();
    const second = await openClient();
    await soon(() => expect(proxy.connections).toBe(2));
    proxy.cut(1);
    await soon(() => expect(second.closed).toBe(true));
    first.socket.write("a");
    await soon(() => expect(first.received()).toBe("re:a"));
  });
});

describe("when a direction is held", () => {
  it("holds bytes to the server, and releases them later", async () => {
    const client = await openClient();
    proxy.pause("up");
    client.socket.write("held");
    await soon(() => expect(accepted).toHaveLength(1));
    accepted[0]?.write("still down");
    await soon(() => expect(client.received()).toBe("still down"));
    expect(got).toBe("");
    proxy.resume();
    await soon(() => expect(client.received()).toBe("still downre:held"));
  });

  it("holds bytes from the server, while requests pass", async () => {
    const client = await openClient();
    proxy.pause("down");
    client.socket.write("asked");
    await soon(() => expect(got).toBe("asked"));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(client.received()).toBe("");
    proxy.resume();
    await soon(() => expect(client.received()).toBe("re:asked"));
  });

  it("hides even the server's end from the client", async () => {
    const client = await openClient();
    client.socket.write("a");
    await soon(() => expect(client.received()).toBe("re:a"));
    proxy.pause("down");
    accepted[0]?.resetAndDestroy();
    client.socket.write("into the void");
    client.socket.write("again");
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(client.closed).toBe(false);
    proxy.resume();
    await soon(() => expect(client.closed).toBe(true));
  });

  it("holds new connections too", async () => {
    proxy.pause("both");
    const client = await openClient();
    client.socket.write("a");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(got).toBe("");
    proxy.resume();
    await soon(() => expect(client.received()).toBe("re:a"));
  });
});

describe("when it refuses", () => {
  it("keeps open connections, refuses new ones, and accepts them again on the same port", async () => {
    const client = await openClient();
    await proxy.refuse(true);
    client.socket.write("a");
    await soon(() => expect(client.received()).toBe("re:a"));
    await expect(openClient()).rejects.toThrow("ECONNREFUSED");
    await proxy.refuse(false);
    const next = await openClient();
    next.socket.write("b");
    await soon(() => expect(next.received()).toBe("re:b"));
  });
});

describe("when it cuts after something", () => {
  it("delivers the message to the server, and cuts off the client", async () => {
    const client = await openClient();
    const other = await openClient();
    const cut = proxy.cutAfter("up", (chunk) => chunk.includes("last"));
    client.socket.write("first");
    await soon(() => expect(client.received()).toBe("re:first"));
    client.socket.write("last");
    await cut;
    expect(got).toBe("firstlast");
    await soon(() => expect(client.closed && other.closed).toBe(true));
    expect(client.received()).toBe("re:first");
    const next = await openClient();
    next.socket.write("last");
    await soon(() => expect(next.received()).toBe("re:last"));
  });

  it("counts bytes, and cuts within a message", async () => {
    const client = await openClient();
    const cut = proxy.cutAfter("up", 7);
    client.socket.write("12345");
    await soon(() => expect(got).toBe("12345"));
    client.socket.write("67890");
    expect(await cut).toBe(true);
    expect(got).toBe("1234567");
  });

  it("works in the other direction", async () => {
    const client = await openClient();
    const cut = proxy.cutAfter("down", 4);
    client.socket.write("abc");
    await cut;
    expect(client.received()).toBe("re:a");
    expect(client.closed).toBe(true);
  });

  it("allows one waiting cut at a time", async () => {
    const first = proxy.cutAfter("up", 1);
    await expect(proxy.cutAfter("down", 1)).rejects.toThrow("already waiting");
    await proxy.close();
    expect(await first).toBe(false);
  });

  it("stops waiting when it is aborted", async () => {
    const client = await openClient();
    const enough = new AbortController();
    const cut = proxy.cutAfter("up", 1, enough.signal);
    enough.abort();
    expect(await cut).toBe(false);
    expect(await proxy.cutAfter("up", 1, enough.signal)).toBe(false);
    client.socket.write("a");
    await soon(() => expect(client.received()).toBe("re:a"));
  });
});

async function openClient(): Promise<Client> {
  const socket = connect(proxy.port, "127.0.0.1");
  const chunks: string[] = [];
  const client: Client = { socket, received: () => chunks.join(""), closed: false };
  clients.push(client);
  socket.on("data", (chunk) => chunks.push(chunk.toString()));
  socket.on("close", () => (client.closed = true));
  await once(socket, "connect");
  socket.on("error", () => {});
  return client;
}

/** The machine may be busy. */
function soon(check: () => void): Promise<void> {
  return vi.waitFor(check, 20_000);
}
