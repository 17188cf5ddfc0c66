import type { Bus } from "../ports/bus.ts";

/** A bus that can be made to lose, hold back or repeat what goes over it. */
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
            // It drops what is meant for it, but still hears the heartbeats for all.
            if (!faults.isDeaf || !topic.includes(".peer.")) receiver.text(text);
          },
        }),
    },
  }) as Bus;
  return faults;
}
