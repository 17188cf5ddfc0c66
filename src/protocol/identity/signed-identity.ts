/** Callers as signed tokens, for connections that do not say who calls: a bus, or a hub that calls for others. */
import { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import { assertClaims } from "../../operation/identity-claims.ts";
import type { TextSeal } from "../ports/bus.ts";
import { createTextSeal } from "./text-seal.ts";

/** Signs and verifies the identities of calls, on a bus and from one hub to another. */
export interface SignedIdentity {
  /** Makes a token for calls to `audience` on behalf of `identity`. Default: on behalf of this process itself. */
  sign(audience: string, identity: Identity | undefined): Promise<SignedToken | undefined>;
  /** Says whose token it is. Throws if the token is not valid. */
  verify(token: string, audience: string): Promise<VerifiedToken>;
  /** Present if signers and verifiers share a secret: then a bus takes nothing from processes without it. */
  readonly shared?: SharedSecret | undefined;
}

/** A secret that all members of a bus share. */
export interface SharedSecret {
  /** The identity of this process's own calls, which are not made for another caller. */
  readonly identity: Identity | undefined;
  /** Makes the seal of every text. Throws where there is no synchronous cryptography, as in browsers. */
  createSeal(): TextSeal;
}

/** A token that names an identity, and when it expires. */
export interface SignedToken {
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The identity that a token names, and when the token expires. */
export interface VerifiedToken {
  readonly identity: Identity;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** A key of the web's cryptography. Written out, because the types of `jose` span many files. */
export interface CryptoKeyLike {
  readonly type: string;
  readonly extractable: boolean;
  readonly algorithm: { name: string };
  readonly usages: string[];
}

/** A JSON Web Key (RFC 7517), as `exportJWK` of `jose` gives it. */
export interface JSONWebKey {
  kty?: string;
  crv?: string;
  x?: string;
  d?: string;
  kid?: string;
  [member: string]: unknown;
}

/** The options of `signedIdentity`. */
export interface SignedIdentityOptions {
  /**
   * Who this process is. Without it, its own calls have no identity; to a hub, they have that of the connection's
   * holder.
   */
  readonly identity?: Identity | undefined;
  /** The secret that signers and verifiers share: at least 32 bytes. */
  readonly secret?: string | Uint8Array | undefined;
  /** Instead of a secret: this process's own key (Ed25519), and the public keys of the processes that it believes. */
  readonly privateKey?: CryptoKeyLike | JSONWebKey | undefined;
  readonly publicKeys?: ReadonlyArray<CryptoKeyLike | JSONWebKey> | undefined;
  /** Milliseconds for which a token is valid. Default: 60,000. */
  readonly lifeMs?: number | undefined;
}

const LEAST_SECRET_BYTES = 32;
const DEFAULT_LIFE = 60_000;

/** Seconds by which the clocks of two processes may differ. */
const CLOCK_TOLERANCE = 5;

/**
 * Signs identities as JWT, with a shared secret (HS256) or with keys (EdDSA). A token is valid for one peer, which it
 * names as its audience, and for a short time.
 */
export function signedIdentity(options: SignedIdentityOptions): SignedIdentity {
  const { identity: own, lifeMs = DEFAULT_LIFE } = options;
  const keys = readKeys(options);
  const { secret } = keys;
  return {
    shared: secret && { identity: own, createSeal: () => createTextSeal(secret) },
    async sign(audience, identity = own) {
      if (identity === undefined || keys.signing === undefined) return undefined;
      const { SignJWT, importJWK } = await import("jose");
      assertClaims(identity);
      const { id, issuer, scopes, resources, claims } = identity;
      // The token must not outlive the credential of its holder.
      const expiresAt = Math.min(Date.now() + lifeMs, identity.expiresAt ?? Infinity);
      const key = isJWK(keys.signing) ? await importJWK(keys.signing, keys.algorithm) : keys.signing;
      const token = await new SignJWT({
        scopes: [...scopes],
        ...(issuer !== undefined && { issuer }),
        ...(resources && { resources }),
        ...(claims && { claims }),
      })
        .setProtectedHeader({ alg: keys.algorithm })
        .setSubject(id)
        .setAudience(audience)
        .setIssuedAt()
        // In whole seconds, and never later than `expiresAt`.
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
      throw new CallError("UNAUTHENTICATED", "The token of the call is not valid.", undefined, { cause: failure });
    },
  };
}

interface Keys {
  readonly secret?: Uint8Array | undefined;
  readonly algorithm: "HS256" | "EdDSA";
  readonly signing: Uint8Array | CryptoKeyLike | JSONWebKey | undefined;
  readonly verifying: ReadonlyArray<Uint8Array | CryptoKeyLike | JSONWebKey>;
}

function readKeys({ secret, privateKey, publicKeys }: SignedIdentityOptions): Keys {
  if (secret === undefined) return { algorithm: "EdDSA", signing: privateKey, verifying: publicKeys ?? [] };
  const bytes = typeof secret === "string" ? new TextEncoder().encode(secret) : secret;
  if (bytes.length < LEAST_SECRET_BYTES)
    throw new CallError(
      "VALIDATION_ERROR",
      `The secret has ${bytes.length} bytes: give at least ${LEAST_SECRET_BYTES}.`,
    );
  return { secret: bytes, algorithm: "HS256", signing: bytes, verifying: [bytes] };
}

function isJWK(key: Uint8Array | CryptoKeyLike | JSONWebKey): key is JSONWebKey {
  return "kty" in key && typeof key.kty === "string";
}

function toIdentity(payload: Readonly<Record<string, unknown>>): Identity {
  const { sub, issuer, scopes, resources, claims } = payload;
  return {
    id: String(sub),
    ...(typeof issuer === "string" ? { issuer } : {}),
    scopes: Object.freeze(
      Array.isArray(scopes) ? scopes.filter((scope): scope is string => typeof scope === "string") : [],
    ),
    ...(isRecord(resources) ? { resources: resources as Record<string, readonly string[]> } : {}),
    ...(isRecord(claims) ? { claims } : {}),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
