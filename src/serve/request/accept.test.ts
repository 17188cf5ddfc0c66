import { describe, expect, it } from "vitest";
import { prefersEvents } from "./accept.ts";

describe("when a client says what it accepts", () => {
  it.each([
    "text/event-stream",
    "TEXT/Event-Stream; charset=utf-8",
    "text/event-stream, application/problem+json",
    "text/event-stream, application/json;q=0.9",
    "application/*;q=0.5, text/event-stream;q=0.6, */*;q=0.1",
    "application/json;q=0, text/event-stream;q=0.1, */*",
  ])("%j prefers events", (accepted) => {
    expect(prefersEvents(accepted ?? "")).toBe(true);
  });

  it.each([
    undefined,
    "",
    "*/*",
    "text/*",
    "application/json",
    "application/json, text/event-stream",
    "text/event-stream, */*",
    "text/event-stream;q=0.5, application/json;q=0.6",
    "text/event-stream;q=0",
    "text/event-stream;q=nonsense",
    "text/event-streams",
    `${",".repeat(2000)}text/event-stream`,
  ])("%j does not", (accepted) => {
    expect(prefersEvents(accepted ?? "")).toBe(false);
  });
});
