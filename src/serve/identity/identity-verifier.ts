import type { Identity } from "../../operation/access-control.ts";

/** What a caller shows to say who it is. */
export interface Credential {
  readonly token: string;
  /** `bearer`: from `Authorization: Bearer`; `api-key`: from `x-api-key`. */
  readonly kind: "bearer" | "api-key";
}

/**
 * Turns a credential into an identity. `undefined`, or an error, refuses it: the caller hears only that, never why.
 *
 * @example
 * const verify: IdentityVerifier = ({ token }) => sessions.get(token);
 */
export type IdentityVerifier = (credential: Credential) => Identity | undefined | Promise<Identity | undefined>;
