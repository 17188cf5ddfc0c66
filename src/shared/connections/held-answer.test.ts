import { afterEach, describe, expect, it } from "vitest";
import type { CallError } from "../../errors/call-error.ts";
import { HeldAnswer, heldBytes } from "./held-answer.ts";

const MIB = 1024 * 1024;
const open: HeldAnswer[] = [];
afterEach(() => open.splice(0).forEach((answer) => answer.release()));

function hold(bytes: number, limit = 64 * MIB, sender = "one"): { answer: HeldAnswer; refused: CallError[] } {
  const refused: CallError[] = [];
  const answer = new HeldAnswer(sender, limit, (error) => refused.push(error));
  open.push(answer);
  answer.grow(bytes);
  return { answer, refused };
}

describe("when many long answers are read at once", () => {
  it("refuses the largest beyond the bound, not the one that came last", () => {
    const slow = hold(60 * MIB);
    const others = [hold(30 * MIB), hold(30 * MIB)];
    const last = hold(20 * MIB);
    expect(slow.refused).toMatchObject([{ code: "OVERLOADED", phase: "started" }]);
    expect([...others, last].flatMap(({ refused }) => refused)).toEqual([]);
    expect(heldBytes()).toBe(80 * MIB);
  });

  it("refuses none of another sender than the one that has most, however long it is", () => {
    const slow = Array.from({ length: 100 }, () => hold(1.25 * MIB, 64 * MIB, "slow"));
    const honest = hold(30 * MIB, 64 * MIB, "honest");
    expect(honest.refused).toEqual([]);
    expect(slow.filter(({ refused }) => refused.length > 0)).toHaveLength(22);
  });

  it("counts nothing of an answer that has ended, however often it ends", () => {
    const { answer } = hold(50 * MIB);
    answer.release();
    answer.release();
    answer.grow(60 * MIB);
    expect(heldBytes()).toBe(0);
  });

  it("lets two answers be as long as their config allows", () => {
    const long = [hold(150 * MIB, 200 * MIB), hold(200 * MIB, 200 * MIB)];
    expect(long.flatMap(({ refused }) => refused)).toEqual([]);
  });

  it("lets one answer alone be longer than the bound", () => {
    expect(hold(1000 * MIB, 100 * MIB).refused).toEqual([]);
  });
});
