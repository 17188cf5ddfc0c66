/** Who calls, as a signed token: where nobody can be known by their connection, or not all who call over it. */
import type { CryptoKey, JWK } from "jose";
import { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";

/** Signs and verifies the identities of calls: on a bus, and from one hub to another. */
export interface SignedIdentity {
  /** A token for calls to `audience`, on behalf of `identity`; without one, of this process itself. */
  sign(audience: string, identity: Identity | undefined): Promise<SignedToken | undefined>;
  /** Whose token it is. Throws when it does not hold. */
  verify(token: string, audience: string): Promise<VerifiedToken>;
}

export interface SignedToken {
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface VerifiedToken {
  readonly identity: Identity;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface SignedIdentityOptions {
  /** Who this process is. Without it, its own calls are nobody's; over a connection to a hub, its holder's. */
  readonly identity?: Identity | undefined;
  /** What those who sign and those who verify share: at least 32 bytes. */
  readonly secret?: string | Uint8Array | undefined;
  /** Instead of a secret: this process's own key (Ed25519), and the public keys of those that it believes. */
  readonly privateKey?: CryptoKey | JWK | undefined;
  readonly publicKeys?: ReadonlyArray<CryptoKey | JWK> | undefined;
  /** Milliseconds that a token holds. Default: 60,000. */
  readonly lifeMs?: number | undefined;
}

const LEAST_SECRET_BYTES = 32;
const DEFAULT_LIFE = 60_000;

/** Seconds that the clocks of two processes may differ. */
const CLOCK_TOLERANCE = 5;

/**
 * Identities signed as JWT, by a shared secret (HS256) or by keys (EdDSA). A token names its audience, the one peer that
 * it is for, and holds for a short time.
 */
export function signedIdentity(options: SignedIdentityOptions): SignedIdentity {
  const { identity: own, lifeMs = DEFAULT_LIFE } = options;
  const keys = readKeys(options);
  return {
    async sign(audience, identity = own) {
      if (identity === undefined || keys.signing === undefined) return undefined;
      const { SignJWT, importJWK } = await import("jose");
      const { id, scopes, resources } = identity;
      // No longer than what its holder showed.
      const expiresAt = Math.min(Date.now() + lifeMs, identity.expiresAt ?? Infinity);
      const key = isJWK(keys.signing) ? await importJWK(keys.signing, keys.algorithm) : keys.signing;
      const token = await new SignJWT({ scopes: [...scopes], ...(resources && { resources }) })
        .setProtectedHeader({ alg: keys.algorithm })
        .setSubject(id)
        .setAudience(audience)
        .setIssuedAt()
        // Whole seconds, and never later than promised.
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .sign(key);
      return { token, expiresAt };
    },
    async verify(token, audience) {
      const { jwtVerify, importJWK } = await import("jose");
      let failure: unknown;
      for (const key of keys.verifying) {
        try {
          const imported = isJWK(key) ? await importJWK(key, keys.algorithm) : key;
          const { payload } = await jwtVerify(token, imported, {
            audience,
            algorithms: [keys.algorithm],
            requiredClaims: ["sub", "aud", "exp"],
            clockTolerance: CLOCK_TOLERANCE,
          });
          return { identity: toIdentity(payload), expiresAt: ((payload.exp ?? 0) + CLOCK_TOLERANCE) * 1000 };
        } catch (thrown) {
          failure = thrown;
        }
      }
      throw new CallError("UNAUTHENTICATED", "The token of the call does not hold.", undefined, { cause: failure });
    },
  };
}

interface Keys {
  readonly algorithm: "HS256" | "EdDSA";
  readonly signing: Uint8Array | CryptoKey | JWK | undefined;
  readonly verifying: ReadonlyArray<Uint8Array | CryptoKey | JWK>;
}

function readKeys({ secret, privateKey, publicKeys }: SignedIdentityOptions): Keys {
  if (secret === undefined) return { algorithm: "EdDSA", signing: privateKey, verifying: publicKeys ?? [] };
  const bytes = typeof secret === "string" ? new TextEncoder().encode(secret) : secret;
  if (bytes.length < LEAST_SECRET_BYTES)
    throw new CallError(
      "VALIDATION_ERROR",
      `The secret has ${bytes.length} bytes: give at least ${LEAST_SECRET_BYTES}.`,
    );
  return { algorithm: "HS256", signing: bytes, verifying: [bytes] };
}

function isJWK(key: Uint8Array | CryptoKey | JWK): key is JWK {
  return "kty" in key && typeof key.kty === "string";
}

function toIdentity(payload: Readonly<Record<string, unknown>>): Identity {
  const { sub, scopes, resources } = payload;
  const isRecord = typeof resources === "object" && resources !== null;
  return {
    id: String(sub),
    scopes: Array.isArray(scopes) ? scopes.filter((scope): scope is string => typeof scope === "string") : [],
    ...(isRecord ? { resources: resources as Record<string, readonly string[]> } : {}),
  };
}
