import { describe, expect, it } from "vitest";
import { EventRoom } from "./kept-events.ts";
import type { KeptEvents } from "./kept-events.ts";

const note = (text: string) => ({ jsonrpc: "2.0" as const, method: "note", params: { text } });
const answer = (text: string) => ({ jsonrpc: "2.0" as const, id: 1, result: { text } });
const long = "x".repeat(1000);

async function replay(events: KeptEvents, eventId: string): Promise<unknown[]> {
  const sent: unknown[] = [];
  await events.replayEventsAfter(eventId, { send: async (_id, message) => void sent.push(message) });
  return sent;
}

describe("when a session keeps its events", () => {
  it("replays those of one stream after one of its events, in their order", async () => {
    const events = new EventRoom().open();
    const first = await events.storeEvent("a", {} as never);
    const second = await events.storeEvent("a", note("1"));
    await events.storeEvent("b", note("of another stream"));
    await events.storeEvent("a", note("2"));
    await events.storeEvent("a", answer("3"));
    expect(await replay(events, first)).toEqual([note("1"), note("2"), answer("3")]);
    expect(await replay(events, second)).toEqual([note("2"), answer("3")]);
    expect([events.isOfRequest(first), events.has("c_1"), events.has("a_99"), events.has("a")]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it("drops the oldest beyond its bound, and forgets a stream with its answer", async () => {
    const events = new EventRoom().open(5000);
    const over = await events.storeEvent("over", answer(long));
    const running = await events.storeEvent("running", {} as never);
    for (let count = 0; count < 100; count++) await events.storeEvent("notes", note(long));
    expect(events.length).toBeLessThanOrEqual(5000);
    expect(events.has(over)).toBe(false);
    // Its answer is still to come.
    expect(events.has(running)).toBe(true);
    await events.storeEvent("running", answer("at last"));
    expect(await replay(events, running)).toEqual([answer("at last")]);
  });

  it("keeps no answer that alone is beyond the bound, so that its client is refused", async () => {
    const events = new EventRoom().open(500);
    const first = await events.storeEvent("a", {} as never);
    await events.storeEvent("a", answer(long));
    expect([events.length, events.has(first)]).toEqual([0, false]);
  });

  it("remembers a bounded number of streams that never get an answer", async () => {
    const events = new EventRoom().open(500);
    const ids: string[] = [];
    for (let count = 0; count < 3000; count++) ids.push(await events.storeEvent(`s${count}`, {} as never));
    expect(ids.filter((id) => events.has(id)).length).toBeLessThanOrEqual(1002);
    expect(events.has(ids.at(-1) as string)).toBe(true);
  });
});

describe("when many sessions keep their events", () => {
  it("bounds them together, at the cost of the one that keeps most", async () => {
    const room = new EventRoom(20_000);
    const [small, large] = [room.open(), room.open()];
    const kept = await small.storeEvent("a", {} as never);
    await small.storeEvent("a", answer("small"));
    for (let count = 0; count < 100; count++) await large.storeEvent("b", note(long));
    expect(room.length).toBeLessThanOrEqual(20_000);
    expect(room.length).toBe(small.length + large.length);
    expect(await replay(small, kept)).toEqual([answer("small")]);
  });

  it("forgets those of a session that has ended", async () => {
    const room = new EventRoom();
    const events = room.open();
    await events.storeEvent("a", note(long));
    room.close(events);
    await events.storeEvent("a", note(long));
    expect(room.length).toBe(0);
  });
});
