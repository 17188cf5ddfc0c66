import { Type } from "typebox";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { checkAccess, identityKey } from "../../../operation/access-control.ts";
import type { Identity } from "../../../operation/access-control.ts";
import { defineOperation } from "../../../operation/define-operation.ts";
import { CallerLists } from "./caller-lists.ts";

const ada = { id: "ada", scopes: ["use"] };
/** An issuer of tokens calls somebody else by the same id. */
const otherAda = { ...ada, issuer: "https://issuer.test" };
const bob = { id: "bob", scopes: ["use"] };

let told: string[];
let lists: CallerLists<string>;

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  const operations = () => all;
  lists = new CallerLists({ operations, onChange: (caller) => void told.push(caller), keptMs: 1000 });
  const all = ["add", "erase"].map((name) =>
    defineOperation({
      name,
      namespace: "notes",
      version: "1.0.0",
      type: "MUTATION",
      description: "",
      inputSchema: Type.Object({}),
      outputSchema: Type.Unknown(),
      accessControl: lists.limit({ requiredScopes: ["use"] }, name),
      handler: () => name,
    }),
  );
});

afterEach(() => {
  lists.close();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

interface Session {
  lists(...names: string[]): void;
  end(): void;
}

function begin(identity: Identity | undefined): Session {
  const ended = new AbortController();
  const onListed = lists.begin({ identity, session: undefined, end: () => undefined, ended: ended.signal });
  return { lists: (...names) => onListed((offer) => names.includes(offer)), end: () => ended.abort() };
}

const seenBy = (identity: Identity | undefined): string[] =>
  ["add", "erase"].filter((name) => checkAccess(lists.limit({ requiredScopes: [] }, name), identity));

describe("when the own sessions of callers list what they offer", () => {
  it("hides what a caller's session does not list, from this caller only", () => {
    const session = begin(ada);
    expect(seenBy(ada)).toEqual(["add", "erase"]);
    session.lists("add", "more");
    expect([ada, otherAda, bob, undefined].map(seenBy)).toEqual([
      ["add"],
      ["add", "erase"],
      ["add", "erase"],
      ["add", "erase"],
    ]);
    expect(told).toEqual([identityKey(ada)]);
  });

  it("tells of nothing while a caller sees the same", () => {
    const session = begin(ada);
    session.lists("add", "erase");
    session.lists("erase", "add", "more");
    expect(told).toEqual([]);
    session.lists("add");
    session.lists("add", "more");
    expect(told).toEqual([identityKey(ada)]);
  });

  it("asks for the rights all the same", () => {
    begin(ada).lists("add");
    const access = lists.limit({ requiredScopes: ["admin"] }, "add");
    expect(checkAccess(access, ada)).toBe(false);
  });

  it("hides nothing from callers without an identity, who share a session", () => {
    begin(undefined).lists("add");
    expect([seenBy(undefined), told]).toEqual([["add", "erase"], []]);
  });

  it("shows a caller with several sessions what any of them lists", () => {
    const [first, second] = [begin(ada), begin(ada)];
    first.lists("add");
    second.lists("erase");
    expect(seenBy(ada)).toEqual(["add", "erase"]);
    second.end();
    expect(seenBy(ada)).toEqual(["add"]);
    first.end();
    expect(seenBy(ada)).toEqual(["add"]);
  });
});

describe("when the last session of a caller has ended", () => {
  it("keeps its list for a while, then shows everything", () => {
    const session = begin(ada);
    session.lists("add");
    session.end();
    vi.advanceTimersByTime(999);
    expect(seenBy(ada)).toEqual(["add"]);
    vi.advanceTimersByTime(1);
    expect(seenBy(ada)).toEqual(["add", "erase"]);
    expect(told).toEqual([identityKey(ada), identityKey(ada)]);
  });

  it("goes by the list of the next session alone", () => {
    const before = begin(ada);
    before.lists("add");
    before.end();
    const session = begin(ada);
    expect(seenBy(ada)).toEqual(["add"]);
    session.lists("erase");
    // An answer that was on its way.
    before.lists("add");
    vi.advanceTimersByTime(5000);
    expect(seenBy(ada)).toEqual(["erase"]);
  });

  it("keeps no list that hides everything: no call could begin another session", () => {
    const session = begin(ada);
    session.lists();
    expect(seenBy(ada)).toEqual([]);
    session.end();
    expect(seenBy(ada)).toEqual(["add", "erase"]);
  });

  it("keeps the lists of a bounded number of callers, the latest ones", () => {
    const callers = Array.from({ length: 1001 }, (_, index) => ({ id: `caller ${index}`, scopes: [] }));
    const sessions = callers.map((caller) => begin(caller));
    for (const session of sessions) session.lists("add");
    for (const session of sessions) session.end();
    expect(callers.map((caller) => seenBy(caller).length).filter((count) => count === 2)).toHaveLength(1);
    expect(seenBy(callers[0])).toEqual(["add", "erase"]);
  });
});

describe("when a caller has logged in again", () => {
  it("shows everything, whatever the session of the account before still lists", () => {
    const session = begin(ada);
    session.lists("add");
    begin(bob).lists("add");
    lists.forget(identityKey(ada));
    expect([seenBy(ada), seenBy(bob)]).toEqual([["add", "erase"], ["add"]]);
    session.lists("erase");
    session.end();
    expect(seenBy(ada)).toEqual(["add", "erase"]);
    begin(ada).lists("erase");
    expect(seenBy(ada)).toEqual(["erase"]);
  });
});
