import type { Bus, TextSeal } from "../ports/bus.ts";

export interface SealedBusOptions {
  readonly seal: TextSeal;
  /** The length of the longest text to check. A longer one is refused anyway, and checking it takes time. */
  readonly maxTextLength: number;
  /** Called for each text without a valid seal, or that is too long to check. */
  readonly onRefused: (topic: string) => void;
}

/** The same bus for members only: it seals every text that it publishes, and drops texts without a valid seal. */
export function sealedBus(bus: Bus, { seal, maxTextLength, onRefused }: SealedBusOptions): Bus {
  return {
    name: bus.name,
    get state() {
      return bus.state;
    },
    get maxTextBytes() {
      return bus.maxTextBytes - seal.length;
    },
    get bufferedBytes() {
      return bus.bufferedBytes;
    },
    publish: (topic, text, mark) => bus.publish(topic, seal.seal(topic, text), mark),
    onUnheard: (listener) => bus.onUnheard(listener),
    subscribe: (topic, receiver) =>
      bus.subscribe(topic, {
        text(sealed) {
          const text = sealed.length > maxTextLength + seal.length ? undefined : seal.open(topic, sealed);
          if (text === undefined) onRefused(topic);
          else receiver.text(text);
        },
      }),
    onState: (listener) => bus.onState(listener),
    reconnect: () => bus.reconnect(),
    close: () => bus.close(),
  };
}

/** Whether a text looks like a sealed frame. For a peer without the secret, which cannot read it. */
export function looksSealed(text: string): boolean {
  return /^[\w-]{43}\{"from"/.test(text);
}
