import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startChildPeer, type ChildPeer } from "./child-peer.ts";
import { isAlive } from "./is-alive.ts";
import { watchLeftovers, type Leftovers } from "../../src/testing/leftovers.ts";

const echoPeer = fileURLToPath(new URL("programs/echo-peer.ts", import.meta.url));
const parentOfPeer = fileURLToPath(new URL("programs/parent-of-peer.ts", import.meta.url));

let leftovers: Leftovers;
let peer: ChildPeer | undefined;

beforeEach(() => {
  leftovers = watchLeftovers();
});
afterEach(async () => {
  await peer?.kill();
  await leftovers.expectNothingLeft();
});

describe("when a child is ready", () => {
  it("receives and answers, and ends when told to", async () => {
    const heard = vi.fn<(message: unknown) => void>();
    peer = startChildPeer(echoPeer, { onMessage: heard });
    await peer.ready;
    await peer.send({ n: 1 });
    await soon(() => expect(heard).toHaveBeenCalledWith({ echo: { n: 1 } }));
    expect(peer.stderr()).toContain("started");
    expect(await peer.end()).toEqual({ code: 0, signal: null });
    await expect(peer.send("late")).rejects.toThrow();
  });

  it("can be killed", async () => {
    peer = startChildPeer(echoPeer);
    await peer.ready;
    expect(await peer.kill()).toEqual({ code: null, signal: "SIGKILL" });
  });

  it("pauses while stopped, and continues afterwards", async () => {
    const heard = vi.fn<(message: unknown) => void>();
    peer = startChildPeer(echoPeer, { onMessage: heard });
    await peer.ready;
    peer.stop();
    void peer.send("while stopped");
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(heard).not.toHaveBeenCalled();
    peer.continue();
    await soon(() => expect(heard).toHaveBeenCalledWith({ echo: "while stopped" }));
    peer.stop();
    expect(await peer.kill()).toEqual({ code: null, signal: "SIGKILL" });
  });
});

describe("when a child fails", () => {
  it("reports why it never became ready", async () => {
    peer = startChildPeer(echoPeer, { args: ["broken"] });
    await expect(peer.ready).rejects.toThrow("planned failure");
  });

  it("is killed when it doesn't end by itself", async () => {
    peer = startChildPeer(echoPeer, { args: ["stubborn"] });
    await peer.ready;
    await expect(peer.end({ withinMs: 300 })).rejects.toThrow("did not end by itself");
    expect(await peer.exited).toEqual({ code: null, signal: "SIGKILL" });
  });
});

describe("when the parent is killed", () => {
  it("ends even a stopped child", async () => {
    let grandchild = 0;
    peer = startChildPeer(parentOfPeer, {
      onMessage: (message) => (grandchild = (message as { childPid: number }).childPid),
    });
    await peer.ready;
    expect(isAlive(grandchild)).toBe(true);
    await peer.kill();
    await soon(() => expect(isAlive(grandchild)).toBe(false));
  });
});

/** The machine may be busy. */
function soon(check: () => void): Promise<void> {
  return vi.waitFor(check, 20_000);
}
