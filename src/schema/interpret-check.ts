/** Checks where code generation is forbidden: the engine walks the schema along with each value. */
import { CheckContext, CheckSchema, Stack } from "typebox/schema";

import { createWork, isExplained, recall, resetWork } from "./check-work.ts";
import type { Check, CheckWork } from "./check-work.ts";
import type { LoweredSchema, LoweredTarget } from "./lower-schema.ts";
import type { JSONSchema } from "./scope.ts";
import { refuse, TooMuchWork } from "./unfinished-check.ts";

/** A call takes so long here that a note of its answer adds nothing. */
const callsBeforeNotes = 100;
/** That the size of a value does not explain: fourteen choices between two, one in the other. */
const maxCalls = 20_000;

export function interpretCheck({ targets, usesUnevaluated }: LoweredSchema): Check {
  const work = createWork(targets.length, usesUnevaluated ? maxCalls : callsBeforeNotes);
  const schemas: Record<string, JSONSchema> = {};
  const scope = Stack(schemas, {});
  // A fresh context each time: the engine's own fallback shares one between calls.
  const interpret = (schema: JSONSchema, value: unknown): boolean =>
    CheckSchema(scope, new CheckContext(), schema, value);
  for (const { key, schema } of targets) {
    schemas[key] = usesUnevaluated ? limited(work, schema) : counted(work, (value) => interpret(schema, value));
  }
  const entry: LoweredTarget = targets[0]!;
  return (value) => {
    work.root = value;
    try {
      return interpret(schemas[entry.key]!, value);
    } catch (error) {
      return refuse(error);
    } finally {
      resetWork(work);
    }
  };
}

/** In place of the schema that `check` checks. */
function counted(work: CheckWork, check: Check): JSONSchema {
  return refinement((value) => (work.calls++ < work.limit ? check(value) : recall(work, check, value)));
}

/** Notes of answers are not enough for `unevaluated*`, and here nobody can tell the engine what was evaluated. */
function limited(work: CheckWork, schema: JSONSchema): JSONSchema {
  const mayGoOn = (): boolean => {
    if (work.calls++ >= work.limit && !isExplained(work)) throw new TooMuchWork();
    return true;
  };
  return { if: refinement(mayGoOn), then: schema };
}

function refinement(check: Check): JSONSchema {
  return { "~refine": [{ check, error: () => "" }] };
}
