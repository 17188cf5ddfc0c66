/**
 * Checks without generated code: the engine walks the schema along with each value. For places that forbid code
 * generation, and for the first values of a schema: compiling it takes as long as interpreting some thirty small values.
 */
import { CheckContext, CheckSchema, Stack } from "typebox/schema";

import { countMembers, createWork, recall, resetWork } from "./check-work.ts";
import type { Check, CheckWork } from "./check-work.ts";
import type { LoweredSchema } from "./lower-schema.ts";
import type { JSONSchema } from "../types/scope.ts";
import { refuseUnfinished, TooMuchWork } from "./unfinished-check.ts";

/** A call is so slow here that noting its answer costs nothing in comparison. */
const interpretedWork = { patience: 0, trialShare: 1 / 16 };
/** A value with more parts than this is not small: interpreting it takes longer than compiling its schema. */
const SMALL = 256;
/** How many steps any check may take: about fourteen nested choices between two. A large value may take more. */
const maxSteps = 20_000;

export function interpretCheck(lowered: LoweredSchema): Check {
  let bounded: BoundedWork | undefined;
  const interpreted = interpretTargets(lowered, (interpret) => {
    bounded = lowered.usesUnevaluated ? limitedWork(lowered.targets.length) : notedWork(interpret);
    return bounded.count;
  });
  return (value) => {
    const end = bounded?.start(value);
    try {
      return interpreted(value);
    } catch (error) {
      return refuseUnfinished(error);
    } finally {
      end?.();
    }
  };
}

/** What else the check of a few values needs. */
export interface FewValues {
  /** How many values are interpreted. */
  readonly few: number;
  /** Makes the check of all further values, of those that are not small, and of those that cannot be interpreted. */
  readonly compile: () => Check;
  /** The count of the check that this one is a part of. That check ends the count. */
  readonly work?: CheckWork | undefined;
}

/** For schemas without `unevaluated*`. */
export function interpretFew(lowered: LoweredSchema, { few, compile, work }: FewValues): Check {
  const own = work ?? createWork(interpretedWork);
  const interpreted = interpretTargets(lowered, (interpret) => notedWork(interpret, own).count);
  let left = few;
  return (value) => {
    if (left-- <= 0 || !isSmall(value)) return compile()(value);
    try {
      return interpreted(value);
    } catch {
      return compile()(value);
    } finally {
      if (work === undefined) resetWork(own);
    }
  };
}

/** False for what cannot be read, too. */
export function isSmall(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  try {
    return !hasMoreParts(value, SMALL);
  } catch {
    return false;
  }
}

type Interpret = (schema: JSONSchema, value: unknown) => boolean;

function interpretTargets(
  { targets }: LoweredSchema,
  countWith: (interpret: Interpret) => BoundedWork["count"],
): Check {
  const schemas: Record<string, JSONSchema> = {};
  const scope = Stack(schemas, {});
  // A fresh context each time, because the engine's own fallback shares one between calls.
  const interpret: Interpret = (schema, value) => CheckSchema(scope, new CheckContext(), schema, value);
  const count = countWith(interpret);
  for (const { key, schema } of targets) schemas[key] = count(schema);
  const entry = schemas[targets[0]!.key]!;
  return (value) => interpret(entry, value);
}

/** A way to bound the work of checks. */
interface BoundedWork {
  /** The stand-in for a schema that others refer to. */
  readonly count: (schema: JSONSchema) => JSONSchema;
  /** Runs before a check. Returns a function to run after it. */
  readonly start: (value: unknown) => () => void;
}

/** Computes no answer twice: see `check-work.ts`. */
function notedWork(interpret: Interpret, work = createWork(interpretedWork)): BoundedWork {
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
    if (typeof part !== "object" || part === null) continue;
    // Bytes would become a list of numbers.
    if (ArrayBuffer.isView(part) && part.byteLength > count) return true;
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
