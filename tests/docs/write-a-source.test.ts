/** The guide "Write a source", followed step by step with the built package. */
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { docsSamples } from "../support/docs-sample.ts";
import { projectRoot, runJavaScript, runProgram } from "../support/run-program.ts";

const page = "docs/guide/write-a-source.md";
/** Inside the project, so that the package's own name leads to its build. */
const folder = join(projectRoot, ".cache", "write-a-source");
const command = join(projectRoot, "dist/cli/bin.js");

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "csv-source.ts"), docsSamples(page, "The source", "ts")[0] ?? "");
  await writeFile(join(folder, "csv-source.test.ts"), docsSamples(page, "The tests", "ts test")[0] ?? "");
  await writeFile(join(folder, "operations.config.json"), docsSamples(page, "In a hub", "json")[0] ?? "");
  await cp(join(projectRoot, "examples/csv/tables"), join(folder, "tables"), { recursive: true });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("when a reader follows the guide", () => {
  it("has the source of the example", async () => {
    const example = await readFile(join(projectRoot, "examples/csv/csv-source.ts"), "utf8");
    const published = example.replaceAll('"../../src/entries/index.ts"', '"@alkdev/operations"');
    expect(await readFile(join(folder, "csv-source.ts"), "utf8")).toBe(published);
  });

  it("passes the suite in Node's test runner", async () => {
    const { code, stdout } = await runProgram("tsx", ["--test", join(folder, "csv-source.test.ts")]);
    expect(stdout).toMatch(/^# pass 9$|^ℹ pass 9$/m);
    expect(code).toBe(0);
  });

  it("has its operations in a hub", async () => {
    const config = join(folder, "operations.config.json");
    const checked = await runJavaScript(command, ["check", "--config", config]);
    expect(checked.stdout).toContain("tables custom  1 operation, 0 quarantined, 0 findings");
    expect(checked.code).toBe(0);
    const call = ["call", "tables.cities", "--country", "Italy", "--json", "--config", config];
    const called = await runJavaScript(command, call);
    expect(called.stdout).toContain('"Turin"');
  });

  it("shows where a mistake is", async () => {
    const config = join(folder, "wrong.json");
    const right = await readFile(join(folder, "operations.config.json"), "utf8");
    await writeFile(config, right.replace('"./tables"', "3"));
    const { stdout, code } = await runJavaScript(command, ["check", "--config", config]);
    const [shown = ""] = docsSamples(page, "In a hub", "text");
    expect(stdout).toContain(shown.trim().replace("operations.config.json", config));
    expect(code).not.toBe(0);
  });
});
