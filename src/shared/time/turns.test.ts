import { describe, expect, it, vi } from "vitest";
import { LARGE_TEXT, roomInTurn, spendTurn } from "./turns.ts";

const MIB = 1024 * 1024;

async function write(bytes: number, written: () => void): Promise<void> {
  const room = roomInTurn();
  if (room !== undefined) await room;
  if (bytes > LARGE_TEXT) spendTurn(bytes);
  written();
}

describe("when many large texts are ready at once", () => {
  it("lets the event loop turn between them, and writes all of them in order", async () => {
    const order: string[] = [];
    let turns = 0;
    let turn = setImmediate(function count() {
      turns++;
      turn = setImmediate(count);
    });
    const all = Array.from({ length: 30 }, (_, index) => write(4 * MIB, () => order.push(`${index}`)));
    // Small texts wait for their turn too, but no longer than that.
    all.push(write(10, () => order.push("small")));
    await Promise.all(all);
    clearImmediate(turn);
    expect(order).toEqual([...Array.from({ length: 30 }, (_, index) => `${index}`), "small"]);
    expect(turns).toBeGreaterThan(20);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(roomInTurn()).toBeUndefined();
  });

  it("lets a few calls continue at once while nothing large is written", () => {
    expect(roomInTurn(1)).toBeUndefined();
  });
});

describe("when this process was paused while many calls ran", () => {
  it("lets all of them continue in the next turn: one per turn would never clear the queue while calls arrive", async () => {
    const clock = vi.spyOn(Date, "now").mockReturnValue(1000);
    spendTurn(1);
    clock.mockReturnValue(2000);
    let goneOn = 0;
    const all = Array.from({ length: 50 }, () => write(10, () => goneOn++));
    expect(goneOn).toBe(0);
    for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => setImmediate(resolve));
    const afterThree = goneOn;
    clock.mockRestore();
    await Promise.all(all);
    expect(afterThree).toBe(50);
  });
});
