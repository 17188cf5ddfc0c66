import { describe, expect, it, vi } from "vitest";
import type { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import { waitingDeadlines } from "../../shared/time/deadline-timer.ts";
import { CredentialWatch } from "./credential-watch.ts";

function watchOf(known: Map<string, Identity>): CredentialWatch {
  return new CredentialWatch(({ token }) => {
    if (token === "broken") throw new Error("no answer");
    return known.get(token);
  });
}

const ada: Identity = { id: "ada", scopes: ["read"] };
const credential = (token: string) => ({ token, kind: "bearer" }) as const;

describe("when credentials are checked again", () => {
  it("ends everything held by a withdrawn, changed or uncheckable credential, and nothing else", async () => {
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

  it("ends a credential that was withdrawn between its check and its hold", async () => {
    const known = new Map([
      ["gone", ada],
      ["kept", ada],
    ]);
    const watch = watchOf(known);
    const { rechecks } = watch;
    known.delete("gone");
    await watch.recheck();
    const ended: string[] = [];
    const stops = ["gone", "kept"].map((token) => {
      const onEnd = ({ code }: CallError): void => void ended.push(`${token} ${code}`);
      return watch.hold({ credential: credential(token), identity: ada, onEnd }, rechecks);
    });
    await expect.poll(() => ended).toEqual(["gone UNAUTHENTICATED"]);
    for (const stop of stops) stop();
    expect(watch.size).toBe(0);
  });

  it("checks a credential once for everything that it holds", async () => {
    const authenticate = vi.fn<() => Identity>(() => ada);
    const watch = new CredentialWatch(authenticate);
    for (let index = 0; index < 10; index++)
      watch.hold({ credential: credential("kept"), identity: ada, onEnd: () => undefined });
    await watch.recheck();
    expect(authenticate).toHaveBeenCalledTimes(1);
  });
});

describe("when an identity expires", () => {
  it("ends everything held for it, once", async () => {
    const identity = { ...ada, expiresAt: Date.now() + 20 };
    const watch = watchOf(new Map([["kept", identity]]));
    const reason = await new Promise((resolve) =>
      watch.hold({ credential: credential("kept"), identity, onEnd: resolve }),
    );
    expect(reason).toMatchObject({ code: "UNAUTHENTICATED", message: "The credential has expired." });
    expect(watch.size).toBe(0);
  });

  it("sets no timer for holds that end at expiry by themselves, but still ends them when the credential is withdrawn", async () => {
    const before = waitingDeadlines();
    const watch = watchOf(new Map());
    const identity = { ...ada, expiresAt: Date.now() + 60_000 };
    const onEnd = vi.fn<() => void>();
    watch.hold({ credential: credential("gone"), identity, endsAtExpiry: false, onEnd });
    expect(waitingDeadlines()).toBe(before);
    await watch.recheck();
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it("leaves no timer behind for holds that have ended by themselves", () => {
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
