import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "./command-table.ts";

const shown = COMMANDS.filter(({ hidden }) => hidden !== true);
const names = shown.map(({ name }): string => name);

describe("docs/reference/cli.md", () => {
  it("has every command with its operands, and no other", async () => {
    const documented = (await rowsOf("command")).map(([command = ""]) => textsIn(command)[0]);
    const own = shown.map(({ name, operands }) => [name, ...operands].join(" "));
    expect(new Set(documented.filter((text) => text?.startsWith("-") === false))).toEqual(new Set(own));
  });

  it("has every option with its letter and the commands that take it, and no other", async () => {
    const documented = (await rowsOf("option")).flatMap(([option = "", of = ""]) => {
      const [long = "", short] = textsIn(option);
      return takersIn(of).map((command) => `${command} ${long.split(" ")[0]} ${short ?? ""}`.trim());
    });
    const own = shown.flatMap(({ name, options }) =>
      options.map((option) =>
        `${name} --${option.name} ${option.short === undefined ? "" : `-${option.short}`}`.trim(),
      ),
    );
    expect(new Set(documented)).toEqual(new Set(own));
  });
});

/** The rows of the table whose first column has this title. */
async function rowsOf(title: string): Promise<string[][]> {
  const page = await readFile(new URL("../../../docs/reference/cli.md", import.meta.url), "utf8");
  const [, table = ""] = new RegExp(`^\\| ${title} .*\\n\\|[ |-]*\\n((?:\\|.*\\n)*)`, "m").exec(page) ?? [];
  return table
    .trimEnd()
    .split("\n")
    .map((row) =>
      row
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll("\\|", "|")),
    );
}

function textsIn(cell: string): string[] {
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, text = ""]) => text);
}

/** "`list`, `check`", or "all but `init`". */
function takersIn(cell: string): string[] {
  const named = textsIn(cell);
  return cell.startsWith("all but ") ? names.filter((name) => !named.includes(name)) : named;
}
