import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Session } from "../session/session.ts";
import { listenForChanges } from "./listen-for-changes.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe("when a server ends every subscription at once", () => {
  it("subscribes again, and leaves no listeners behind", async () => {
    const signals: AbortSignal[] = [];
    const client = {
      getServerCapabilities: () => ({ tools: { listChanged: true } }),
      listen: (_what: object, { signal }: { signal: AbortSignal }) => {
        signals.push(signal);
        return Promise.resolve({ closed: Promise.resolve("remote") });
      },
    };
    const session = { client, isModern: true, isOpen: true } as unknown as Session;
    const stop = listenForChanges(session, () => {});
    await vi.advanceTimersByTimeAsync(60_000);
    expect(signals.length).toBeGreaterThan(10);
    expect(getEventListeners(signals[0] as AbortSignal, "abort").length).toBeLessThanOrEqual(1);
    stop();
  });
});
