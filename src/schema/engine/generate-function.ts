import { Environment } from "typebox/system";

/** Whether code generation works here. A strict content security policy forbids it. Tried once. */
export function mayGenerateCode(): boolean {
  return Environment.CanEvaluate();
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
