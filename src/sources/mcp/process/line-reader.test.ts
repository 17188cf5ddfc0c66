import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HeldAnswer, heldBytes } from "../../../shared/connections/held-answer.ts";
import { LineReader } from "./line-reader.ts";
import type { LineEnds } from "./json-rpc.ts";

interface Read {
  readonly lines: string[];
  readonly refused: Array<LineEnds & { readonly message: string }>;
}

function read(chunks: readonly Uint8Array[], maxBytes: number): Read {
  const lines: string[] = [];
  const refused: Read["refused"] = [];
  const reader = new LineReader({
    maxBytes,
    onLine: (line) => lines.push(new TextDecoder().decode(line).trimEnd()),
    onRefused: (ends, { message }) => refused.push({ ...ends, message }),
  });
  for (const chunk of chunks) reader.push(chunk);
  return { lines, refused };
}

function cut(text: string, sizes: readonly number[]): Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  const chunks: Uint8Array[] = [];
  let at = 0;
  for (const size of sizes) {
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return [...chunks, bytes.subarray(at)];
}

describe("when bytes are read as lines", () => {
  it("returns the same lines however they are split", () => {
    const line = fc.stringMatching(/^[aé😀{}"]{0,12}$/u);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), fc.array(fc.nat(9), { maxLength: 20 }), (texts, sizes) => {
        const { lines, refused } = read(cut(texts.map((text) => `${text}\r\n`).join(""), sizes), 1000);
        expect(lines).toEqual(texts);
        expect(refused).toEqual([]);
      }),
    );
  });

  it("discards a line beyond the limit, keeps its ends, and continues", () => {
    const long = `{"id":1,${"x".repeat(5000)},"tail":2}`;
    for (const sizes of [[], [1, 1, 1], Array.from({ length: 100 }, () => 37)]) {
      const { lines, refused } = read(cut(`first\n${long}\nlast\n`, sizes), 1000);
      expect(lines).toEqual(["first", "last"]);
      expect(refused).toHaveLength(1);
      expect(refused[0]?.message).toContain("1000");
      expect(refused[0]?.head).toBe(long.slice(0, 256));
      expect(refused[0]?.tail).toBe(long.slice(-256));
    }
  });
});

describe("when too many long answers are read at once", () => {
  const MIB = 1024 * 1024;

  it("does not refuse the line after a long one that waits to be parsed", () => {
    const lines: number[] = [];
    const refused: unknown[] = [];
    const releases: Array<(() => void) | undefined> = [];
    const reader = new LineReader({
      maxBytes: 64 * MIB,
      onLine: (line, release) => {
        lines.push(line.length);
        releases.push(release);
      },
      onRefused: (_ends, error) => refused.push(error),
    });
    reader.push(new Uint8Array(40 * MIB).fill(97));
    reader.push(new TextEncoder().encode('\n{"id":2,'));
    const others = Array.from({ length: 4 }, (_, sender) => new HeldAnswer(sender, 64 * MIB, () => undefined));
    for (const other of others) other.grow(30 * MIB);
    reader.push(new TextEncoder().encode('"result":{}}\n'));
    expect(refused).toEqual([]);
    expect(lines).toEqual([40 * MIB, 20]);
    for (const release of [...releases, ...others.map((other) => () => other.release())]) release?.();
    expect(heldBytes()).toBe(0);
  });
});
