import type { JWTPayload, JWTVerifyGetKey } from "jose";
import { CallError, messageOf } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { Authenticate } from "../../operation/authenticate.ts";
import { discoverEndpoint } from "./discover-endpoint.ts";
import { pickClaims, scopesIn } from "./token-claims.ts";
import { claimsProblem } from "../../operation/identity-claims.ts";
import { readBeginning } from "../../shared/read-beginning.ts";
import { Expiry } from "../../shared/time/steady-clock.ts";

/**
 * How tokens are checked: their issuer and audience, and one of `secret`, `publicKey` and `jwksUrl`. Without one of
 * these the issuer's metadata says where its keys are.
 */
export interface JWTOptions {
  /** Shared with the issuer (HS256, HS384, HS512); at least 32 bytes. */
  readonly secret?: string | Uint8Array | undefined;
  /** In PEM (SPKI), or as a JSON Web Key. */
  readonly publicKey?: string | object | undefined;
  /** Where the issuer publishes its keys. */
  readonly jwksUrl?: string | undefined;
  /** The required `iss`. */
  readonly issuer: string | readonly string[];
  /** The required `aud`. */
  readonly audience: string | readonly string[];
  /** The only accepted signatures. Default: `HS256` with a secret, else `RS256`, `ES256` and `EdDSA`. */
  readonly algorithms?: readonly string[] | undefined;
  /** Seconds by which clocks may differ. Default: 5. */
  readonly clockTolerance?: number | undefined;
  /** Names of claims that become `identity.claims`, unless `toIdentity` sets them itself. Default: none. */
  readonly claims?: readonly string[] | undefined;
  /** The identity that the claims describe. Default: `sub`, with the scopes of `scope` or `scp`. */
  readonly toIdentity?: ((claims: Readonly<Record<string, unknown>>) => Identity | undefined) | undefined;
  /** Gets the reason why a token is refused, for logs: callers do not. */
  readonly onRefused?: ((reason: string) => void) | undefined;
  /** Tokens remembered, until they expire and for five minutes at most. Default: 1000. */
  readonly maxCached?: number | undefined;
}

interface Remembered {
  readonly identity: Identity;
  readonly until: Expiry;
}

type Verify = (token: string) => Promise<JWTPayload>;

const SHORTEST_SECRET = 32;
/** Seconds. */
const CLOCK_TOLERANCE = 5;
const LONGEST_TOKEN = 16 * 1024;
/** Bytes. */
const LARGEST_JWKS = 2 ** 20;
/** Milliseconds. A key that its issuer has withdrawn works no longer than this, whatever its tokens say. */
const LONGEST_MEMORY = 5 * 60_000;

/**
 * Identifies callers by signed tokens (JWT). Loads `jose` with the first token.
 *
 * @example
 * jwt({ jwksUrl: "https://id.example/jwks", issuer: "https://id.example", audience: "hub" });
 */
export function jwt(options: JWTOptions): Authenticate {
  checkOptions(options);
  const { toIdentity = identityOf, maxCached = 1000, clockTolerance = CLOCK_TOLERANCE, onRefused } = options;
  const cache = new Map<string, Remembered>();
  let loaded: Promise<Verify> | undefined;

  const remember = (token: string, identity: Identity, claims: JWTPayload): void => {
    const until = new Expiry(Math.min((claims.exp ?? 0) * 1000, Date.now() + LONGEST_MEMORY));
    cache.set(token, { identity, until });
    // The oldest goes: a Map keeps the order in which its entries came.
    for (const oldest of cache.keys()) {
      if (cache.size <= maxCached) break;
      cache.delete(oldest);
    }
  };

  return async ({ token }) => {
    const known = cache.get(token);
    if (known !== undefined && known.until.left > 0) return known.identity;
    cache.delete(token);
    if (token.length > LONGEST_TOKEN || token.split(".").length !== 3) return undefined;
    loaded ??= loadVerifier(options).catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    const verify = await loaded;
    const claims = await verify(token).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      onRefused?.(messageOf(error));
      return undefined;
    });
    const found = claims && toIdentity(claims);
    if (found === undefined || claims === undefined) return undefined;
    const kept = found.claims ?? pickClaims(claims, options.claims);
    const problem = kept && claimsProblem(kept);
    if (problem !== undefined) {
      onRefused?.(`The claims of ${found.id} ${problem}`);
      return undefined;
    }
    const identity = {
      ...found,
      ...(kept !== undefined && { claims: kept }),
      // A subject may equal the id of a key: the issuer distinguishes the two.
      issuer: found.issuer ?? claims.iss,
      // The moment at which it is refused, not earlier: a stream may live for as long as a new one could be opened.
      expiresAt: found.expiresAt ?? ((claims.exp ?? 0) + clockTolerance) * 1000,
    };
    remember(token, identity, claims);
    return identity;
  };
}

/** Whether the token is at fault. A JWKS that can't be fetched is a failure on our side. */
function isRefusal(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && /^ERR_(JWT|JWS|JOSE_ALG|JOSE_NOT_SUPPORTED|JWKS_NO_MATCHING)/.test(code);
}

async function loadVerifier(options: JWTOptions): Promise<Verify> {
  const { jwtVerify, createRemoteJWKSet, customFetch, importSPKI, importJWK } = await import("jose");
  const { secret, publicKey, issuer, audience, clockTolerance = CLOCK_TOLERANCE } = options;
  const { algorithms = secret === undefined ? ["RS256", "ES256", "EdDSA"] : ["HS256"] } = options;
  const rules = {
    issuer: typeof issuer === "string" ? issuer : [...issuer],
    audience: typeof audience === "string" ? audience : [...audience],
    algorithms: [...algorithms],
    clockTolerance,
    requiredClaims: ["exp"],
  };
  if (secret === undefined && publicKey === undefined) {
    const jwksUrl = options.jwksUrl ?? (await discoverEndpoint(issuer as string, "jwks_uri"));
    const getKey: JWTVerifyGetKey = createRemoteJWKSet(new URL(jwksUrl), { [customFetch]: fetchKeys });
    return async (token) => (await jwtVerify(token, getKey, rules)).payload;
  }
  if (secret !== undefined) {
    const key = toBytes(secret);
    return async (token) => (await jwtVerify(token, key, rules)).payload;
  }
  // A key is imported for one algorithm: the token's header says which of the allowed ones.
  const getKey: JWTVerifyGetKey = ({ alg }) =>
    typeof publicKey === "string" ? importSPKI(publicKey, alg) : importJWK(publicKey as object, alg);
  return async (token) => (await jwtVerify(token, getKey, rules)).payload;
}

/** `jose` reads an answer whole, however large it is. */
async function fetchKeys(url: string, init: RequestInit): Promise<Response> {
  const { body, status } = await fetch(url, init);
  const { bytes, isComplete } = await readBeginning(body, LARGEST_JWKS);
  if (!isComplete) throw new CallError("PAYLOAD_TOO_LARGE", `The JWKS at ${url} is larger than ${LARGEST_JWKS} bytes.`);
  return new Response(new Blob([bytes as Uint8Array<ArrayBuffer>]), { status });
}

function identityOf(claims: Readonly<Record<string, unknown>>): Identity | undefined {
  const { sub, scope, scp } = claims;
  if (typeof sub !== "string" || sub === "") return undefined;
  return { id: sub, scopes: [...scopesIn(scope), ...scopesIn(scp)] };
}

function toBytes(secret: string | Uint8Array): Uint8Array {
  return typeof secret === "string" ? new TextEncoder().encode(secret) : secret;
}

/** No message holds a secret. */
function checkOptions({ secret, publicKey, jwksUrl, issuer, audience, algorithms }: JWTOptions): void {
  const keys = [secret, publicKey, jwksUrl].filter((key) => key !== undefined);
  if (keys.length > 1) refuse("give only one of secret, publicKey and jwksUrl.");
  if (keys.length === 0 && !isWebAddress(issuer)) {
    refuse("give one of secret, publicKey and jwksUrl, or one issuer whose address says where its keys are.");
  }
  if (secret !== undefined && toBytes(secret).length < SHORTEST_SECRET) {
    refuse(`the secret has fewer than ${SHORTEST_SECRET} bytes.`);
  }
  if (jwksUrl !== undefined && !isWebAddress(jwksUrl)) {
    refuse("jwksUrl is not a web address.");
  }
  if (!isGiven(issuer)) refuse("issuer is missing: a token of any issuer would do.");
  if (!isGiven(audience)) refuse("audience is missing: a token meant for another service would do.");
  for (const algorithm of algorithms ?? []) {
    const isShared = algorithm.startsWith("HS");
    if (algorithm === "none" || isShared !== (secret !== undefined)) {
      refuse(`the algorithm ${algorithm} does not go with ${secret === undefined ? "a public key" : "a secret"}.`);
    }
  }
}

function isWebAddress(value: unknown): boolean {
  return typeof value === "string" && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

function isGiven(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 && value.every(isGiven) : typeof value === "string" && value !== "";
}

function refuse(message: string): never {
  throw new CallError("VALIDATION_ERROR", `jwt: ${message}`);
}
