/** A bus within a process: like a broker, with nothing in between. */
import { Listeners } from "../../shared/listeners.ts";
import type { Bus, BusReceiver, BusState } from "../ports/bus.ts";

/**
 * Makes buses that share their topics, like clients of one broker. For tests, and for trials in one process.
 *
 * @example
 * const broker = createMemoryBroker();
 * const peer = await connectBus({ transport: broker.connect(), registry });
 */
export function createMemoryBroker(): { connect(): Bus } {
  const topics = new Map<string, Set<BusReceiver>>();
  return { connect: () => createMemoryBus(topics) };
}

function createMemoryBus(topics: Map<string, Set<BusReceiver>>): Bus {
  const listeners = new Listeners<BusState>();
  const unheard = new Listeners<string>();
  const own = new Map<string, Set<BusReceiver>>();
  let state: BusState = "connected";
  return {
    name: "memory",
    maxTextBytes: 64 * 1024 * 1024,
    bufferedBytes: 0,
    get state() {
      return state;
    },
    publish(topic, text, mark) {
      if (state !== "connected") return false;
      queueMicrotask(() => {
        const receivers = topics.get(topic);
        if (receivers !== undefined) receivers.forEach((receiver) => receiver.text(text));
        else if (mark !== undefined) unheard.tell(mark);
      });
      return true;
    },
    onUnheard: (listener) => unheard.add(listener),
    async subscribe(topic, receiver) {
      add(topics, topic, receiver);
      add(own, topic, receiver);
      return {
        async stop() {
          remove(topics, topic, receiver);
          remove(own, topic, receiver);
        },
      };
    },
    onState: (listener) => listeners.add(listener),
    reconnect() {
      // There is no connection that could be broken.
    },
    async close() {
      if (state === "closed") return;
      state = "closed";
      for (const [topic, receivers] of own) for (const receiver of receivers) remove(topics, topic, receiver);
      listeners.tell(state);
    },
  };
}

function add<T>(sets: Map<string, Set<T>>, key: string, value: T): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(value));
}

function remove<T>(sets: Map<string, Set<T>>, key: string, value: T): void {
  const set = sets.get(key);
  set?.delete(value);
  if (set?.size === 0) sets.delete(key);
}
