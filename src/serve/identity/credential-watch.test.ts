import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { Identity } from "../../operation/access-control.ts";
import { waitingDeadlines } from "../../shared/deadline-timer.ts";
import { ClientShares, clientOf } from "./client-shares.ts";
import { CredentialWatch } from "./credential-watch.ts";

function watchOf(known: Map<string, Identity>): CredentialWatch {
  return new CredentialWatch(({ token }) => {
    if (token === "broken") throw new Error("no answer");
    return known.get(token);
  });
}

const ada: Identity = { id: "ada", scopes: ["read"] };
const credential = (token: string) => ({ token, kind: "bearer" }) as const;

describe("when credentials are looked at again", () => {
  it("ends what is held by one that is gone, has other rights, or can't be asked about, and nothing else", async () => {
    const known = new Map(["kept", "gone", "changed", "broken"].map((token) => [token, ada]));
    const watch = watchOf(known);
    const ended: string[] = [];
    const stops = [...known.keys(), "kept"].map((token) =>
      watch.hold({
        credential: credential(token),
        identity: ada,
        onEnd: ({ code }) => void ended.push(`${token} ${code}`),
      }),
    );
    known.delete("gone");
    known.set("changed", { id: "ada", scopes: [] });
    await watch.recheck();
    expect(ended.sort()).toEqual(["broken UNAUTHENTICATED", "changed UNAUTHENTICATED", "gone UNAUTHENTICATED"]);
    expect(watch.size).toBe(2);
    await watch.recheck();
    expect(ended).toHaveLength(3);
    for (const stop of stops) stop();
    expect(watch.size).toBe(0);
  });

  it("ends what was verified before, and is held only after", async () => {
    const known = new Map([
      ["gone", ada],
      ["kept", ada],
    ]);
    const watch = watchOf(known);
    const later = ["gone", "kept"].map((token) => watch.later(credential(token), ada));
    known.delete("gone");
    await watch.recheck();
    const ended: string[] = [];
    const stops = later.map((hold, index) => hold(({ code }) => void ended.push(`${index} ${code}`)));
    await expect.poll(() => ended).toEqual(["0 UNAUTHENTICATED"]);
    for (const stop of stops) stop();
    expect(watch.size).toBe(0);
  });

  it("asks once for all that is held by the same one", async () => {
    const authenticate = vi.fn<() => Identity>(() => ada);
    const watch = new CredentialWatch(authenticate);
    for (let index = 0; index < 10; index++)
      watch.hold({ credential: credential("kept"), identity: ada, onEnd: () => undefined });
    await watch.recheck();
    expect(authenticate).toHaveBeenCalledTimes(1);
  });
});

describe("when an identity expires", () => {
  it("ends what is held for it, once", async () => {
    const identity = { ...ada, expiresAt: Date.now() + 20 };
    const watch = watchOf(new Map([["kept", identity]]));
    const reason = await new Promise((resolve) =>
      watch.hold({ credential: credential("kept"), identity, onEnd: resolve }),
    );
    expect(reason).toMatchObject({ code: "UNAUTHENTICATED", message: "The credential has expired." });
    expect(watch.size).toBe(0);
  });

  it("sets no timer for what ends at its expiry by itself, and ends it when it is withdrawn", async () => {
    const before = waitingDeadlines();
    const watch = watchOf(new Map());
    const identity = { ...ada, expiresAt: Date.now() + 60_000 };
    const onEnd = vi.fn<() => void>();
    watch.hold({ credential: credential("gone"), identity, endsAtExpiry: false, onEnd });
    expect(waitingDeadlines()).toBe(before);
    await watch.recheck();
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it("leaves no timer behind for what has ended by itself", () => {
    const before = waitingDeadlines();
    const watch = watchOf(new Map());
    const stop = watch.hold({
      credential: credential("kept"),
      identity: { ...ada, expiresAt: Date.now() + 60_000 },
      onEnd: () => undefined,
    });
    expect(waitingDeadlines()).toBe(before + 1);
    stop();
    stop();
    expect(waitingDeadlines()).toBe(before);
  });
});

describe("when clients have shares", () => {
  it("tells them apart by who they are, and nobody by where they are", () => {
    expect(clientOf(ada, { address: "10.0.0.1" })).toBe("ada");
    expect(clientOf(undefined, { address: "10.0.0.1" })).not.toBe(clientOf(undefined, { address: "10.0.0.2" }));
    expect(clientOf(undefined, {})).toBeUndefined();
  });

  it("gives nobody more than that, and remembers nobody who has nothing", () => {
    const steps = fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.boolean()), { maxLength: 60 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 5 }), (taken, limit) => {
        const shares = new ClientShares(limit);
        const held: Record<string, number> = { a: 0, b: 0, c: 0 };
        for (const [client, isTaking] of taken) {
          const count = held[client] as number;
          if (isTaking) {
            if (shares.take(client)) held[client] = count + 1;
          } else if (count > 0) {
            shares.give(client);
            held[client] = count - 1;
          }
          // A share is refused where it is full, and only there.
          expect(held[client]).toBe(isTaking ? Math.min(limit, count + 1) : Math.max(0, count - 1));
        }
        expect(shares.size).toBe(Object.values(held).filter((count) => count > 0).length);
      }),
    );
  });
});
