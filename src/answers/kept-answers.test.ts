import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CallError } from "../errors/call-error.ts";
import type { AccessControl, Identity } from "../operation/access-control.ts";
import { KeptAnswers } from "./kept-answers.ts";
import type { KeptAnswersOptions } from "./kept-answers.ts";
import { fromCursor, readPage } from "./read-page.ts";
import { readKept } from "./read-result.ts";

const open: AccessControl = { requiredScopes: [] };
const of = (id: string, scopes: readonly string[] = []): { identity: Identity; session: undefined } => ({
  identity: { id, scopes: [...scopes] },
  session: undefined,
});
const [ada, bob] = [of("ada"), of("bob")];

let kept: KeptAnswers;
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  kept.close();
  vi.useRealTimers();
});

function keeper(options: KeptAnswersOptions): void {
  kept = new KeptAnswers(options);
}

/** An answer whose JSON has this many characters. */
function keep(length: number, owner = ada): string | undefined {
  return kept.keep(JSON.stringify("x".repeat(length - 2)), owner, () => open)?.handle;
}

function isKept(handle: string | undefined, owner = ada): boolean {
  try {
    return typeof kept.read(handle ?? "", owner) === "string";
  } catch (error) {
    if (error instanceof CallError && error.code === "VALIDATION_ERROR") return false;
    throw error;
  }
}

describe("an answer that is kept", () => {
  it("expires, and says when", () => {
    keeper({ keepFor: 60_000 });
    const began = Date.now();
    const told = kept.keep("1", ada, () => open);
    expect(told?.expiresAt).toBe(began + 60_000);
    vi.advanceTimersByTime(59_999);
    expect(kept.read(told?.handle ?? "", ada)).toBe(1);
    vi.advanceTimersByTime(1);
    expect(isKept(told?.handle)).toBe(false);
    expect([kept.size, kept.count]).toEqual([0, 0]);
  });

  it("leaves no timer behind when all are released", () => {
    keeper({});
    keep(10);
    keep(10, bob);
    kept.close();
    expect([vi.getTimerCount(), kept.size]).toEqual([0, 0]);
    expect(keep(10)).toBeUndefined();
  });

  it("makes room for its caller's new answers, by number", () => {
    keeper({ maxPerCaller: 2 });
    const [first, others, next] = [keep(10), keep(10, bob), [keep(10), keep(10)]];
    expect(isKept(first)).toBe(false);
    expect([isKept(others, bob), ...next.map((handle) => isKept(handle))]).toEqual([true, true, true]);
  });

  it("makes room for its caller's new answers, by characters", () => {
    keeper({ maxSizePerCaller: 100 });
    const [first, second, others] = [keep(40), keep(40), keep(90, bob)];
    const third = keep(60);
    expect([first, second, third].map((handle) => isKept(handle))).toEqual([false, true, true]);
    expect(isKept(others, bob)).toBe(true);
    expect(kept.size).toBe(190);
    expect(keep(101)).toBeUndefined();
    expect(isKept(third)).toBe(true);
  });

  it("is removed if it is the oldest of the caller with the most, when there are too many in all", () => {
    keeper({ maxSize: 100 });
    const mine = [keep(30), keep(30)];
    const theirs = [keep(40, bob), keep(30, bob)];
    expect(mine.map((handle) => isKept(handle))).toEqual([false, true]);
    expect(theirs.map((handle) => isKept(handle, bob))).toEqual([true, true]);
    expect(kept.size).toBe(100);
  });

  it("is hidden from other callers, and from a caller that may no longer call the operation", () => {
    keeper({});
    let requires: AccessControl = { requiredScopes: ["read"] };
    const reader = of("ada", ["read"]);
    const handle = kept.keep('"secret"', reader, () => requires)?.handle;
    expect(isKept(handle, reader)).toBe(true);
    expect(isKept(handle, of("bob", ["read"]))).toBe(false);
    // The caller has lost the scope.
    expect(isKept(handle, of("ada"))).toBe(false);
    // The operation now requires more.
    requires = { requiredScopes: ["read", "admin"] };
    expect(isKept(handle, reader)).toBe(false);
    expect(isKept(handle, of("ada", ["read", "admin"]))).toBe(true);
  });
});

describe("pages of an answer", () => {
  it("write a member once, however long its name and however many its pages", () => {
    keeper({});
    let writes = 0;
    const row = Object.defineProperty({ text: "x".repeat(50_000) }, "toJSON", {
      value() {
        writes++;
        return { text: this.text as string };
      },
    });
    const root = { ["name".repeat(5000)]: row };
    let [text, pages] = ["", 0];
    let place: Parameters<typeof readPage>[1] | undefined = { at: "", offset: 0, within: "" };
    while (place !== undefined) {
      const page = readPage(root, place, 2000);
      text += page.json ?? "";
      pages++;
      place = page.next === undefined ? undefined : fromCursor(page.next);
    }
    expect(text).toBe(JSON.stringify({ ["name".repeat(5000)]: { text: row.text } }));
    expect(pages).toBeGreaterThan(40);
    expect(writes).toBe(1);
  });

  it("select from the answer once", async () => {
    keeper({});
    const rows = Array.from({ length: 500 }, (_, id) => ({ id, name: `name ${id}` }));
    const handle = kept.keep(JSON.stringify({ rows }), ada, () => open)?.handle ?? "";
    const whole = kept.read(handle, ada) as { rows: unknown[] };
    let reads = 0;
    const { rows: kepts } = whole;
    Object.defineProperty(whole, "rows", { enumerable: true, get: () => (reads++, kepts) });
    const found: unknown[] = [];
    let cursor: string | undefined;
    const readsOf: number[] = [];
    do {
      const page = (await readKept(
        kept,
        { handle, select: "$.rows[*].id", cursor },
        { owner: ada, room: 1000 },
      )) as ReturnType<typeof readPage>;
      found.push(page.value);
      cursor = page.next;
      readsOf.push(reads);
    } while (cursor !== undefined);
    expect(JSON.stringify(found)).toContain('{"id":499}');
    expect(found.length).toBeGreaterThan(5);
    expect(new Set(readsOf).size).toBe(1);
  });
});
