import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { Terminal } from "../terminal/terminal.ts";
import { describeRows } from "./help.ts";

function terminalOf(columns: number): Terminal {
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns });
  return new Terminal({ stdin: new PassThrough(), stdout, stderr: new PassThrough() }, {});
}

const rows = [
  ["--type <type>", "Only this type, out of the three that there are."],
  ["--json", "Print JSON."],
] as const;

describe("rows of help", () => {
  it("are beside their labels", () => {
    expect(describeRows(rows, terminalOf(50))).toBe(
      [
        "  --type <type>  Only this type, out of the three",
        "                 that there are.",
        "  --json         Print JSON.",
      ].join("\n"),
    );
  });

  it("are below their labels on a narrow terminal", () => {
    expect(describeRows(rows, terminalOf(36))).toBe(
      [
        "  --type <type>",
        "      Only this type, out of the",
        "      three that there are.",
        "  --json",
        "      Print JSON.",
      ].join("\n"),
    );
  });
});
