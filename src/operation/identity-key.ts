import type { Identity } from "./access-control.ts";

/**
 * Distinguishes identities wherever something belongs to one: sessions, shares, remembered calls. An id alone is not
 * enough: an issuer of tokens may give a subject the id of a key, and the two are different callers.
 */
export function identityKey({ id, issuer }: Pick<Identity, "id" | "issuer">): string {
  return issuer === undefined ? `id ${id}` : `${issuer.length} ${issuer} ${id}`;
}
