import { PassThrough } from "node:stream";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { paintJSON } from "../output/format-data.ts";
import { safeLine, safeText } from "./safe-text.ts";
import { createStyle, hasColours } from "./style.ts";
import { formatTable } from "./table.ts";
import { Terminal } from "./terminal.ts";
import { fitText } from "./fit-text.ts";

function terminalOf(columns: number | undefined): Terminal {
  const stdout = Object.assign(new PassThrough(), columns === undefined ? {} : { isTTY: true, columns });
  return new Terminal({ stdin: new PassThrough(), stdout, stderr: new PassThrough() }, {});
}

function withoutColours(text: string): string {
  // oxlint-disable-next-line no-control-regex -- colours are made of them
  return text.replaceAll(/\u001b\[\d+m/g, "");
}

describe("colours", () => {
  it.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: "1" }, true, false],
    [{ NO_COLOR: "" }, true, true],
    [{ FORCE_COLOR: "1" }, false, true],
    [{ FORCE_COLOR: "0" }, true, false],
    [{ FORCE_COLOR: "1", NO_COLOR: "1" }, false, true],
    [{ TERM: "dumb" }, true, false],
  ])("with %j on a terminal: %s -> %s", (env, isTTY, expected) => {
    expect(hasColours({ isTTY }, env)).toBe(expected);
  });

  it("do not change the text of JSON", () => {
    const json = JSON.stringify({ "a: 1": [true, null, -1.5e3, '"quoted": 2'] }, undefined, 2);
    expect(withoutColours(paintJSON(json, createStyle(true)))).toBe(json);
    expect(paintJSON(json, createStyle(false))).toBe(json);
  });

  it.each([true, false])("do not touch a JSON text that is too long to read (colours: %s)", (isOn) => {
    const json = JSON.stringify({ text: "x".repeat(10_000_000), lines: "\n".repeat(5_000_000) });
    expect(paintJSON(json, createStyle(isOn)) === json).toBe(true);
  });
});

describe("the width", () => {
  it.each([
    [100, 100],
    [0, 80],
    [undefined, 80],
  ])("of a terminal with %s columns is %i", (columns, expected) => {
    const output = Object.assign(new PassThrough(), { isTTY: true }, columns === undefined ? {} : { columns });
    const terminal = new Terminal({ stdin: new PassThrough(), stdout: output, stderr: output }, {});
    expect([terminal.width, terminal.errorWidth]).toEqual([expected, expected]);
  });
});

describe("a table", () => {
  const rows = [
    { id: "a.b", text: "short" },
    { id: "日本", text: "long ".repeat(40) },
  ];
  const columns = [
    { title: "ID", text: (row: (typeof rows)[number]) => row.id },
    { title: "TEXT", text: (row: (typeof rows)[number]) => row.text },
  ];

  it("is as wide as the terminal, and aligned by the width of characters", () => {
    const lines = formatTable(rows, columns, terminalOf(40)).trimEnd().split("\n");
    const plain = lines.map(withoutColours);
    expect(plain[0]).toBe("ID    TEXT");
    expect(plain[1]).toBe("a.b   short");
    expect(plain[2]).toMatch(/^日本 {2}long long.*…$/);
    expect(Math.max(...plain.map((line) => stringWidth(line)))).toBeLessThanOrEqual(40);
  });

  it("is lines with tabs in a pipe, and nothing is cut", () => {
    expect(formatTable(rows, columns, terminalOf(undefined))).toBe(`a.b\tshort\n日本\t${"long ".repeat(40).trim()}\n`);
  });

  it("puts a long first cell on its own line, uncut", () => {
    const long = { id: "namespace.of_a_long_name", text: "something to read here" };
    const lines = formatTable([...rows, long], columns, terminalOf(30))
      .trimEnd()
      .split("\n");
    expect(lines.map(withoutColours)).toEqual([
      "ID        TEXT",
      "a.b       short",
      "日本      long long long long…",
      "namespace.of_a_long_name",
      "  something to read here",
    ]);
  });

  it.each([20, 12, 3, 1])("is no wider than a terminal of %i columns, except for the first cell", (width) => {
    const typed = [...columns.slice(0, 1), { title: "TYPE", text: () => "subscription" }, ...columns.slice(1)];
    const lines = formatTable(rows, typed, terminalOf(width)).trimEnd().split("\n").map(withoutColours);
    const others = lines.filter((line) => !["ID", "a.b", "日本"].includes(line));
    expect(others.length).toBeGreaterThan(0);
    expect(Math.max(...others.map((line) => stringWidth(line)))).toBeLessThanOrEqual(width);
  });
});

describe("texts from outside", () => {
  it("cannot control a terminal", () => {
    expect(safeText("a\u001b[2Jb\u009b1m\r\nc\u202ed\te")).toBe("a\\u001b[2Jb\\u009b1m\nc\\u202ed\te");
    expect(safeLine(" two\n lines ")).toBe("two lines");
  });

  it("are cut between characters", () => {
    expect(fitText("👩‍👩‍👧 family", 4)).toBe("👩‍👩‍👧 …".replace(" ", ""));
    expect(fitText("日本語", 4)).toBe("日…");
    expect(fitText("fits", 4)).toBe("fits");
    expect([2, 1, 0].map((width) => fitText("日本語", width))).toEqual(["…", "…", ""]);
    expect(fitText("ค่ำคืนนี้".repeat(1000), 5)).toBe("ค่ำคืนนี้…");
  });
});
