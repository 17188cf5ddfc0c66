import type { DpopSession, OAuthDiscoveryState } from "@modelcontextprotocol/client";
import type { JWK } from "jose";
import type { ClientModule } from "../session/load-sdk.ts";

/**
 * The key to which a login's tokens are bound (DPoP, RFC 9449), as the vault keeps it. A token is useless without it.
 */
export interface LoginKey {
  readonly privateJwk: JWK;
}

const ALGORITHM = "ES256";

/** A key, and what signs with it. It remembers the nonces that servers ask for. */
export interface OpenedKey {
  readonly key: LoginKey;
  readonly keyPair: CryptoKeyPair;
  readonly session: DpopSession;
}

export async function createLoginKey(sdk: ClientModule): Promise<OpenedKey> {
  const { exportJWK } = await import("jose");
  // Extractable, because the vault keeps it (sealed) for every process that uses the login.
  const keyPair = await sdk.generateDpopKeyPair({ alg: ALGORITHM, extractable: true });
  const session = await sdk.DpopSession.create({ keyPair });
  return { key: { privateJwk: await exportJWK(keyPair.privateKey) }, keyPair, session };
}

export async function openLoginKey(sdk: ClientModule, { privateJwk }: LoginKey): Promise<DpopSession> {
  const { calculateJwkThumbprint, importJWK } = await import("jose");
  const { d: _private, ...publicJwk } = privateJwk;
  const [privateKey, publicKey, thumbprint] = await Promise.all([
    importJWK(privateJwk, ALGORITHM),
    importJWK(publicJwk, ALGORITHM),
    calculateJwkThumbprint(publicJwk),
  ]);
  const keys = { privateKey: privateKey as CryptoKey, publicKey: publicKey as CryptoKey };
  return await sdk.DpopSession.create({ keyPair: { ...keys, publicJwk, thumbprint, alg: ALGORITHM } });
}

/** Whether the refusal of a request asks for tokens that are bound to a key. */
export function asksForBoundTokens({ headers }: Response): boolean {
  return /(?:^|,)\s*dpop\s/i.test(headers.get("www-authenticate") ?? "");
}

/**
 * Whether the MCP server takes such tokens, according to its metadata (RFC 9728). It is not enough that the
 * authorization server issues them: an MCP server that knows only `Bearer` would refuse all of them.
 */
export function takesBoundTokens(discovery: OAuthDiscoveryState | undefined): boolean {
  const metadata = (discovery?.resourceMetadata ?? {}) as Readonly<Record<string, unknown>>;
  const { dpop_signing_alg_values_supported: algorithms, dpop_bound_access_tokens_required: isRequired } = metadata;
  return isRequired === true || (Array.isArray(algorithms) && algorithms.includes(ALGORITHM));
}
