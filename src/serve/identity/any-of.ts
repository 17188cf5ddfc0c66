import type { IdentityVerifier } from "./identity-verifier.ts";

/**
 * Asks one verifier after the other, and takes the first identity. One that fails does not keep the others from being
 * asked; its error is thrown if nobody knows the caller.
 *
 * @example
 * const verify = anyOf(apiKeys(keys), jwtVerifier({ jwksUrl, issuer, audience, algorithms: ["RS256"] }));
 */
export function anyOf(...verifiers: readonly IdentityVerifier[]): IdentityVerifier {
  return async (credential) => {
    const failures: unknown[] = [];
    for (const verify of verifiers) {
      try {
        const identity = await verify(credential);
        if (identity !== undefined) return identity;
      } catch (failure) {
        failures.push(failure);
      }
    }
    if (failures.length > 0) throw failures[0];
    return undefined;
  };
}
