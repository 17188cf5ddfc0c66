/**
 * Compiles schemas with typebox's `typebox/schema` (never `typebox/compile`: see ADR 2). This file and `scope.ts` are
 * the only ones that know the engine.
 */
import {
  BuildContext,
  BuildSchema,
  CheckContext,
  CheckSchema,
  CreateFunction,
  GetExternal,
  ResetExternal,
  ResetFunctions,
  ResetUnique,
  Stack,
} from "typebox/schema";
import { Guard } from "typebox/guard";
import { Hashing } from "typebox/system";

import { generateFunction, mayGenerateCode } from "./generate-function.ts";

import { lowerSchema } from "./lower-schema.ts";
import type { LoweredSchema } from "./lower-schema.ts";
import { SchemaError } from "./schema-error.ts";
import type { JSONSchema, Scope } from "./scope.ts";

export { enterScope, resolveRef, rootScope } from "./scope.ts";
export type { JSONSchema, SchemaReferences, Scope } from "./scope.ts";

export type Check = (value: unknown) => boolean;

/**
 * Compiles a schema that stands in `scope` (which need not have been entered for `schema` itself). Throws a
 * `SchemaError` when the schema cannot be used. A value that cannot be checked (nested too deep, a getter that throws)
 * does not check.
 */
export function compileCheck(scope: Scope, schema: JSONSchema): Check {
  try {
    return compileLowered(lowerSchema(scope, schema));
  } catch (cause) {
    if (cause instanceof SchemaError) throw cause;
    throw new SchemaError(
      "",
      isStackOverflow(cause) ? "too large to compile." : `it does not compile: ${String(cause)}`,
      { cause },
    );
  }
}

function compileLowered({ targets, usesUnevaluated }: LoweredSchema): Check {
  ResetUnique();
  ResetExternal();
  ResetFunctions();
  const build = new BuildContext(usesUnevaluated);
  // The engine compiles what a `$ref` names at once, one inside the other. With an empty stand-in for each target it
  // only makes the names, and the bodies are then built one after the other.
  const standIns = Object.fromEntries(targets.map(({ key }) => [key, {}]));
  const scope = Stack(standIns, {});
  const calls = targets.map(({ key }) => CreateFunction(scope, build, standIns[key]!, "value"));
  const functions = targets.map(({ schema }, index) => {
    const [name, parameters] = splitCall(calls[index]!);
    return `const ${name} = ${parameters} => ${BuildSchema(scope, build, schema, "value")}`;
  });
  if (mayGenerateCode()) return generateCheck(functions, calls[0]!, usesUnevaluated);
  const entry = targets[0]!.schema;
  const fullScope = Stack(Object.fromEntries(targets.map(({ key, schema }) => [key, schema])), {});
  // A fresh context each time: the engine's own fallback shares one between calls.
  return orRefuse((value) => CheckSchema(fullScope, new CheckContext(), entry, value));
}

/** What the engine's own `Evaluate` does, as one function instead of three inside each other. */
function generateCheck(functions: readonly string[], entry: string, usesUnevaluated: boolean): Check {
  const context = usesUnevaluated ? "const context = new CheckContext(); " : "";
  const code = `${functions.join(";\n")}; return (value) => { try { ${context}return ${entry} } catch (error) { return refuse(error) } }`;
  const { identifier, variables } = GetExternal();
  return generateFunction({ CheckContext, Guard, Hashing, refuse, [identifier]: variables }, code) as Check;
}

function splitCall(call: string): [name: string, parameters: string] {
  const start = call.indexOf("(");
  return [call.slice(0, start), call.slice(start)];
}

function orRefuse(check: Check): Check {
  return (value) => {
    try {
      return check(value);
    } catch (error) {
      return refuse(error);
    }
  };
}

let overflows = 0;

/** How many checks have ended because a value was nested too deep: the only trace that such a refusal leaves. */
export function countOverflows(): number {
  return overflows;
}

function refuse(error: unknown): false {
  if (isStackOverflow(error)) overflows++;
  return false;
}

/** V8 and JavaScriptCore throw a `RangeError` that speaks of the stack, SpiderMonkey speaks of recursion. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof Error && /\bstack\b|recursion/i.test(error.message);
}
