import { describe, expect, it } from "vitest";
import { CallError } from "../../errors/call-error.ts";
import type { Link } from "../ports/link.ts";
import { createLoopbackLink, createMemoryLinks } from "./memory-link.ts";
import { settle } from "../peers/peers.test-support.ts";
import type { ProtocolEvent } from "../wire/protocol-event.ts";

const credit = (n: number): ProtocolEvent => ({ type: "call.credit", requestId: "r", n });

/** The output of a link, in order. */
function watch(link: Link): unknown[] {
  const seen: unknown[] = [];
  link.listen({
    event: (event) => void seen.push((event as { n: number }).n),
    closed: (reason) => void seen.push(reason.message),
  });
  return seen;
}

describe("when two peers are within one process", () => {
  it("delivers events unchanged, in order, and asynchronously", async () => {
    const [first, second] = createMemoryLinks();
    const seen = watch(second);
    first.send(credit(1));
    first.send(credit(2));
    expect(seen).toEqual([]);
    await settle();
    expect(seen).toEqual([1, 2]);
  });

  it("knows the identity of the first, and none of the second", () => {
    const identity = { id: "ada", scopes: [] };
    const [first, second] = createMemoryLinks({ identity, isTrusted: true });
    expect(second.peer).toMatchObject({ identity, isTrusted: true });
    expect(first.peer).toMatchObject({ identity: undefined, isTrusted: false });
    expect(createLoopbackLink().peer.isTrusted).toBe(true);
  });

  it("delivers events that were sent before the end, and none after it", async () => {
    const [first, second] = createMemoryLinks();
    const [near, far] = [watch(first), watch(second)];
    first.send(credit(1));
    first.close(new CallError("CONNECTION_LOST", "Bye."));
    second.send(credit(2));
    await settle();
    expect(far).toEqual([1, "Bye."]);
    expect(near).toEqual(["Bye."]);
    for (const link of [first, second]) {
      expect(() => link.send(credit(3))).toThrow(
        expect.objectContaining({ code: "CONNECTION_LOST", phase: "notStarted" }),
      );
      link.close();
    }
    expect(near).toHaveLength(1);
  });

  it("does not deliver a withdrawn event, and does not mark an undelivered one as sent", async () => {
    const [first, second] = createMemoryLinks();
    const seen = watch(second);
    const [back, late] = [
      { isSent: false, frame: 0, isWithdrawn: true },
      { isSent: false, frame: 0, isWithdrawn: false },
    ];
    first.send(credit(1), back);
    await settle();
    second.close();
    first.send(credit(2), late);
    await settle();
    expect([back.isSent, late.isSent]).toEqual([false, false]);
    expect(seen).toEqual(["The link was closed."]);
  });

  it("delivers no event to a receiver that knows of the end", async () => {
    const [first, second] = createMemoryLinks();
    second.listen({ event: () => second.close(), closed: () => undefined });
    const seen = watch(second);
    first.send(credit(1));
    await settle();
    expect(seen).toEqual(["The link was closed."]);
  });

  it("reports the end to a late receiver, but not to one that has stopped listening", async () => {
    const [first, second] = createMemoryLinks();
    const seen: unknown[] = [];
    second.listen({ event: () => seen.push("event"), closed: () => seen.push("closed") })();
    first.send(credit(1));
    await settle();
    second.close();
    expect(seen).toEqual([]);
    expect(watch(second)).toEqual(["The link was closed."]);
  });
});
