import { CallError } from "../../errors/call-error.ts";
import { isTooDense, SHORT_JSON } from "../../shared/json/is-too-dense.ts";
import { runInSlices } from "../../shared/time/slices.ts";
import type { Channel } from "../ports/channel.ts";
import { decodeFrame } from "../wire/event-codec.ts";
import type { DecodedEvents } from "../wire/event-codec.ts";
import type { ProtocolCounters } from "../wire/protocol-counters.ts";
import { linkOver } from "./text-link.ts";
import type { ChannelLinkOptions, TextLink } from "./text-link.ts";

/** A link over a channel of its own, which it reads in slices: the other side may send frames that take long. */
export function createChannelLink(channel: Channel, { limits, counters }: ChannelLinkOptions): TextLink {
  const link = linkOver(channel, limits);
  const reader = new FrameReader(channel, link, counters);
  channel.receive({
    text(text) {
      if (link.closedBy !== undefined) return;
      link.lastHeard = performance.now();
      if (reader.isBusy) return reader.wait(() => this.text(text));
      if (text.length > SHORT_JSON && isTooDense(text, limits.maxFrameBytes)) {
        counters.malformedFrames++;
        const message = `A frame holds more values than one of ${limits.maxFrameBytes} bytes may (maxFrameBytes).`;
        return link.close(new CallError("PROTOCOL_ERROR", message));
      }
      const frame = decodeFrame(text);
      if (frame === undefined) return void counters.malformedFrames++;
      if (frame.rest !== undefined) return reader.read(frame.rest);
      counters.malformedEvents += frame.dropped;
      if (frame.helloProblem !== undefined) link.close(new CallError("PROTOCOL_ERROR", frame.helloProblem));
      else link.receive(frame.events);
    },
    garbage() {
      if (link.closedBy !== undefined) return;
      link.lastHeard = performance.now();
      counters.malformedFrames++;
    },
    closed(reason) {
      // What has arrived before counts.
      if (reader.isBusy) return reader.wait(() => this.closed(reason));
      link.lose(new CallError("CONNECTION_LOST", `${channel.name}: ${reason}`));
    },
  });
  return link;
}

/** Reads a frame of many events in slices. What arrives meanwhile waits, and the channel is asked to bring no more. */
class FrameReader {
  readonly #channel: Channel;
  readonly #link: TextLink;
  readonly #counters: ProtocolCounters;
  readonly #waiting: Array<() => void> = [];
  isBusy = false;

  constructor(channel: Channel, link: TextLink, counters: ProtocolCounters) {
    this.#channel = channel;
    this.#link = link;
    this.#counters = counters;
  }

  read(parts: Iterable<DecodedEvents>): void {
    this.isBusy = true;
    const work = runInSlices(this.#deliver(parts));
    if (work.isOver) return this.#goOn();
    this.#channel.pause?.();
    const resume = (): void => {
      this.#channel.resume?.();
      this.#goOn();
    };
    work.ended.then(resume, resume);
  }

  *#deliver(parts: Iterable<DecodedEvents>): Generator<void, void> {
    for (const { events, dropped, helloProblem } of parts) {
      if (this.#link.closedBy !== undefined) return;
      this.#counters.malformedEvents += dropped;
      if (helloProblem !== undefined) return this.#link.close(new CallError("PROTOCOL_ERROR", helloProblem));
      this.#link.receive(events);
      yield;
    }
  }

  /** Runs it after everything that has arrived before. */
  wait(next: () => void): void {
    this.#waiting.push(next);
  }

  #goOn(): void {
    this.isBusy = false;
    while (!this.isBusy) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      next();
    }
  }
}
