import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { connectBus, natsBus } from "../../src/entries/nats.ts";
import { startBroker } from "../support/broker-servers.ts";
import { isLeftOut } from "../support/left-out.ts";
import { startTcpProxy } from "../support/tcp-proxy.ts";
import { contractRegistry } from "./contract-operations.ts";
import { SharedBrokers } from "./link-pairs.ts";

const limits = { heartbeatMs: 300 };
const brokers = new SharedBrokers();

afterAll(() => brokers.stop());

describe.skipIf(isLeftOut("nats"))("when nothing leaves a connection to NATS, and its socket is full", () => {
  it("ends its calls, and the peer comes back over another connection", async () => {
    const { port } = await brokers.server("nats");
    const ways = [await startTcpProxy(port), await startTcpProxy(port)];
    const servers = ways.map((proxy) => `127.0.0.1:${proxy.port}`);
    const problems: string[] = [];
    const responder = await connectBus({
      transport: await natsBus({ servers, connectTimeoutMs: 2000 }),
      registry: contractRegistry().registry,
      limits,
      onError: (error) => void problems.push(String(error)),
    });
    const caller = await connectBus({ transport: await natsBus({ servers: `127.0.0.1:${port}` }), limits });
    try {
      await caller.waitFor("test.large");
      ways.find((proxy) => proxy.connections > 0)?.pause("up");
      const large = Array.from({ length: 64 }, () => caller.call("test.large", { length: 900_000 }));
      const ends = await Promise.allSettled(large);
      expect(new Set(ends.map((end) => end.status === "rejected" && (end.reason as { code: string }).code))).toEqual(
        new Set(["CONNECTION_LOST"]),
      );
      // The first connection stays blocked.
      await expect
        .poll(async () => (await caller.call("test.echo", "again").catch(() => undefined))?.data, { timeout: 30_000 })
        .toBe("again");
      expect(problems.join()).toContain("nats does not answer: this peer reconnects");
    } finally {
      await Promise.all([responder.close({ graceMs: 0 }), caller.close({ graceMs: 0 })]);
      await Promise.all(ways.map((proxy) => proxy.close()));
    }
  });
});

describe.skipIf(isLeftOut("nats"))("when NATS refuses a known peer for a while", () => {
  it("keeps trying, and the peer comes back", async () => {
    const config = (password: string) => `authorization { user: ada, password: ${password} }`;
    const [right, wrong] = await Promise.all([
      startBroker("nats", { config: config("right") }),
      startBroker("nats", { config: config("wrong") }),
    ]);
    let { port } = right;
    let refused = 0;
    const sockets = new Set<Socket>();
    const proxy = createServer((socket) => {
      if (port === wrong.port) refused++;
      const behind = connect(port, "127.0.0.1");
      for (const end of [socket, behind]) sockets.add(end.on("error", () => undefined));
      socket.pipe(behind).pipe(socket);
    });
    proxy.listen(0, "127.0.0.1");
    await once(proxy, "listening");
    const servers = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const bus = await natsBus({ servers, user: "ada", pass: "right", reconnectDelayMs: 20 });
    const peer = await connectBus({ transport: bus, limits });
    const cut = (): void => sockets.forEach((socket) => socket.destroy());
    try {
      port = wrong.port;
      cut();
      await expect.poll(() => refused, { timeout: 30_000 }).toBeGreaterThan(3);
      port = right.port;
      await expect.poll(() => bus.state, { timeout: 30_000 }).toBe("connected");
    } finally {
      await peer.close({ graceMs: 0 });
      cut();
      proxy.close();
      await Promise.all([right.stop(), wrong.stop()]);
    }
  });
});
