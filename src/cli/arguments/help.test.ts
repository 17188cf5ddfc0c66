import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { Terminal } from "../terminal/terminal.ts";
import { COMMANDS } from "./command-table.ts";
import { describeRows, fitCommand } from "./help.ts";

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

describe("examples", () => {
  const examples = COMMANDS.flatMap(({ examples: own = [] }) => own);

  it("can be pasted: a remark is a comment of the shell", () => {
    expect(examples.filter((example) => / {2,}(?!# )/.test(example))).toEqual([]);
  });

  it("have their remark before them on a narrow terminal", () => {
    const example = examples.find((each) => each.includes("keys revoke")) ?? "";
    const [remark, ...rest] = fitCommand(example, terminalOf(60)).split("\n");
    expect(remark).toMatch(/^ {2}# an id, a holder/);
    expect(rest.at(-1)).toBe("  operations keys revoke k3x0a1b2c4d5");
  });
});
