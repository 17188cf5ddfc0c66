import { expect, it } from "vitest";
import { COMMANDS } from "../arguments/command-table.ts";
import { parseOptions } from "../arguments/parse-options.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { readInput } from "./read-input.ts";

const { options: CALL_OPTIONS } = COMMANDS.find(({ name }) => name === "call") ?? { options: [] };

it.each([501, 60_000])("an input of %i levels is refused before anything reads it", async (levels) => {
  const args = ["shop.order", "--input", "[".repeat(levels) + "]".repeat(levels)];
  const options = parseOptions(args, CALL_OPTIONS, { keepUnknown: true });
  await expect(readInput(options, {}, {} as Terminal)).rejects.toThrow(
    "The input (--input) is nested more than 500 levels deep.",
  );
});

it("so is one of flags: the value of a single flag may be as deep", async () => {
  const schema = { type: "object", properties: { a: { type: "object" }, b: { type: "array" } } };
  const read = (...args: string[]): Promise<unknown> =>
    readInput(parseOptions(["shop.order", ...args], CALL_OPTIONS, { keepUnknown: true }), schema, {} as Terminal);
  const deep = (levels: number): string => `${'{"a":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`;
  const refusal = "The input is nested more than 500 levels deep.";
  expect(await read("--a", deep(499))).toHaveProperty("a");
  await expect(read("--a", deep(500))).rejects.toThrow(refusal);
  await expect(read(`--b=${"[".repeat(600)}${"]".repeat(600)}`)).rejects.toThrow(refusal);
});
