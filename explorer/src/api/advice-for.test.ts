import { describe, expect, test } from "vitest";
import { ERROR_TABLE } from "../../../src/errors/error-table.ts";
import { adviceFor } from "./advice-for.ts";
import { Problem } from "./problem.ts";

describe("when the page says what one can do about an error", () => {
  test.each(Object.keys(ERROR_TABLE))("%s has words for people: no names of a program's fields", (code) => {
    expect(adviceFor(new Problem({ code, message: "No." }))).toMatch(/^[^`]+\.$/);
  });

  test("an abort that was not one's own is no reason to do nothing", () => {
    expect(adviceFor(new Problem({ code: "ABORTED", message: "The server is shutting down." }))).toMatch(
      /^Run it again/,
    );
  });

  test.each(["LIST_FULL", "constructor"])("%s, which the table does not have, has none", (code) => {
    expect(adviceFor(new Problem({ code, message: "No." }))).toBeUndefined();
  });
});
