import { describe, expect, it } from "vitest";
import { InTurn } from "./in-turn.ts";

describe("when some work takes longer than other work", () => {
  it("keeps the order, and says when work begins and ends to wait", async () => {
    const done: unknown[] = [];
    const turns = new InTurn({ onBusy: () => done.push("busy"), onIdle: () => done.push("idle") });
    const ends: Array<() => void> = [];
    const slow = (name: string) => (): Promise<void> =>
      new Promise((resolve) =>
        ends.push(() => {
          done.push(name);
          resolve();
        }),
      );
    turns.run(() => void done.push(1));
    turns.run(slow("a"));
    turns.run(() => void done.push(2));
    turns.run(slow("b"));
    turns.run(() => void done.push(3));
    expect(done).toEqual([1, "busy"]);
    ends[0]?.();
    await expect.poll(() => ends.length).toBe(2);
    expect(done).toEqual([1, "busy", "a", 2]);
    ends[1]?.();
    await expect.poll(() => done).toEqual([1, "busy", "a", 2, "b", 3, "idle"]);
    turns.run(() => void done.push(4));
    expect(done.at(-1)).toBe(4);
  });
});
