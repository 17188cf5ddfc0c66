/** Checks where code generation is forbidden: the engine walks the schema along with each value. */
import { CheckContext, CheckSchema, Stack } from "typebox/schema";

import { countMembers, createWork, recall, resetWork } from "./check-work.ts";
import type { Check } from "./check-work.ts";
import type { LoweredSchema } from "./lower-schema.ts";
import type { JSONSchema } from "../types/scope.ts";
import { refuseUnfinished, TooMuchWork } from "./unfinished-check.ts";

/** A call takes so long here that a note of its answer adds nothing. */
const interpretedWork = { patience: 0, trialShare: 1 / 16 };
/** That the size of a value does not explain: about fourteen choices between two, one in the other. */
const maxSteps = 20_000;

export function interpretCheck({ targets, usesUnevaluated }: LoweredSchema): Check {
  const schemas: Record<string, JSONSchema> = {};
  const scope = Stack(schemas, {});
  // A fresh context each time: the engine's own fallback shares one between calls.
  const interpret = (schema: JSONSchema, value: unknown): boolean =>
    CheckSchema(scope, new CheckContext(), schema, value);
  const { count, start } = usesUnevaluated ? limitedWork(targets.length) : notedWork(interpret);
  for (const { key, schema } of targets) schemas[key] = count(schema);
  const entry = schemas[targets[0]!.key]!;
  return (value) => {
    const end = start(value);
    try {
      return interpret(entry, value);
    } catch (error) {
      return refuseUnfinished(error);
    } finally {
      end();
    }
  };
}

/** How the work of checks is bounded. */
interface BoundedWork {
  /** What stands in for a schema that others refer to. */
  readonly count: (schema: JSONSchema) => JSONSchema;
  /** Before a value is checked; returns what is to be done afterwards. */
  readonly start: (value: unknown) => () => void;
}

/** No answer is worked out twice: see `check-work.ts`. */
function notedWork(interpret: (schema: JSONSchema, value: unknown) => boolean): BoundedWork {
  const work = createWork(interpretedWork);
  const end = (): void => resetWork(work);
  return {
    count: (schema) => {
      const check = (value: unknown): boolean => interpret(schema, value);
      return refinement((value) =>
        work.calls < work.limit ? (work.calls++, check(value)) : recall(work, check, value),
      );
    },
    start: () => end,
  };
}

/** Notes of answers are not enough for `unevaluated*`, and here nobody can tell the engine what was evaluated. */
function limitedWork(targets: number): BoundedWork {
  let [root, steps, limit]: [unknown, number, number] = [undefined, 0, maxSteps];
  const spendSteps = (value: unknown): boolean => {
    steps += 1 + countMembers(value);
    if (steps <= limit) return true;
    // Each target takes a step for each part, and one for it as a member; twice that is still no reason to worry.
    if (!hasMoreParts(root, steps / (targets * 4))) throw new TooMuchWork();
    limit = steps * 2;
    return true;
  };
  const end = (): void => {
    root = undefined;
  };
  return {
    count: (schema) => ({ if: refinement(spendSteps), then: schema }),
    start: (value) => {
      [root, steps, limit] = [value, 0, maxSteps];
      return end;
    },
  };
}

/** Counts what is in an object once, however often that object is met. */
function hasMoreParts(root: unknown, count: number): boolean {
  const seen = new Set([root]);
  let parts = 1;
  // The set grows while it is walked.
  for (const part of seen) {
    if (typeof part !== "object" || part === null) continue;
    const inner: unknown[] = Array.isArray(part) ? part : Object.values(part);
    parts += inner.length;
    if (parts > count) return true;
    for (const each of inner) if (typeof each === "object") seen.add(each);
  }
  return parts > count;
}

function refinement(check: Check): JSONSchema {
  return { "~refine": [{ check, error: () => "" }] };
}
