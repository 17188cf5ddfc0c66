/** The complete examples of the seeds compile and run against the built package, with `typebox` for its fork. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot, runProgram } from "../support/run-program.ts";

const folder = join(projectRoot, "tests", "seeds");
const programs = (await readdir(join(folder, "examples"))).filter((name) => name.endsWith(".ts"));

describe("the examples of the seeds", () => {
  it("compile", async () => {
    const { code, stdout } = await runProgram("tsc", ["--noEmit", "-p", folder]);
    expect(stdout).toBe("");
    expect(code).toBe(0);
  });

  it.each(programs)("run: %s", async (program) => {
    const { code, stderr } = await runProgram("tsx", [join(folder, "examples", program)]);
    expect(stderr).toBe("");
    expect(code).toBe(0);
  });
});
