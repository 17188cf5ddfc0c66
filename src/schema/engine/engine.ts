/**
 * Compiles schemas with typebox's `typebox/schema` (never `typebox/compile`: see ADR 2). This file, `scope.ts` and
 * `interpret-check.ts` are the only ones that know the engine.
 */
import {
  BuildContext,
  BuildSchema,
  CheckContext,
  CreateFunction,
  GetExternal,
  ResetExternal,
  ResetFunctions,
  ResetUnique,
  Stack,
} from "typebox/schema";
import { Guard } from "typebox/guard";
import { Hashing } from "typebox/system";

import { familyOf, laterChecks } from "./check-family.ts";
import type { CheckFamily } from "./check-family.ts";
import { createWork, recall, recallEvaluated, resetWork } from "./check-work.ts";
import type { Check } from "./check-work.ts";
import { generateFunction, mayGenerateCode } from "./generate-function.ts";
import { interpretCheck } from "./interpret-check.ts";
import { lowerSchema } from "./lower-schema.ts";
import type { LoweredSchema } from "./lower-schema.ts";
import { SchemaError } from "../types/schema-error.ts";
import { resolveRef } from "../types/scope.ts";
import type { JSONSchema, Scope } from "../types/scope.ts";
import { isStackOverflow, refuseUnfinished } from "./unfinished-check.ts";

export type { Check } from "./check-work.ts";

/** This many calls or members take less than a millisecond, and most values have fewer. A call is cheaper than a note. */
const plainWork = { patience: 10_000, trialShare: 1 / 256 };
/** With `unevaluated*`, a call costs more than a note. */
const evaluatingWork = { patience: 2_500, trialShare: 1 / 16 };

/**
 * Compiles a schema in its `scope` (which need not have been entered for `schema` itself). Throws a `SchemaError` if the
 * schema is unusable. The check refuses a value that it cannot read (nested too deep, a getter that throws).
 */
export function compileCheck(scope: Scope, schema: JSONSchema): Check {
  try {
    const family = familyOf(scope, plainWork);
    return family === undefined || !mayGenerateCode()
      ? compileLowered(lowerSchema(scope, schema))
      : compileInFamily(scope, schema, { family, isMember: false });
  } catch (cause) {
    if (cause instanceof SchemaError) throw cause;
    throw new SchemaError(
      "",
      isStackOverflow(cause) ? "it is too large to compile." : `it does not compile: ${String(cause)}`,
      { cause },
    );
  }
}

interface FamilyMembership {
  readonly family: CheckFamily;
  /** Whether it is called by another check of the family. */
  readonly isMember: boolean;
}

function compileInFamily(scope: Scope, schema: JSONSchema, place: FamilyMembership): Check {
  const compileMember = (around: Scope, $ref: string): Check => {
    const target = resolveRef(around, { $ref });
    if (target === undefined) throw new SchemaError("", `the reference ${JSON.stringify($ref)} points at nothing.`);
    return compileInFamily(target.scope, target.schema, { ...place, isMember: true });
  };
  try {
    return buildCheck(lowerSchema(scope, schema, laterChecks(place.family, compileMember)), place);
  } catch (cause) {
    if (cause instanceof SchemaError) throw cause;
    // Its expression is too deep, or code generation is no longer allowed.
    return compileLowered(lowerSchema(scope, schema));
  }
}

function compileLowered(lowered: LoweredSchema): Check {
  if (!mayGenerateCode()) return interpretCheck(lowered);
  try {
    return buildCheck(lowered);
  } catch (cause) {
    // Its expression is too deep for the parser. The interpreter walks the lists of a schema in loops.
    if (isStackOverflow(cause)) return interpretCheck(lowered);
    throw cause;
  }
}

function buildCheck(lowered: LoweredSchema, place?: FamilyMembership): Check {
  const { targets, usesUnevaluated } = lowered;
  ResetUnique();
  ResetExternal();
  ResetFunctions();
  const build = new BuildContext(usesUnevaluated);
  // The engine compiles the target of a `$ref` at once, one inside the other. With an empty stand-in for each target it
  // only makes the names. The bodies are then built one after the other.
  const standIns = Object.fromEntries(targets.map(({ key }) => [key, {}]));
  const scope = Stack(standIns, {});
  const calls = targets.map(({ key }) => CreateFunction(scope, build, standIns[key]!, "value"));
  const functions = targets.map(({ schema }, index): TargetFunction => {
    const [name, parameters] = splitCall(calls[index]!);
    return { name, parameters, body: BuildSchema(scope, build, schema, "value") };
  });
  return generateCheck(functions, { entry: calls[0]!, usesUnevaluated, place });
}

/** The code of a target. */
interface TargetFunction {
  readonly name: string;
  readonly parameters: string;
  readonly body: string;
}

/** Does the same as the engine's `Evaluate`, as one function instead of three nested ones. */
function generateCheck(
  functions: readonly TargetFunction[],
  { entry, usesUnevaluated, place }: { entry: string; usesUnevaluated: boolean; place: FamilyMembership | undefined },
): Check {
  const isCounted =
    place !== undefined || functions.some(({ body }) => functions.some(({ name }) => body.includes(name)));
  const declarations = functions.map(isCounted ? countedFunction : plainFunction).join(";\n");
  const before = usesUnevaluated ? "const context = new CheckContext(); " : "";
  const after = isCounted ? " finally { resetWork(work) }" : "";
  // A member leaves errors, and the end of the count, to the check that called it.
  const body = place?.isMember
    ? `return ${entry}`
    : `try { return ${entry} } catch (error) { return refuseUnfinished(error) }${after}`;
  const code = `${declarations}; return (value) => { ${before}${body} }`;
  const { identifier, variables } = GetExternal();
  const settings = usesUnevaluated ? evaluatingWork : plainWork;
  const work = isCounted
    ? { work: place?.family.work ?? createWork(settings), recall, recallEvaluated, resetWork }
    : {};
  return generateFunction(
    { CheckContext, Guard, Hashing, refuseUnfinished, ...work, [identifier]: variables },
    code,
  ) as Check;
}

function plainFunction({ name, parameters, body }: TargetFunction): string {
  return `const ${name} = ${parameters} => ${body}`;
}

/** Two functions, because calls are counted: see `check-work.ts`. */
function countedFunction({ name, parameters, body }: TargetFunction): string {
  const check = `${name}_uncounted`;
  // With `unevaluated*` the engine makes a new context for each reference.
  const recalled =
    parameters === "(value)" ? `recall(work, ${check}, value)` : `recallEvaluated(work, ${check}, { context, value })`;
  const call = `work.calls < work.limit ? (work.calls++, ${check}${parameters}) : ${recalled}`;
  return `const ${check} = ${parameters} => ${body};\nconst ${name} = ${parameters} => ${call}`;
}

function splitCall(call: string): [name: string, parameters: string] {
  const start = call.indexOf("(");
  return [call.slice(0, start), call.slice(start)];
}
