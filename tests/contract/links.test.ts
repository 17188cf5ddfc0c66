import { afterAll } from "vitest";
import { natsBus } from "../../src/nats.ts";
import { BUS_FRAME_BYTES, decodeBusFrame } from "../../src/protocol/bus-frame.ts";
import { BusLink } from "../../src/protocol/bus-link.ts";
import type { Bus, BusReceiver } from "../../src/protocol/bus.ts";
import { ChannelLink } from "../../src/protocol/channel-link.ts";
import type { Channel } from "../../src/protocol/channel.ts";
import { createMemoryLinks } from "../../src/protocol/memory-link.ts";
import { newCounters } from "../../src/protocol/protocol-counters.ts";
import type { ProtocolCounters } from "../../src/protocol/protocol-counters.ts";
import { toProtocolLimits } from "../../src/protocol/protocol-limits.ts";
import { redisBus } from "../../src/redis.ts";
import { listenForWebSockets } from "../../src/transports/websocket/accept-websockets.ts";
import { openWebSocket } from "../../src/transports/websocket/open-websocket.ts";
import { startBroker } from "../support/broker-servers.ts";
import type { BrokerKind, BrokerServer } from "../support/broker-servers.ts";
import { isLeftOut } from "../support/left-out.ts";
import { describeLink, describePlainTextLink, describeTextLink } from "./link-contract.ts";
import type { LinkPair, PairOptions } from "./link-pair.ts";

async function memoryPair({ identity }: PairOptions): Promise<LinkPair> {
  const [near, far] = createMemoryLinks({ identity });
  return await Promise.resolve({ near, far, inject: undefined, close: async () => near.close() });
}

async function webSocketPair(options: PairOptions): Promise<LinkPair> {
  const { identity, counters } = options;
  const limits = toProtocolLimits(options.limits);
  const maxTextBytes = limits.maxFrameBytes;
  let accept: (channel: Channel) => void = () => undefined;
  const accepted = new Promise<Channel>((resolve) => (accept = resolve));
  const server = await listenForWebSockets({ maxTextBytes, accept: (channel) => accept(channel) });
  const opened = await openWebSocket({ url: server.url, maxTextBytes, signal: new AbortController().signal });
  const near = new ChannelLink(opened, { limits, counters: newCounters() });
  const far = new ChannelLink(await accepted, { limits, counters });
  far.peer = { id: "near", identity, isTrusted: false };
  return {
    near,
    far,
    // The channel hands on what it is given, and `ws` sends bytes as a binary message.
    inject: (message) => opened.send(message as string),
    close: async () => {
      near.close();
      await server.close();
    },
  };
}

/** Links over a bus, as two peers have them that have met. */
function busPair(connect: () => Promise<Bus>) {
  return async (options: PairOptions): Promise<LinkPair> => {
    const { identity, counters } = options;
    const given = toProtocolLimits(options.limits);
    // What a frame takes around its events differs; the contract is about the events.
    const limits = { ...given, maxFrameBytes: given.maxFrameBytes + BUS_FRAME_BYTES };
    const [nearBus, farBus] = [await connect(), await connect()];
    const near = new BusLink({ bus: nearBus, limits, from: "near", id: "n", peerId: "far", topic: "contract.far" });
    const far = new BusLink({ bus: farBus, limits, from: "far", id: "f", peerId: "near", topic: "contract.near" });
    Object.defineProperty(far, "peer", { value: { id: "near", identity, isTrusted: false } });
    await nearBus.subscribe("contract.near", deliverTo(near, newCounters()));
    await farBus.subscribe("contract.far", deliverTo(far, counters));
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

function deliverTo(link: BusLink, counters: ProtocolCounters): BusReceiver {
  return {
    text(text) {
      const frame = decodeBusFrame(text);
      if (frame === undefined) return void counters.malformedFrames++;
      counters.malformedEvents += frame.dropped;
      link.receive(frame, frame.events);
    },
  };
}

const brokers: BrokerServer[] = [];
const started = new Map<BrokerKind, Promise<BrokerServer>>();

/** One broker for all tests of its kind. */
async function broker(kind: BrokerKind): Promise<string> {
  let starting = started.get(kind);
  if (starting === undefined) {
    starting = startBroker(kind);
    started.set(kind, starting);
    brokers.push(await starting);
  }
  return (await starting).url;
}

afterAll(async () => {
  await Promise.all(brokers.map((server) => server.stop()));
});

describeLink("memory", memoryPair);
describePlainTextLink("WebSocket", webSocketPair);
if (!isLeftOut("redis"))
  describeTextLink(
    "Redis",
    busPair(async () => redisBus({ url: await broker("redis") })),
  );
if (!isLeftOut("nats"))
  describeTextLink(
    "NATS",
    busPair(async () => natsBus({ servers: await broker("nats") })),
  );
