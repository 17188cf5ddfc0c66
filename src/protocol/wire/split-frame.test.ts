import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitFrame } from "./split-frame.ts";

const LONG = 64 * 1024;

const parsedParts = (text: string): unknown[] => [...splitFrame(text)].flatMap((part) => JSON.parse(part) as unknown[]);

describe("a long frame in parts", () => {
  it("contains the same events as the whole", () => {
    const filler = fc.integer({ min: 0, max: 40_000 }).map((length) => 'x\\"[{,'.repeat(length / 6));
    const frames = fc.array(fc.oneof(fc.jsonValue(), filler, fc.record({ type: fc.string(), data: fc.jsonValue() })), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(frames, fc.constantFrom(undefined, 1), (events, space) => {
        const text = JSON.stringify(events, undefined, space);
        expect(parsedParts(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 100 },
    );
  });

  it("is cut only between events, into parts with a limited number of small events", () => {
    const events = Array.from({ length: 50_000 }, (_, index) => ({ type: "call.aborted", requestId: `${index}` }));
    const parts = [...splitFrame(JSON.stringify(events))];
    expect(parts.length).toBeGreaterThan(20);
    for (const part of parts) expect(part.length).toBeLessThan(LONG + 100);
    expect(parsedParts(JSON.stringify(events))).toEqual(events);
  });

  it("is one part if it is short or contains one event", () => {
    expect([...splitFrame("[1,2]")]).toEqual(["[1,2]"]);
    const one = JSON.stringify([{ data: "x,".repeat(LONG) }]);
    expect([...splitFrame(one)]).toEqual([one]);
  });

  it.each([
    ["has no end", (text: string) => text.slice(0, -1)],
    ["continues after its end", (text: string) => `${text}1`],
    ["has too many ends", (text: string) => `${text}]`],
    ["has an open string", (text: string) => `${text.slice(0, -1)},"`],
    ["is not a list", (text: string) => `{"a":${text}}`],
    ["has an empty place", (text: string) => `${text.slice(0, -1)},]`],
  ])("is not a frame if the whole is not one: it %s", (_, spoil) => {
    const text = spoil(JSON.stringify(Array.from({ length: 30_000 }, (_item, index) => ({ index }))));
    const isFrame = [...splitFrame(text)].every((part) => {
      try {
        return Array.isArray(JSON.parse(part));
      } catch {
        return false;
      }
    });
    expect(isFrame).toBe(false);
  });
});
