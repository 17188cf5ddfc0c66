import { describe, expect, it } from "vitest";
import { parseOptions } from "./parse-options.ts";

const definitions = [
  { name: "hub", value: "<url>", summary: "" },
  { name: "timeout", short: "t", value: "<time>", summary: "" },
  { name: "type", value: "<type>", choices: ["query", "mutation"], summary: "" },
  { name: "json", summary: "" },
];

describe("the options of a command", () => {
  it("may come between the operands", () => {
    const options = parseOptions(["a", "--json", "b", "--hub=x", "-t", "5"], definitions);
    expect(options.rest).toEqual(["a", "b"]);
    expect(options.has("json")).toBe(true);
    expect([options.text("hub"), options.text("timeout"), options.text("type")]).toEqual(["x", "5", undefined]);
  });

  it("leave unknown flags to the operation, in order", () => {
    const options = parseOptions(["id", "--name", "x", "--json", "--n", "-5", "--", "--json", "y"], definitions, {
      keepUnknown: true,
    });
    expect(options.rest).toEqual(["id", "--name", "x", "--n", "-5", "--json", "y"]);
  });

  it.each([
    [["--frob"], /no option --frob here. The options are --hub, --timeout/],
    [["--hub"], /--hub needs a value/],
    [["--hub", "--json"], /--hub needs a value/],
    [["--json=1"], /--json takes no value/],
    [["--type", "stream"], /--type is "stream": it must be one of query, mutation/],
  ])("refuse %j", (args, message) => {
    expect(() => parseOptions(args, definitions)).toThrow(message);
  });
});

describe("a duration", () => {
  it.each([
    ["500ms", 500],
    ["30s", 30_000],
    ["2m", 120_000],
    ["1h", 3_600_000],
    ["1.5", 1500],
    // More than a timer can hold.
    ["1000h", 24 * 86_400_000],
  ])("%s is %d ms", (text, milliseconds) => {
    expect(parseOptions(["--timeout", text], definitions).duration("timeout")).toBe(milliseconds);
  });

  it.each(["", "0", "-1", "5 s", "1d", "9".repeat(30)])("%j is refused", (text) => {
    expect(() => parseOptions(["--timeout", text], definitions).duration("timeout")).toThrow(
      /--timeout is .*: give a time such as 500ms/,
    );
  });
});
