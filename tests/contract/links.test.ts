import { ChannelLink } from "../../src/protocol/channel-link.ts";
import type { Channel } from "../../src/protocol/channel.ts";
import { createMemoryLinks } from "../../src/protocol/memory-link.ts";
import { newCounters } from "../../src/protocol/protocol-counters.ts";
import { toProtocolLimits } from "../../src/protocol/protocol-limits.ts";
import { listenForWebSockets } from "../../src/transports/websocket/accept-websockets.ts";
import { openWebSocket } from "../../src/transports/websocket/open-websocket.ts";
import { describeLink } from "./link-contract.ts";
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

describeLink("memory", memoryPair, { isSerialised: false });
describeLink("WebSocket", webSocketPair, { isSerialised: true });
