import { expect, it } from "vitest";
import { OfferQueue } from "./offer-queue.ts";
import type { RemotePeer } from "./remote-peer.ts";

it("reports when everything that arrived was read, including later arrivals", async () => {
  const read: number[] = [];
  const queue = new OfferQueue((arrived) => {
    const end = performance.now() + 3;
    while (performance.now() < end);
    read.push(arrived.next++);
  });
  const peer = { id: "far" } as RemotePeer;
  expect(queue.settled()).toBeUndefined();
  queue.addOffers(
    peer,
    Array.from({ length: 20 }, () => ({})),
  );
  expect(read.length).toBeLessThan(20);
  const settled = queue.settled();
  queue.addWithdrawal(peer, ["a.b"]);
  await settled;
  expect(read.length).toBe(21);
  expect(queue.settled()).toBeUndefined();
});
