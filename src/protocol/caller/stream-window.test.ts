import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StreamWindow } from "./stream-window.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

const textOf = (length: number): string => "x".repeat(length);

/** Lets the other side send all that it may, and takes it. Returns the resulting credit. */
function passAll(window: StreamWindow, data: unknown, from = 0): number {
  const { granted } = window;
  for (let n = from; n < granted; n++) window.arrived({ data });
  let credit = 0;
  for (let n = from; n < granted; n++) credit += window.take();
  return credit;
}

describe("when a stream begins", () => {
  it("allows few items until their size is known", () => {
    const window = new StreamWindow({ items: 1024, bytes: 8 * MIB });
    expect(window).toMatchObject({ granted: 16, most: 1024 });
    window.arrived({ data: "small" });
    expect(window.take()).toBe(0);
  });

  it("allows more with each small item, up to the whole window", () => {
    const window = new StreamWindow({ items: 1024, bytes: 8 * MIB });
    let ahead = 16;
    const aheads: number[] = [];
    for (let from = 0; from < 5000; from += ahead) {
      ahead = window.granted - from;
      aheads.push(ahead);
      passAll(window, "small", from);
    }
    expect(aheads[1]).toBeLessThanOrEqual(32);
    expect(aheads.at(-1)).toBe(1024);
  });

  it("allows the whole window if their size does not matter", () => {
    expect(new StreamWindow({ items: 1024, bytes: Infinity }).granted).toBe(1024);
  });

  it("respects the smaller window of the other side", () => {
    const window = new StreamWindow({ items: 1024, bytes: MIB });
    window.narrow(10);
    expect(window).toMatchObject({ granted: 10, most: 10 });
    expect(passAll(window, 1)).toBe(10);
  });
});

describe("when items are large", () => {
  it("allows fewer, and always at least one", () => {
    const window = new StreamWindow({ items: 1024, bytes: MIB });
    passAll(window, textOf(100 * KIB));
    expect(window.granted - 16).toBe(10);
    passAll(window, textOf(2 * MIB), 16);
    expect(window.granted - 26).toBe(1);
  });

  it("allows more again after small items for a while", () => {
    const window = new StreamWindow({ items: 64, bytes: MIB });
    passAll(window, textOf(MIB));
    let from = 16;
    for (let round = 0; round < 100; round++) {
      const { granted } = window;
      passAll(window, "small", from);
      from = granted;
    }
    expect(window.granted - from).toBeGreaterThan(32);
  });

  it.each<[string, (n: number) => boolean]>([
    ["one in ten is large", (n) => n % 10 === 0],
    ["one in fifty is large", (n) => n % 50 === 0],
    ["one in five hundred is large", (n) => n % 500 === 0],
    ["one in ten is small", (n) => n % 10 !== 0],
    ["a small one comes before large ones", (n) => n > 0],
  ])("holds few bytes for a slow reader when %s", (_, isLarge) => {
    const window = new StreamWindow({ items: 1024, bytes: 8 * KIB });
    const sizes: number[] = [];
    let [waiting, most] = [0, 0];
    const arrive = (): void => {
      const size = isLarge(sizes.length) ? 4 * KIB : 1;
      waiting += size;
      sizes.push(size);
      window.arrived({ data: textOf(size) });
    };
    arrive();
    for (let taken = 0; taken < 5000; taken++) {
      waiting -= sizes[taken] ?? 0;
      window.take();
      while (sizes.length < window.granted) arrive();
      most = Math.max(most, waiting);
    }
    // The sizes of the next sixteen are unknown.
    expect(most).toBeLessThanOrEqual(16 * 4 * KIB);
  });

  it("knows how much waits", () => {
    const window = new StreamWindow({ items: 1024, bytes: MIB });
    for (const length of [1000, 2000, 3000]) window.arrived({ data: textOf(length) });
    expect(window.waitingBytes).toBe(6000);
    for (let n = 0; n < 3; n++) window.take();
    expect(window.waitingBytes).toBeCloseTo(0);
  });
});

describe("when items arrive and are taken in any order", () => {
  const step = fc.record({ size: fc.integer({ min: 0, max: 3000 }), arrive: fc.nat(20), take: fc.nat(20) });

  it("never stalls, never grants negative credit, and is never more than its items ahead", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.array(step), (items, steps) => {
        const window = new StreamWindow({ items, bytes: 10_000 });
        let arrived = 0;
        let taken = 0;
        const take = (): void => {
          expect(window.take()).toBeGreaterThanOrEqual(0);
          expect(window.granted - taken - 1).toBeLessThanOrEqual(items);
        };
        for (const { size, arrive, take: most } of steps) {
          for (let n = 0; n < arrive && arrived < window.granted; n++, arrived++)
            window.arrived({ data: textOf(size) });
          for (let n = 0; n < most && taken < arrived; n++, taken++) take();
        }
        for (; taken < arrived; taken++) take();
        expect(window.granted).toBeGreaterThan(arrived);
      }),
    );
  });
});
