const leftOut = new Set((process.env["OPERATIONS_WITHOUT"] ?? "").split(","));

/**
 * Whether this machine has to do without one of the needs in `scripts/test-needs.ts`. Said by `npm test`, or by hand:
 * `OPERATIONS_WITHOUT=chromium,runtimes`.
 */
export function isLeftOut(need: string): boolean {
  return leftOut.has(need);
}
