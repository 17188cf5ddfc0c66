import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { CallError } from "../../errors/call-error.ts";
import { parseSSEFrames } from "./parse-sse-frames.ts";
import { createEventDecoder } from "./event-decoder.ts";
import { createLineDecoder, decodeStream, StreamCut } from "./stream-decoder.ts";
import type { StreamDecoder, DecodedItem } from "./stream-decoder.ts";

async function decode(chunks: readonly Uint8Array[], decoder: StreamDecoder): Promise<DecodedItem[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const items: DecodedItem[] = [];
  for await (const item of decodeStream(body, decoder)) items.push(item);
  return items;
}
const bytesOf = (text: string) => new TextEncoder().encode(text);
const events = (limit = 1000) => createEventDecoder({ limit });
const lines = (limit = 1000) => createLineDecoder({ limit });

describe("when a stream of events is decoded", () => {
  it("carries type and id, and keeps the id until the next one", async () => {
    const text = "data: a\n\nid: 1\nevent: add\ndata: b\n\ndata: c\n\nid: 2\0\ndata: d\n\nid\ndata: e\n\n";
    expect(await decode([bytesOf(text)], events())).toEqual([
      { data: "a", event: "message", lastEventId: "" },
      { data: "b", event: "add", lastEventId: "1" },
      { data: "c", event: "message", lastEventId: "1" },
      { data: "d", event: "message", lastEventId: "1" },
      { data: "e", event: "message", lastEventId: "" },
    ]);
  });

  it("counts the id of a block without data", async () => {
    const decoder = createEventDecoder({ limit: 99, lastEventId: "1" });
    const items = await decode([bytesOf("data: a\n\nid: 2\n\ndata: b\n\nid: 3\n\nid: 4\n")], decoder);
    expect(items.map(({ data, lastEventId, isIdOnly }) => (isIdOnly ? lastEventId : [data, lastEventId]))).toEqual([
      ["a", "1"],
      "2",
      ["b", "2"],
      "3",
    ]);
  });

  it("reports a `retry:` line", async () => {
    const delays: number[] = [];
    await decode(
      [bytesOf("retry: 12\nretry: x\n\n")],
      createEventDecoder({ limit: 99, onRetry: (delay) => delays.push(delay) }),
    );
    expect(delays).toEqual([12]);
  });

  it("dispatches an event as soon as its empty line arrives, even if that ends in CR", () => {
    const decoder = events();
    expect(decoder.push("data: a\r\r")).toMatchObject([{ data: "a" }]);
    expect(decoder.push("\ndata: b\r")).toEqual([]);
    expect(decoder.push("\n\r")).toMatchObject([{ data: "b" }]);
  });

  it("returns the same events wherever the bytes are split", async () => {
    const line = fc.oneof(
      fc.constantFrom("", "data", "data: x", "event: e", "id: 1", "id: \0", ": c", "retry: 9", "nonsense"),
      fc.string({ unit: "grapheme", maxLength: 6 }).map((text) => `data: ${text.replace(/[\r\n]/g, "")}`),
    );
    const end = fc.constantFrom("\n", "\r", "\r\n");
    const stream = fc
      .tuple(fc.boolean(), fc.array(fc.tuple(line, end), { maxLength: 12 }))
      .map(([hasMark, lines]) => `${hasMark ? "\uFEFF" : ""}${lines.flat().join("")}\n\n`);
    await fc.assert(
      fc.asyncProperty(stream, async (text) => {
        const bytes = bytesOf(text);
        const whole = await decode([bytes], events());
        for (let at = 0; at <= bytes.length; at += 1) {
          expect(await decode([bytes.subarray(0, at), bytes.subarray(at)], events())).toEqual(whole);
        }
        expect(
          await decode(
            [...bytes].map((byte) => new Uint8Array([byte])),
            events(),
          ),
        ).toEqual(whole);
        const withData = whole.filter(({ isIdOnly }) => isIdOnly !== true);
        expect(withData.map(({ data, event }) => [data, event])).toEqual(
          parseSSEFrames(text).events.map(({ data, eventType }) => [data, eventType]),
        );
      }),
      { numRuns: 50 },
    );
  });

  it("treats a lone event type at the end as a cut, but not a lone comment, id or retry", () => {
    const endAfter = (text: string) => {
      const decoder = createEventDecoder({ limit: 1000 });
      decoder.push(`data: a\n\n${text}`);
      return decoder.end();
    };
    for (const text of ["event: x\n", "event: x\nda", "event: x"]) {
      expect(() => endAfter(text)).toThrow("in the middle of an event");
    }
    for (const text of ["", "\n", ": ping", ": ping\n", "id: 1\n", "retry: 9"]) expect(endAfter(text)).toEqual([]);
    expect(endAfter("data: [DONE]")).toMatchObject([{ data: "[DONE]" }]);
  });

  it("treats an end in the middle of an event as a cut", async () => {
    await expect(decode([bytesOf("data: a\n\ndata: b\n")], events())).rejects.toThrow(StreamCut);
    expect(await decode([bytesOf("data: a\n\n: bye")], events())).toHaveLength(1);
  });

  it.each([
    ["an endless line", "x"],
    ["an endless event", "data: xx\n"],
  ])("stops at the limit for %s, without keeping more than that", (_what, piece) => {
    const decoder = events(1000);
    let fed = 0;
    const feedForever = (): void => {
      for (;;) {
        decoder.push(piece);
        fed += piece.length;
      }
    };
    expect(feedForever).toThrow(CallError);
    expect(fed).toBeLessThan(5000);
  });

  it("stops at the limit for an event that arrives in one piece", () => {
    expect(() => events(10).push(`data: ${"x".repeat(11)}\n\n`)).toThrow("an event larger than the limit of 10");
  });

  it("accepts endless comments", () => {
    const decoder = events(100);
    for (let count = 0; count < 1000; count += 1) expect(decoder.push(": keep-alive\n\n")).toEqual([]);
  });

  it("takes linear time when a piece mixes line ends", () => {
    // Scanning the rest of the piece for each line would take minutes.
    expect(events().push(`${"\n".repeat(2_000_000)}\r`)).toEqual([]);
  });
});

describe("when JSON Lines are decoded", () => {
  it("returns one item per line, and skips empty lines", async () => {
    const items = await decode([bytesOf('{"a":1}\r\n\n\u001E[2]\n3')], lines());
    expect(items).toEqual([{ data: '{"a":1}' }, { data: "[2]" }, { data: "3" }]);
  });

  it("returns the same items wherever the bytes are split", async () => {
    const bytes = bytesOf('{"a":"ü☃"}\n\n[1,2]\r\n"🙂"\n');
    const whole = await decode([bytes], lines());
    expect(whole).toHaveLength(3);
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(await decode([bytes.subarray(0, at), bytes.subarray(at)], lines())).toEqual(whole);
    }
  });

  it("treats an end in the middle of a line as a cut", async () => {
    await expect(decode([bytesOf('{"a":1}\n{"b":')], lines())).rejects.toThrow(StreamCut);
  });

  it("stops at the limit for an endless line", () => {
    const decoder = lines(1000);
    expect(() => decoder.push("x".repeat(1001))).toThrow("a line larger than the limit of 1000");
  });
});
