/** The contract of every bus. `buses.test.ts` runs it against each implementation. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Bus, BusState } from "../../src/protocol/ports/bus.ts";
import type { BrokerServer } from "../support/broker-servers.ts";
import { startTcpProxy } from "../support/tcp-proxy.ts";

export interface BusWorld {
  connect(): Promise<Bus>;
  stop(): Promise<void>;
}

export interface BrokerWorld extends BusWorld {
  /** Kills the broker and restarts it. */
  readonly broker: BrokerServer;
  /** Connects to a proxy in front of the broker. */
  connectAt(port: number): Promise<Bus>;
}

export interface BusContract {
  readonly start: () => Promise<BusWorld>;
  /** For a bus with a broker that can die. `start` starts the broker too. */
  readonly startWithBroker?: (() => Promise<BrokerWorld>) | undefined;
}

export function describeBus(name: string, { start, startWithBroker }: BusContract): void {
  describe(`a bus over ${name}`, () => {
    let world: BusWorld;
    let buses: Bus[];

    const connect = async (): Promise<Bus> => {
      const bus = await world.connect();
      buses.push(bus);
      return bus;
    };

    beforeEach(async () => {
      world = await start();
      buses = [];
    });

    afterEach(async () => {
      await Promise.all(buses.map((bus) => bus.close()));
      await world.stop();
    });

    it("delivers texts of a topic in order to all subscribers, including the sender", async () => {
      const [near, far] = [await connect(), await connect()];
      const [atNear, atFar] = [collector(), collector()];
      await near.subscribe("orders.all", atNear);
      await far.subscribe("orders.all", atFar);
      const sent = Array.from({ length: 500 }, (_, index) => `text ${index} ü 💥`);
      for (const text of sent) expect(near.publish("orders.all", text)).toBe(true);
      await atNear.until(sent.length);
      await atFar.until(sent.length);
      expect(atNear.texts).toEqual(sent);
      expect(atFar.texts).toEqual(sent);
    });

    it("keeps topics apart, even if one is a prefix of another", async () => {
      const bus = await connect();
      const [one, other] = [collector(), collector()];
      await bus.subscribe("peer.a", one);
      await bus.subscribe("peer.a.b", other);
      bus.publish("peer.a", "1");
      bus.publish("peer.a.b", "2");
      await Promise.all([one.until(1), other.until(1)]);
      expect([one.texts, other.texts]).toEqual([["1"], ["2"]]);
    });

    it("carries texts from empty to just under a megabyte", async () => {
      const bus = await connect();
      const seen = collector();
      await bus.subscribe("sizes", seen);
      const sizes = [0, 1, 65_536, Math.min(bus.maxTextBytes, 1024 * 1024) - 512];
      for (const size of sizes) bus.publish("sizes", "x".repeat(size));
      await seen.until(sizes.length);
      expect(seen.texts.map((text) => text.length)).toEqual(sizes);
    });

    it("delivers nothing more once a subscription has been stopped", async () => {
      const bus = await connect();
      const [stopped, other] = [collector(), collector()];
      const subscription = await bus.subscribe("some", stopped);
      await bus.subscribe("some", other);
      await subscription.stop();
      bus.publish("some", "late");
      await other.until(1);
      expect(stopped.texts).toEqual([]);
    });

    it("keeps a later subscription when an earlier one is stopped twice", async () => {
      const bus = await connect();
      const earlier = await bus.subscribe("some", collector());
      await earlier.stop();
      const later = collector();
      await bus.subscribe("some", later);
      await earlier.stop();
      // A bus delivers in order, so the text comes before the end.
      const last = collector();
      await bus.subscribe("other", last);
      bus.publish("some", "text");
      bus.publish("other", "end");
      await last.until(1);
      expect(later.texts).toEqual(["text"]);
    });

    it("says when a marked text has no subscriber", async () => {
      const [near, far] = [await connect(), await connect()];
      const seen = collector();
      const subscription = await far.subscribe("some", seen);
      const unheard: string[] = [];
      near.onUnheard((mark) => unheard.push(mark));
      const own = collector();
      await near.subscribe("own", own);
      near.publish("some", "text", "link.1");
      await seen.until(1);
      await subscription.stop();
      // Once the broker answers this, it has handled the end, too.
      await far.subscribe("other", seen);
      near.publish("some", "text", "link.2");
      near.publish("some", "text");
      await expect.poll(() => unheard).toEqual(["link.2"]);
      far.publish("own", "end");
      await own.until(1);
      expect(own.texts).toEqual(["end"]);
    });

    it("reports that it is closed, and publishes nothing afterwards", async () => {
      const bus = await connect();
      const states: BusState[] = [];
      bus.onState((state) => states.push(state));
      expect(bus.state).toBe("connected");
      await bus.close();
      await bus.close();
      expect([bus.state, states]).toEqual(["closed", ["closed"]]);
      expect(bus.publish("any", "text")).toBe(false);
    });

    it("tells every listener its state, even if one throws", async () => {
      const bus = await connect();
      const states: BusState[] = [];
      bus.onState(() => {
        throw new Error("broken listener");
      });
      bus.onState((state) => states.push(state));
      await bus.close();
      expect([bus.state, states]).toEqual(["closed", ["closed"]]);
    });

    it("sends what was published before it closes", async () => {
      const [near, far] = [await connect(), await connect()];
      const seen = collector();
      await far.subscribe("last", seen);
      for (let index = 0; index < 100; index++) near.publish("last", String(index));
      await near.close();
      await seen.until(100);
      expect(seen.texts.at(-1)).toBe("99");
    });

    if (startWithBroker !== undefined) describeBroker(startWithBroker);
  });
}

function describeBroker(start: () => Promise<BrokerWorld>): void {
  describe("when its connection breaks", () => {
    let world: BrokerWorld;
    let near: Bus;
    let far: Bus;

    beforeEach(async () => {
      world = await start();
      [near, far] = [await world.connect(), await world.connect()];
    });

    afterEach(async () => {
      await Promise.all([near.close(), far.close()]);
      await world.stop();
    });

    it("reports that the broker died and came back, restores its subscriptions, and repeats nothing", async () => {
      const seen = collector();
      await far.subscribe("again", seen);
      near.publish("again", "before");
      await seen.until(1);

      await world.broker.kill();
      await Promise.all([reached(near, "disconnected"), reached(far, "disconnected")]);
      expect(near.publish("again", "lost")).toBe(false);

      await world.broker.restart();
      await Promise.all([reached(near, "connected"), reached(far, "connected")]);
      expect(near.publish("again", "after")).toBe(true);
      await seen.until(2);
      await sleep(100);
      expect(seen.texts).toEqual(["before", "after"]);
    });

    it("closes and stops its subscriptions even if the broker hangs", async () => {
      const subscription = await near.subscribe("hanging", collector());
      const { pid = 0 } = world.broker;
      process.kill(pid, "SIGSTOP");
      try {
        near.publish("hanging", "text");
        await subscription.stop();
        await near.close();
        expect(near.state).toBe("closed");
      } finally {
        process.kill(pid, "SIGCONT");
      }
    });

    it("counts texts that it cannot send, and reconnects even while it holds them", async () => {
      const proxy = await startTcpProxy(world.broker.port);
      const stuck = await world.connectAt(proxy.port);
      try {
        const seen = collector();
        await stuck.subscribe("through", seen);
        proxy.pause("up");
        const text = "x".repeat(256 * 1024);
        // More than the system's buffers hold.
        for (let index = 0; index < 200; index++) stuck.publish("elsewhere", text);
        await sleep(300);
        expect(stuck.bufferedBytes).toBeGreaterThan(20 * 1024 * 1024);
        const wasLost = reached(stuck, "disconnected");
        stuck.reconnect();
        await wasLost;
        proxy.resume();
        await reached(stuck, "connected");
        expect(stuck.bufferedBytes).toBe(0);
        near.publish("through", "text");
        await seen.until(1);
        expect(seen.texts).toEqual(["text"]);
      } finally {
        await stuck.close();
        await proxy.close();
      }
    });

    it("does not count texts that it has sent", async () => {
      const text = "x".repeat(256 * 1024);
      const seen = collector();
      await far.subscribe("much", seen);
      for (let index = 0; index < 20; index++) near.publish("much", text);
      await seen.until(20);
      await expect.poll(() => near.bufferedBytes).toBe(0);
    });

    it("reconnects when asked to, and restores its subscriptions", async () => {
      const seen = collector();
      await far.subscribe("anew", seen);
      const wasLost = reached(far, "disconnected");
      far.reconnect();
      await wasLost;
      await reached(far, "connected");
      near.publish("anew", "text");
      await seen.until(1);
      expect(seen.texts).toEqual(["text"]);
    });
  });
}

interface Collector {
  readonly texts: string[];
  text(text: string): void;
  /** Resolves when this many have arrived. The test's own time limit ends the wait. */
  until(count: number): Promise<void>;
}

function collector(): Collector {
  const texts: string[] = [];
  let wake: (() => void) | undefined;
  return {
    texts,
    text(text) {
      texts.push(text);
      wake?.();
    },
    async until(count) {
      while (texts.length < count) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

async function reached(bus: Bus, wanted: BusState): Promise<void> {
  if (bus.state === wanted) return;
  await new Promise<void>((resolve) => {
    const stop = bus.onState((state) => {
      if (state !== wanted) return;
      stop();
      resolve();
    });
  });
}
