import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Session } from "../session/session.ts";
import { watchList } from "./watch-list.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The part of a session that is read, and a way to announce changes on it. */
function announcing(): { session: Session; announce: () => void } {
  const handlers: Array<() => void> = [];
  const onNotification = (_method: string, handler: () => void): unknown => handlers.push(handler);
  return {
    session: { onNotification, isModern: false } as unknown as Session,
    announce: () => handlers.forEach((handler) => handler()),
  };
}

describe("when a server announces changes while its list is being read", () => {
  it("reads once more, however many changes there are", async () => {
    const { session, announce } = announcing();
    const finish: Array<() => void> = [];
    watchList(session, {
      kind: "tools",
      refresh: () => new Promise((resolve) => finish.push(resolve)),
      onError: () => {},
    });
    for (let announced = 0; announced < 20; announced++) {
      announce();
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(finish.length).toBe(1);
    for (let read = 0; read < 20; read++) {
      finish[read]?.();
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(finish.length).toBe(2);
  });

  it("reads nothing more once it is stopped", async () => {
    const { session, announce } = announcing();
    const finish: Array<() => void> = [];
    const watch = watchList(session, {
      kind: "tools",
      refresh: () => new Promise((resolve) => finish.push(resolve)),
      onError: () => {},
    });
    announce();
    await vi.advanceTimersByTimeAsync(100);
    announce();
    await vi.advanceTimersByTimeAsync(100);
    watch.stop();
    finish[0]?.();
    await vi.advanceTimersByTimeAsync(1000);
    expect(finish.length).toBe(1);
  });
});
