import { Settings } from "typebox/system";
import { describe, expect, it } from "vitest";

import { FromSchema } from "../../src/schema/types/from-schema.ts";
import { getValidator } from "../../src/schema/engine/validator.ts";
import { knownFailures } from "./json-schema-known-failures.ts";
import { readGroups, readReferences, suiteIsHere } from "./json-schema-suite.ts";
import type { Draft } from "./json-schema-suite.ts";

interface Outcome {
  readonly passed: number;
  readonly failed: string[];
}

interface Run {
  readonly draft: Draft;
  readonly codeGeneration: boolean;
}

function runSuite({ draft, codeGeneration }: Run): Outcome {
  Settings.Set({ useAcceleration: codeGeneration });
  try {
    return checkAll(draft);
  } finally {
    Settings.Reset();
  }
}

/** Names tests as the list of known failures does. */
function checkAll(draft: Draft): Outcome {
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

const runs = [
  { draft: "draft2020-12", codeGeneration: true, total: 1299 },
  { draft: "draft2020-12", codeGeneration: false, total: 1299 },
  { draft: "draft7", codeGeneration: true, total: 927 },
  { draft: "draft7", codeGeneration: false, total: 927 },
] as const;
const runsHere = suiteIsHere ? runs : [];
if (!suiteIsHere) {
  console.warn("LEFT OUT: the official JSON Schema test suite. Set JSON_SCHEMA_TEST_SUITE to a checkout of it.");
}

describe("the official JSON Schema suite", () => {
  const isRequired = process.env["REQUIRE_JSON_SCHEMA_SUITE"] === "1";

  it.skipIf(!suiteIsHere && !isRequired)("is available", () => {
    expect(suiteIsHere).toBe(true);
  });
});

describe.each(runsHere)(
  "when FromSchema's result is checked against $draft, code generation $codeGeneration",
  (run) => {
    const outcome = runSuite(run);

    it("runs every test", () => {
      expect(outcome.passed + outcome.failed.length).toBe(run.total);
    });

    it("fails the known tests, and no others", () => {
      expect(outcome.failed.toSorted()).toEqual(Object.keys(knownFailures[run.draft]).toSorted());
    });
  },
);
