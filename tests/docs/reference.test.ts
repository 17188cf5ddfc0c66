import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { isLeftOut } from "../support/left-out.ts";
import { projectRoot, runProgram } from "../support/run-program.ts";
import { pinnedExports } from "../surface/pinned-exports.ts";

describe.skipIf(isLeftOut("package-tools"))("when docs/reference/api.md is generated again", () => {
  let outcome: Awaited<ReturnType<typeof runProgram>>;

  beforeAll(async () => {
    outcome = await runProgram("tsx", ["scripts/reference/run.ts", "--check"]);
  });

  it("is the same: run `npm run docs` if it is not", () => {
    expect(outcome.stderr).toBe("");
    expect(outcome.code).toBe(0);
  });

  it("finds JSDoc on every export", () => {
    expect(outcome.stdout).not.toContain("without JSDoc");
  });
});

describe("docs/reference/api.md", () => {
  it("names the pinned exports of every entry, and no others", async () => {
    const page = await readFile(join(projectRoot, "docs/reference/api.md"), "utf8");
    const sections = page.split(/^## `@alkdev\/operations/m).slice(1);
    const named = sections.map((section): [string, string[]] => {
      const [, path = ""] = /^([^`]*)`/.exec(section) ?? [];
      const [values = ""] = section.split(/^\*\*Types\*\*$/m);
      const names = Array.from(values.matchAll(/^- `(?:class |const )?(\w+)/gm), ([, name]) => name as string);
      return [`.${path}`, [...new Set(names)].sort()];
    });
    expect(Object.fromEntries(named)).toEqual(pinnedExports);
  });
});
