import { describe, expect, test } from "vitest";
import { CallError } from "../../errors/call-error.ts";
import type { OnCredentialEnd } from "../../serve/identity/credential-watch.ts";
import { UpdateStreams } from "./update-streams.ts";

function setUp() {
  const streams = new UpdateStreams();
  const shown = { version: "1" };
  const watched = { version: () => shown.version, state: () => ({ seen: shown.version, text: "two\nlines" }) };
  const open = (onCredentialEnd?: OnCredentialEnd) => {
    const reader = (streams.open(watched, { onCredentialEnd }).body as ReadableStream<Uint8Array>).getReader();
    return {
      cancel: () => reader.cancel(),
      read: async () => {
        const { done, value } = await reader.read();
        return done ? undefined : new TextDecoder().decode(value);
      },
    };
  };
  return { streams, shown, open };
}

describe("a stream of updates", () => {
  test("sends the state at once, and again after each change", async () => {
    const { streams, shown, open } = setUp();
    const { read, cancel } = open();
    expect(await read()).toBe('data: {"seen":"1","text":"two\\nlines"}\n\n');
    shown.version = "2";
    expect(await read()).toContain('"seen":"2"');
    await cancel();
    expect(streams.size).toBe(0);
  });

  test("sends a slow reader the latest state", async () => {
    const { shown, open, streams } = setUp();
    const { read } = open();
    shown.version = "2";
    // Longer than a tick: the first event still waits to be read.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    shown.version = "3";
    expect(await read()).toContain('"seen":"1"');
    expect(await read()).toContain('"seen":"3"');
    streams.close();
    expect(await read()).toBeUndefined();
  });

  test("ends with its credential", async () => {
    const { streams, open } = setUp();
    let end = (): void => undefined;
    let isWatched = true;
    const { read } = open((listener) => {
      end = () => listener(new CallError("UNAUTHENTICATED", "The key was revoked."));
      return () => (isWatched = false);
    });
    await read();
    end();
    expect(await read()).toBeUndefined();
    expect({ isWatched, size: streams.size }).toEqual({ isWatched: false, size: 0 });
  });

  test("is refused beyond a hundred, and by a stopping hub", () => {
    const { streams, open } = setUp();
    for (let index = 0; index < 100; index++) open();
    expect(() => open()).toThrow("Too many pages");
    streams.close();
    expect(streams.size).toBe(0);
    expect(() => open()).toThrow("is stopping");
  });
});
