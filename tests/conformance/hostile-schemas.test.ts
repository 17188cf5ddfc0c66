import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleProgram } from "../support/bundle-program.ts";
import type { BundledProgram } from "../support/bundle-program.ts";

interface Answers {
  readonly good: boolean;
  readonly bad: boolean;
  readonly goodErrors: readonly string[];
  readonly badErrors: readonly string[];
}

const source = fileURLToPath(new URL("programs/check-hostile.ts", import.meta.url));
let program: BundledProgram;
beforeAll(async () => {
  program = await bundleProgram(source);
});
afterAll(() => program.remove());

/** A check that hangs takes years. Others take seconds, or a minute on a busy machine. */
const timeout = 110_000;

async function answersOf(mode: string): Promise<Record<string, Answers | string>> {
  const options = { timeout, killSignal: "SIGKILL" } as const;
  const { stdout } = await promisify(execFile)(process.execPath, [program.path, mode], options);
  return JSON.parse(stdout) as Record<string, Answers | string>;
}

const names = ["anyOf", "oneOf", "definitions", "definitions of many members", "contains"];
const unevaluatedNames = [
  "unevaluatedProperties",
  "a schema of unevaluatedProperties",
  "unevaluatedItems",
  "unevaluatedProperties beside definitions",
];

describe.each(["compiled", "interpreted"])("when choices are nested in choices, and checks are %s", (mode) => {
  let answers: Record<string, Answers | string>;
  beforeAll(async () => {
    answers = await answersOf(mode);
  }, timeout);

  it.each(mode === "compiled" ? [...names, ...unevaluatedNames] : names)("gives the right answer: %s", (name) => {
    expect(answers[name]).toMatchObject({ good: true, bad: false, goodErrors: [] });
    expect(answers[name]).not.toMatchObject({ badErrors: [] });
  });

  it.each(mode === "compiled" ? [] : unevaluatedNames)(
    "refuses a check that would never end, and says so: %s",
    (name) => {
      const errors = ["could not be checked: its schema combines more choices than can be tried"];
      expect(answers[name]).toEqual({ good: false, bad: false, goodErrors: errors, badErrors: errors });
    },
  );

  it("refuses the input of an imported operation", () => {
    expect(answers["imported"]).toBe("VALIDATION_ERROR");
  });
});
