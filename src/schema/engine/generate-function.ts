import { Environment } from "typebox/system";

/** Whether this place allows code generation: not under a strict content security policy. Tried once. */
export function mayGenerateCode(): boolean {
  return Environment.CanEvaluate();
}

let generated = 0;

/**
 * A function of generated code. Values may enter the code as literals only, escaped by whoever generates it; everything
 * else is passed in `parameters`, by name.
 */
export function generateFunction(parameters: Readonly<Record<string, unknown>>, code: string): unknown {
  // V8 lets functions of equal source share what it has learnt of the types that they meet, and slows them all down.
  // A number in the source keeps those of different schemas apart.
  const source = `"use strict"; /* ${++generated} */ ${code}`;
  // oxlint-disable-next-line typescript/no-implied-eval -- the only place where code is generated
  const factory = new Function(...Object.keys(parameters), source) as (...values: unknown[]) => unknown;
  return factory(...Object.values(parameters));
}
