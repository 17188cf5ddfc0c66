import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CallLimits, ClientLimits, clientOf, ClientShares } from "./client-limits.ts";
import type { CountedCaller } from "./client-limits.ts";

describe("when clients have shares", () => {
  it("distinguishes clients without an identity by their address", () => {
    expect(clientOf(undefined, "10.0.0.1")).not.toBe(clientOf(undefined, "10.0.0.2"));
    expect(clientOf(undefined)).toBeUndefined();
  });

  it("distinguishes a key from a token's subject with the same id, and from an address", () => {
    const ids = ["ada", "address 10.0.0.1", "id ada"];
    const clients = ids.flatMap((id) => [
      clientOf({ id, scopes: [] }),
      clientOf({ id, issuer: "https://id.example", scopes: [] }),
      clientOf({ id, issuer: "", scopes: [] }),
      clientOf(undefined, id.replace("address ", "")),
    ]);
    expect(new Set(clients).size).toBe(clients.length);
  });

  it("gives no client more than its share, and forgets clients that hold nothing", () => {
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
          // A share is refused if, and only if, it is full.
          expect(held[client]).toBe(isTaking ? Math.min(limit, count + 1) : Math.max(0, count - 1));
        }
        expect(shares.size).toBe(Object.values(held).filter((count) => count > 0).length);
      }),
    );
  });
});

describe("when the open request of a client holds a share", () => {
  const caller = (): CountedCaller => ({ client: "ada" });

  it("lets its first call use that share, and counts each further call", () => {
    const limits = new CallLimits(new ClientLimits({ maxConcurrentCalls: 10, maxCallsPerClient: 2 }));
    const request = caller();
    const close = limits.enterRequest(request);
    const first = limits.enter(request);
    const second = limits.enter(request);
    expect(() => limits.enter(request)).toThrow("You already have 2 calls and requests open");
    limits.leave(first);
    limits.leave(limits.enter(request));
    limits.leave(second);
    close();
    // Nothing is left, so another request has the whole share.
    const next = caller();
    limits.enterRequest(next);
    expect([limits.enter(next), limits.enter(next)]).toHaveLength(2);
  });

  it("counts a call until it ends, even after its request has ended", () => {
    const limits = new CallLimits(new ClientLimits({ maxConcurrentCalls: 10, maxCallsPerClient: 1 }));
    const request = caller();
    const close = limits.enterRequest(request);
    const call = limits.enter(request);
    close();
    expect(() => limits.enter(caller())).toThrow("your limit");
    limits.leave(call);
    limits.enter(caller());
  });

  it("counts a call without a request", () => {
    const limits = new CallLimits(new ClientLimits({ maxConcurrentCalls: 10, maxCallsPerClient: 1 }));
    const call = limits.enter(caller());
    expect(() => limits.enter(caller())).toThrow("your limit");
    limits.leave(call);
    limits.leave(call);
    limits.enter(caller());
    expect(() => limits.enter(caller())).toThrow("your limit");
  });
});
