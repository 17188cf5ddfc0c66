import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { Terminal } from "./terminal.ts";
import { paragraph } from "./paragraph.ts";

function terminalWith(columns?: number): Terminal {
  const stderr = Object.assign(new PassThrough(), columns === undefined ? {} : { isTTY: true, columns });
  return new Terminal({ stdin: new PassThrough(), stdout: new PassThrough(), stderr }, { NO_COLOR: "1" });
}

const failure = { label: "error:", paint: (label: string) => label, text: "The city is missing.", suffix: "[TIMEOUT]" };

describe("when an error is printed", () => {
  test("a terminal shows it wrapped at spaces", () => {
    expect(paragraph(failure, terminalWith(20))).toBe("error: The city is\nmissing. [TIMEOUT]\n");
  });

  test("a file has it on one line", () => {
    expect(paragraph(failure, terminalWith())).toBe("error: The city is missing. [TIMEOUT]\n");
  });

  test("lines that fit stay unchanged", () => {
    const text = "Wrong:\n  1 | a:  b\n        ^";
    expect(paragraph({ ...failure, text, suffix: undefined }, terminalWith(20))).toBe(`error: ${text}\n`);
  });
});
