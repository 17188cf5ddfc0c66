/** What tokens say, as parts of an identity. */
import type { Identity } from "../../operation/access-control.ts";

/** The named claims; `undefined` if there are none. */
export function pickClaims(
  claims: Readonly<Record<string, unknown>>,
  names: readonly string[] = [],
): Identity["claims"] {
  const found = names.filter((name) => Object.hasOwn(claims, name)).map((name) => [name, claims[name]]);
  // The issuer has signed them. The program vouches that they have the type of `Register`.
  return found.length === 0 ? undefined : (Object.fromEntries(found) as NonNullable<Identity["claims"]>);
}

/** A list, or words with spaces between them. */
export function scopesIn(claim: unknown): string[] {
  if (typeof claim === "string") return claim.split(" ").filter((scope) => scope !== "");
  return Array.isArray(claim) ? claim.filter((scope): scope is string => typeof scope === "string") : [];
}
