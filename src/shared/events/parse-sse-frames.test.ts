import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { parseSSEFrames } from "./parse-sse-frames.ts";
import type { SSEEvent } from "./parse-sse-frames.ts";

function parseInPieces(pieces: readonly string[]): SSEEvent[] {
  let buffer = "";
  return pieces.flatMap((piece) => {
    const { events, remaining } = parseSSEFrames(buffer + piece);
    buffer = remaining;
    return events;
  });
}

describe("when frames are parsed", () => {
  it.each<[string, string, Array<Partial<SSEEvent>>]>([
    ["data", "data: hello\n\n", [{ data: "hello", eventType: "message", lastEventId: "" }]],
    ["data without a space", "data:hello\n\n", [{ data: "hello" }]],
    ["one leading space only", "data:  hello\n\n", [{ data: " hello" }]],
    ["several data lines", "data: a\ndata: b\n\n", [{ data: "a\nb" }]],
    ["an empty data line", "data\n\ndata:\ndata\n\n", [{ data: "" }, { data: "\n" }]],
    ["type and id", "event: add\nid: 7\ndata: x\n\n", [{ eventType: "add", lastEventId: "7" }]],
    ["an empty type", "event:\ndata: x\n\n", [{ eventType: "message" }]],
    ["an id with NULL, which does not count", "id: 1\nid: 2\0\ndata: x\n\n", [{ lastEventId: "1" }]],
    ["comments and unknown fields, which it skips", ": hi\nfoo: bar\nfoo\nretry: 5\ndata: x\n\n", [{ data: "x" }]],
    ["a frame without data, which is not an event", "event: add\n\ndata: x\n\n", [{ eventType: "message" }]],
    ["an id without data, which counts for the next event", "id: 7\n\n: hi\n\ndata: x\n\n", [{ lastEventId: "7" }]],
    ["CR, LF and CRLF", "data: a\r\rdata: b\n\ndata: c\r\n\r\n", [{ data: "a" }, { data: "b" }, { data: "c" }]],
    ["a byte order mark", "\uFEFFdata: a\n\n", [{ data: "a" }]],
  ])("reads %s", (_what, text, expected) => {
    const { events, remaining } = parseSSEFrames(text);
    expect(events).toMatchObject(expected);
    expect(events).toHaveLength(expected.length);
    expect(remaining).toBe("");
  });

  it("returns an incomplete event as the remaining text", () => {
    expect(parseSSEFrames("data: a\n\ndata: b\nda")).toMatchObject({
      events: [{ data: "a" }],
      remaining: "data: b\nda",
    });
    expect(parseSSEFrames("")).toEqual({ events: [], remaining: "" });
  });

  it("returns the same events wherever the text is split", () => {
    const line = fc.oneof(
      fc.constantFrom(
        "",
        "data",
        "data:",
        "data: x",
        "event: e",
        "id: 1",
        "id: \0",
        "id",
        ": c",
        "retry: 9",
        "nonsense",
      ),
      fc.string({ unit: "grapheme", maxLength: 8 }).map((text) => `data: ${text.replace(/[\r\n]/g, "")}`),
    );
    const end = fc.constantFrom("\n", "\r", "\r\n");
    const stream = fc
      .tuple(fc.boolean(), fc.array(fc.tuple(line, end), { maxLength: 20 }))
      .map(([hasMark, lines]) => (hasMark ? "\uFEFF" : "") + lines.flat().join(""));
    fc.assert(
      fc.property(stream, (text) => {
        const whole = parseSSEFrames(text).events;
        for (let at = 0; at <= text.length; at += 1) {
          expect(parseInPieces([text.slice(0, at), text.slice(at)])).toEqual(whole);
        }
        expect(parseInPieces(text.split(""))).toEqual(whole);
      }),
    );
  });
});
