import * as fc from "fast-check";

/** Tries a property for so many milliseconds. Undefined where it held; otherwise what broke it, and how to repeat that. */
export async function failureOf<T>(property: fc.IAsyncProperty<T>, ms: number): Promise<string | undefined> {
  const run = await fc.check(property, { numRuns: 1_000_000, interruptAfterTimeLimit: ms });
  return fc.asyncDefaultReportMessage(run);
}
