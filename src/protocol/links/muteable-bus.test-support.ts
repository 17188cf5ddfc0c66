import type { Bus } from "../ports/bus.ts";

/** A bus that a test can make lose, hold back or repeat messages. */
export function muteable(bus: Bus) {
  const faults = { isMute: false, isDeaf: false, dropNext: 0, copies: 1, bus };
  faults.bus = Object.create(bus, {
    publish: {
      value(topic: string, text: string) {
        if (faults.isMute) return true;
        if (topic.includes(".peer.") && faults.dropNext > 0) {
          faults.dropNext--;
          return true;
        }
        for (let copy = 0; copy < faults.copies; copy++) bus.publish(topic, text);
        return true;
      },
    },
    subscribe: {
      value: (topic: string, receiver: { text(text: string): void }) =>
        bus.subscribe(topic, {
          text: (text) => {
            // It drops messages for this peer, but still receives the heartbeats for all.
            if (!faults.isDeaf || !topic.includes(".peer.")) receiver.text(text);
          },
        }),
    },
  }) as Bus;
  return faults;
}
