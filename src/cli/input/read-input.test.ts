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
