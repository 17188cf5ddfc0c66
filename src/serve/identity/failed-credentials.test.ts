import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Authenticate, Credential } from "../../operation/authenticate.ts";
import { FailedCredentials } from "./failed-credentials.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => void vi.useRealTimers());

const ada = { id: "ada", scopes: [] };
const verify: Authenticate = ({ token }) => (token.startsWith("good") ? ada : undefined);

function guarded(): { failures: FailedCredentials; ask: Authenticate; slowed: string[] } {
  const slowed: string[] = [];
  const failures = new FailedCredentials((address) => void slowed.push(address));
  return { failures, slowed, ask: failures.guard(verify) };
}

function from(address: string | undefined, token = "bad"): Credential {
  return { token, kind: "bearer", address };
}

/** Fails so often that the next refusal is delayed. */
function exhaust(ask: Authenticate, address: string): void {
  for (let count = 0; count < 20; count++) expect(ask(from(address))).toBeUndefined();
}

describe("an address whose credentials fail", () => {
  it("is answered with growing delay, up to two seconds", async () => {
    const { failures, ask, slowed } = guarded();
    exhaust(ask, "10.0.0.1");
    expect(slowed).toEqual([]);
    const waits: number[] = [];
    for (let count = 0; count < 7; count++) {
      const before = performance.now();
      const ended = { is: false };
      const answer = Promise.resolve(ask(from("10.0.0.1"))).finally(() => (ended.is = true));
      // Step by step: other tests of this process may have left later timers.
      while (!ended.is) await vi.advanceTimersByTimeAsync(1);
      expect(await answer).toBeUndefined();
      waits.push(performance.now() - before);
    }
    expect(waits[0]).toBe(100);
    expect([...waits].sort((one, other) => one - other)).toEqual(waits);
    expect(waits.at(-1)).toBe(2000);
    expect(slowed).toEqual(["10.0.0.1"]);
    expect(failures.refused).toBe(27);
  });

  it("does not delay a valid credential of the same address, nor failures of another", async () => {
    const { ask } = guarded();
    exhaust(ask, "10.0.0.1");
    const waiting = ask(from("10.0.0.1"));
    expect(ask(from("10.0.0.1", "good"))).toBe(ada);
    expect(ask(from("10.0.0.2"))).toBeUndefined();
    await vi.runAllTimersAsync();
    await waiting;
  });

  it("has only a few waiting requests; further credentials are not checked, unless they were valid before", async () => {
    const { failures, ask } = guarded();
    expect(ask(from("10.0.0.1", "good and used"))).toBe(ada);
    exhaust(ask, "10.0.0.1");
    const waiting = Array.from({ length: 8 }, async () => await ask(from("10.0.0.1")));
    expect(() => ask(from("10.0.0.1", "good but new"))).toThrow("wait a little");
    expect(failures.unchecked).toBe(1);
    expect(ask(from("10.0.0.1", "good and used"))).toBe(ada);
    expect(ask(from("10.0.0.2", "good but new"))).toBe(ada);
    await vi.runAllTimersAsync();
    await Promise.all(waiting);
    // The attack continues, but a new key is checked between two of its waits.
    expect(ask(from("10.0.0.1", "good and also new"))).toBe(ada);
  });

  it("is forgotten after a while", () => {
    const { failures, ask } = guarded();
    exhaust(ask, "10.0.0.1");
    vi.advanceTimersByTime(60_000);
    expect(ask(from("10.0.0.1"))).toBeUndefined();
    exhaust(ask, "10.0.0.2");
    vi.advanceTimersByTime(60_000);
    void ask(from("10.0.0.3"));
    expect(failures.addresses).toBe(1);
  });

  it("covers the network of an IPv6 address", async () => {
    const { ask } = guarded();
    for (let count = 0; count < 20; count++) void ask(from(`2001:db8:0:1::${count}`));
    const waiting = ask(from("2001:db8:0:1:a:b:c:d"));
    expect(waiting).toBeInstanceOf(Promise);
    expect(ask(from("2001:db8:0:2::1"))).toBeUndefined();
    await vi.runAllTimersAsync();
    await waiting;
  });
});

describe("the memory", () => {
  it("is limited, however many addresses fail", () => {
    const { failures, ask } = guarded();
    for (let count = 0; count < 20_000; count++) void ask(from(`10.0.${count >> 8}.${count & 255}`));
    expect(failures.addresses).toBe(10_000);
    expect(failures.refused).toBe(20_000);
  });

  it("holds nothing for requests without an address", () => {
    const { failures, ask } = guarded();
    for (let count = 0; count < 100; count++) expect(ask(from(undefined))).toBeUndefined();
    expect(failures).toMatchObject({ addresses: 0, refused: 100 });
  });
});

describe("when the service closes", () => {
  it("answers waiting requests, and delays no more", async () => {
    const { failures, ask } = guarded();
    exhaust(ask, "10.0.0.1");
    const waiting = ask(from("10.0.0.1"));
    failures.close();
    expect(await waiting).toBeUndefined();
    expect(ask(from("10.0.0.1"))).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a way to authenticate that fails itself", () => {
  it("is not a failure of the client", async () => {
    const failures = new FailedCredentials(() => undefined);
    const ask = failures.guard(() => Promise.reject(new Error("the issuer is away")));
    await expect(ask(from("10.0.0.1"))).rejects.toThrow("the issuer is away");
    expect(failures.refused).toBe(0);
  });
});
