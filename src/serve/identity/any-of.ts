import type { Authenticate } from "../../operation/authenticate.ts";

/**
 * Tries several ways to authenticate in turn and takes the first identity. A way that throws does not stop the others;
 * its error is thrown only if none of them finds an identity.
 *
 * @example
 * const authenticate = anyOf(apiKeys(keys), jwt({ jwksUrl, issuer, audience, algorithms: ["RS256"] }));
 */
export function anyOf(...ways: readonly Authenticate[]): Authenticate {
  return async (credential) => {
    const failures: unknown[] = [];
    for (const authenticate of ways) {
      try {
        const identity = await authenticate(credential);
        if (identity !== undefined) return identity;
      } catch (failure) {
        failures.push(failure);
      }
    }
    if (failures.length > 0) throw failures[0];
    return undefined;
  };
}
