import { Environment } from "typebox/system";

/**
 * Whether code generation works here and now. A strict content security policy forbids it. A worker runtime allows it
 * only while a module starts, so it is tried each time.
 */
export function mayGenerateCode(): boolean {
  // TypeBox tries once, and knows whether the user has turned it off.
  if (!Environment.CanEvaluate()) return false;
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- only asks whether it is allowed
    return new Function("return true")() === true;
  } catch {
    return false;
  }
}

let generated = 0;

/**
 * A function of generated code. The generator may put values into the code only as escaped literals. Everything else is
 * passed in `parameters`, by name.
 */
export function generateFunction(parameters: Readonly<Record<string, unknown>>, code: string): unknown {
  // V8 shares type feedback between functions with the same source, which slows them all down. A number in the source
  // keeps the functions of different schemas apart.
  const source = `"use strict"; /* ${++generated} */ ${code}`;
  // oxlint-disable-next-line typescript/no-implied-eval -- the only place where code is generated
  const factory = new Function(...Object.keys(parameters), source) as (...values: unknown[]) => unknown;
  return factory(...Object.values(parameters));
}
