import { CallError } from "../../errors/call-error.ts";
import type { Channel } from "../ports/channel.ts";
import { decodeFrame } from "../wire/event-codec.ts";
import { linkOver } from "./text-link.ts";
import type { ChannelLinkOptions, TextLink } from "./text-link.ts";

/** A link for a side that only calls: it reads each frame at once, because it chose who sends them. */
export function createCallerLink(channel: Channel, { limits, counters }: ChannelLinkOptions): TextLink {
  const link = linkOver(channel, limits);
  channel.receive({
    text(text) {
      if (link.closedBy !== undefined) return;
      link.lastHeard = performance.now();
      const frame = decodeFrame(text);
      if (frame === undefined) return void counters.malformedFrames++;
      for (const { events, dropped, helloProblem } of frame.rest ?? [frame]) {
        counters.malformedEvents += dropped;
        if (helloProblem !== undefined) return link.close(new CallError("PROTOCOL_ERROR", helloProblem));
        link.receive(events);
      }
    },
    garbage: () => void counters.malformedFrames++,
    closed: (reason) => link.lose(new CallError("CONNECTION_LOST", `${channel.name}: ${reason}`)),
  });
  return link;
}
