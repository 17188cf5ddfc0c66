import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { ERROR_TABLE } from "../../entries/index.ts";
import { EXIT_CODE_BY_ERROR, ExitCode, exitCodeOf } from "./exit-code.ts";

describe("exit codes", () => {
  it("stay the same, because scripts rely on them", () => {
    expect(ExitCode).toEqual({
      ok: 0,
      failed: 1,
      usage: 2,
      notFound: 3,
      invalidInput: 4,
      accessDenied: 5,
      timeout: 6,
      aborted: 7,
      unavailable: 8,
      protocol: 9,
      interrupted: 130,
      terminated: 143,
    });
  });

  it("have a row for every error code of the library", () => {
    expect(Object.keys(EXIT_CODE_BY_ERROR).sort()).toEqual(Object.keys(ERROR_TABLE).sort());
  });

  it("are 1 for an operation's own errors", () => {
    expect(["OUT_OF_STOCK", "constructor", "__proto__"].map(exitCodeOf)).toEqual([1, 1, 1]);
  });

  it("are those of docs/reference/cli.md", async () => {
    const page = await readFile(new URL("../../../docs/reference/cli.md", import.meta.url), "utf8");
    const rows = page.matchAll(/^\| (\d+) +\| (.*?) *\| (.*?) *\|$/gm);
    const documented = Array.from(rows, ([, code, , errors = ""]): [number, string[]] => [
      Number(code),
      Array.from(errors.matchAll(/`([A-Z_]+)`/g), (match) => match[1] ?? "").sort(),
    ]);
    const own = Object.values(ExitCode).map((code): [number, string[]] => [
      code,
      Object.keys(ERROR_TABLE)
        .filter((error) => exitCodeOf(error) === code)
        .sort(),
    ]);
    expect(documented).toEqual(own);
  });
});
