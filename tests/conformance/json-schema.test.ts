import { describe, expect, it } from "vitest";

import { FromSchema } from "../../src/schema/from-schema.ts";
import { getValidator } from "../../src/schema/validator.ts";
import { knownFailures } from "./json-schema-known-failures.ts";
import { readGroups, readReferences, suiteIsHere } from "./json-schema-suite.ts";
import type { Draft } from "./json-schema-suite.ts";

interface Outcome {
  readonly passed: number;
  readonly failed: string[];
}

/** Names a test as the list of known failures does. */
function runSuite(draft: Draft): Outcome {
  const references = readReferences(draft);
  const failed: string[] = [];
  let passed = 0;
  for (const group of readGroups(draft)) {
    const { check } = getValidator(FromSchema(group.schema), references);
    for (const test of group.tests) {
      if (check(test.data) === test.valid) passed += 1;
      else failed.push(`${group.file} / ${group.description} / ${test.description}`);
    }
  }
  return { passed, failed };
}

const drafts = [
  { draft: "draft2020-12", total: 1299 },
  { draft: "draft7", total: 927 },
] as const;
const draftsHere = suiteIsHere ? drafts : [];
if (!suiteIsHere) {
  console.warn("LEFT OUT: the official JSON Schema test suite (../shared/json-schema-test-suite) is not here.");
}

describe("when the official JSON Schema suite is looked for", () => {
  it("lies beside the project, at least in CI", () => {
    expect({ suiteIsHere, inCI: process.env["CI"] === "true" }).not.toEqual({ suiteIsHere: false, inCI: true });
  });
});

describe.each(draftsHere)("when FromSchema's result is checked against $draft", ({ draft, total }) => {
  const outcome = runSuite(draft);

  it("runs every test", () => {
    expect(outcome.passed + outcome.failed.length).toBe(total);
  });

  it("fails the known tests, and no others", () => {
    expect(outcome.failed.toSorted()).toEqual(Object.keys(knownFailures[draft]).toSorted());
  });
});
