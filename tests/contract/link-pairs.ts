/** A pair of each kind of link. */
import { InTurn } from "../../src/shared/time/in-turn.ts";
import { natsBus } from "../../src/entries/nats.ts";
import { BUS_FRAME_BYTES, decodeBusFrame } from "../../src/protocol/wire/bus-frame.ts";
import { BusEnd } from "../../src/protocol/links/bus-end.ts";
import type { Bus, BusReceiver } from "../../src/protocol/ports/bus.ts";
import { createChannelLink } from "../../src/protocol/links/text-link.ts";
import type { Channel } from "../../src/protocol/ports/channel.ts";
import { createMemoryLinks } from "../../src/protocol/links/memory-link.ts";
import { newCounters } from "../../src/protocol/wire/protocol-counters.ts";
import type { ProtocolCounters } from "../../src/protocol/wire/protocol-counters.ts";
import { toProtocolLimits } from "../../src/protocol/wire/protocol-limits.ts";
import { redisBus } from "../../src/entries/redis.ts";
import { listenForWebSockets } from "../../src/serve/websocket/accept-websockets.ts";
import { openWebSocket } from "../../src/transports/websocket/open-websocket.ts";
import { startBroker } from "../support/broker-servers.ts";
import type { BrokerKind, BrokerServer } from "../support/broker-servers.ts";
import type { LinkPair, MakePair, PairOptions } from "./link-pair.ts";

export async function memoryPair({ identity }: PairOptions): Promise<LinkPair> {
  const [near, far] = createMemoryLinks({ identity });
  return await Promise.resolve({ near, far, inject: undefined, close: async () => near.close() });
}

export async function webSocketPair(options: PairOptions): Promise<LinkPair> {
  const { identity, counters } = options;
  const limits = toProtocolLimits(options.limits);
  const maxTextBytes = limits.maxFrameBytes;
  let accept: (channel: Channel) => void = () => undefined;
  const accepted = new Promise<Channel>((resolve) => (accept = resolve));
  const server = await listenForWebSockets({ maxTextBytes, accept: (channel) => accept(channel) });
  const opened = await openWebSocket({ url: server.url, maxTextBytes, signal: new AbortController().signal });
  const near = createChannelLink(opened, { limits, counters: newCounters() });
  const far = createChannelLink(await accepted, { limits, counters });
  far.peer = { id: "near", identity, isTrusted: false };
  return {
    near,
    far,
    // The channel passes its input on, and `ws` sends bytes as a binary message.
    inject: (message) => opened.send(message as string),
    close: async () => {
      near.close();
      await server.close();
    },
  };
}

let pairs = 0;

/** Links over a bus, as between two peers that have met. Calls `connect` for the near end first. */
export function busPair(connect: () => Promise<Bus>) {
  return async (options: PairOptions): Promise<LinkPair> => {
    const { identity, counters } = options;
    const given = toProtocolLimits(options.limits);
    // Frames differ in what surrounds their events. The contract covers the events.
    const limits = { ...given, maxFrameBytes: given.maxFrameBytes + BUS_FRAME_BYTES };
    const [nearBus, farBus] = [await connect(), await connect()];
    const pair = `contract.${++pairs}`;
    const [toNear, toFar] = [`${pair}.near`, `${pair}.far`];
    const nearEnd = new BusEnd({ bus: nearBus, limits, from: "near", peerId: "far", topic: toFar });
    const farEnd = new BusEnd({ bus: farBus, limits, from: "far", peerId: "near", topic: toNear });
    const [near, far] = [nearEnd.link, farEnd.link];
    far.peer = { id: "near", identity, isTrusted: false };
    await nearBus.subscribe(toNear, deliverTo(nearEnd, newCounters()));
    await farBus.subscribe(toFar, deliverTo(farEnd, counters));
    return {
      near,
      far,
      inject: undefined,
      close: async () => {
        near.close();
        await Promise.all([nearBus.close(), farBus.close()]);
      },
    };
  };
}

function deliverTo(end: BusEnd, counters: ProtocolCounters): BusReceiver {
  const arrivals = new InTurn();
  return {
    text(text) {
      arrivals.run(async () => {
        const frame = await decodeBusFrame(text);
        if (frame === undefined) return void counters.malformedFrames++;
        counters.malformedEvents += frame.dropped;
        end.receive(frame.n ?? 0, frame.events);
      });
    },
  };
}

/** Brokers, one of each kind, started at first use. */
export class SharedBrokers {
  readonly #started = new Map<BrokerKind, Promise<BrokerServer>>();

  server(kind: BrokerKind): Promise<BrokerServer> {
    const starting = this.#started.get(kind) ?? startBroker(kind);
    this.#started.set(kind, starting);
    return starting;
  }

  pair(kind: BrokerKind): MakePair {
    return busPair(async () => connectBroker(kind, (await this.server(kind)).port));
  }

  async stop(): Promise<void> {
    const started = await Promise.all(this.#started.values());
    await Promise.all(started.map((server) => server.stop()));
  }
}

/** A bus over the broker at this port, or over a proxy in front of it. */
export function connectBroker(kind: BrokerKind, port: number): Promise<Bus> {
  return kind === "nats" ? natsBus({ servers: `127.0.0.1:${port}` }) : redisBus({ url: `redis://127.0.0.1:${port}` });
}
