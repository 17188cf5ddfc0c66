import { CallError, messageOf } from "../errors/call-error.ts";
import type { Identity } from "./access-control.ts";

/** The most characters that the claims of an identity may take as JSON. */
export const LONGEST_CLAIMS = 8192;

/** Claims that were checked before: one identity makes many calls. */
const checkedClaims = new WeakSet<object>();

/** Throws unless the claims of an identity can travel with a call: as JSON, and within bounds. */
export function assertClaims({ id, claims }: Identity): void {
  if (claims === undefined || claims === null) return;
  if (typeof claims === "object" && checkedClaims.has(claims)) return;
  const problem = claimsProblem(claims);
  if (problem !== undefined) throw new CallError("VALIDATION_ERROR", `The claims of ${id} ${problem}`);
  checkedClaims.add(claims);
}

/** What keeps claims from travelling, as the end of a sentence about them. */
export function claimsProblem(claims: unknown): string | undefined {
  if (typeof claims !== "object" || claims === null || Array.isArray(claims)) return "are not an object.";
  try {
    const { length } = JSON.stringify(claims);
    if (length <= LONGEST_CLAIMS) return undefined;
    return `take ${length} characters as JSON, and at most ${LONGEST_CLAIMS} travel with a call: keep an id in them, and look the rest up.`;
  } catch (thrown) {
    return `cannot be written as JSON: ${messageOf(thrown)}`;
  }
}
