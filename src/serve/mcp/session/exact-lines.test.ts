import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { exactLines } from "./exact-lines.ts";

/** The output after these chunks. */
async function read(chunks: readonly string[], maxBytes = 1000): Promise<string> {
  const input = new PassThrough();
  const { lines } = exactLines(input, maxBytes);
  for (const chunk of chunks) input.write(Buffer.from(chunk, "latin1"));
  input.end();
  const read: Buffer[] = [];
  for await (const chunk of lines) read.push(chunk as Buffer);
  return Buffer.concat(read).toString("latin1");
}

describe("when lines of JSON are read for the SDK", () => {
  it.each([
    [['{"a":12345678901234567890}\n'], '{"a":"12345678901234567890"}\n'],
    [['{"a":1234567', "8901234567890}\n{", '"b":1}\n'], '{"a":"12345678901234567890"}\n{"b":1}\n'],
    [['{"a":"12345678901234567890"}\n'], '{"a":"12345678901234567890"}\n'],
    [['{"a":9007199254740992}\n'], '{"a":9007199254740992}\n'],
    [['broken "\n{"a":12345678901234567890}\n'], 'broken "\n{"a":"12345678901234567890"}\n'],
    // The bytes of one character, in two chunks.
    [['{"a":"\u00c3', '\u00bc"}\n'], '{"a":"\u00c3\u00bc"}\n'],
    [["no end"], "no end"],
    [[], ""],
  ])("turns %j into %j", async (chunks, expected) => {
    expect(await read(chunks)).toBe(expected);
  });

  it("buffers no more than the limit for a line", async () => {
    const input = new PassThrough();
    const { lines, stop } = exactLines(input, 10);
    input.write("123456");
    input.write("7890123");
    await new Promise((resolve) => lines.once("readable", resolve));
    expect(String(lines.read())).toBe("1234567890123");
    stop();
    expect(input.isPaused()).toBe(true);
    input.destroy();
    lines.destroy();
  });
});
