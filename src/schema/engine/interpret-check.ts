/** Checks for places that forbid code generation: the engine walks the schema along with each value. */
import { isContainer } from "../../shared/json/is-record.ts";
import { CheckContext, CheckSchema, Stack } from "typebox/schema";

import { countMembers, createWork, recall, resetWork } from "./check-work.ts";
import type { Check } from "./check-work.ts";
import type { LoweredSchema } from "./lower-schema.ts";
import type { JSONSchema } from "../types/scope.ts";
import { refinement } from "./refinement.ts";
import { refuseUnfinished, TooMuchWork } from "./unfinished-check.ts";

/** A call is so slow here that noting its answer costs nothing in comparison. */
const interpretedWork = { patience: 0, trialShare: 1 / 16 };
/** How many steps any check may take: about fourteen nested choices between two. A large value may take more. */
const maxSteps = 20_000;

export function interpretCheck({ targets, usesUnevaluated }: LoweredSchema): Check {
  const schemas: Record<string, JSONSchema> = {};
  const scope = Stack(schemas, {});
  // A fresh context each time, because the engine's own fallback shares one between calls.
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

/** A way to bound the work of checks. */
interface BoundedWork {
  /** The stand-in for a schema that others refer to. */
  readonly count: (schema: JSONSchema) => JSONSchema;
  /** Runs before a check. Returns a function to run after it. */
  readonly start: (value: unknown) => () => void;
}

/** Computes no answer twice: see `check-work.ts`. */
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

/** With `unevaluated*`, noting answers is not enough: there is no way here to tell the engine what was evaluated. */
function limitedWork(targets: number): BoundedWork {
  let [root, steps, limit]: [unknown, number, number] = [undefined, 0, maxSteps];
  const spendSteps = (value: unknown): boolean => {
    steps += 1 + countMembers(value);
    if (steps <= limit) return true;
    // Each target takes one step for each part, and one for it as a member. Twice that is still fine.
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

/** Counts the parts of an object once, however often that object occurs. */
function hasMoreParts(root: unknown, count: number): boolean {
  const seen = new Set([root]);
  let parts = 1;
  // The set grows during the walk.
  for (const part of seen) {
    if (!isContainer(part)) continue;
    const inner: unknown[] = Array.isArray(part) ? part : Object.values(part);
    parts += inner.length;
    if (parts > count) return true;
    for (const each of inner) if (typeof each === "object") seen.add(each);
  }
  return parts > count;
}
