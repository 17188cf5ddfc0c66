const leftOut = new Set((process.env["OPERATIONS_WITHOUT"] ?? "").split(","));

/**
 * Whether the tests must do without one of the needs in `scripts/test-needs.ts`. `npm test` sets the variable. You can
 * also set it by hand: `OPERATIONS_WITHOUT=chromium,runtimes`.
 */
export function isLeftOut(need: string): boolean {
  return leftOut.has(need);
}
