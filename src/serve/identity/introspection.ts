import type { IntrospectionResponse } from "oauth4webapi";
import { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { Authenticate } from "../../operation/authenticate.ts";
import { claimsProblem } from "../../operation/identity-claims.ts";
import { readBeginning } from "../../shared/read-beginning.ts";
import { Expiry } from "../../shared/time/steady-clock.ts";
import { discoverEndpoint } from "./discover-endpoint.ts";
import { pickClaims, scopesIn } from "./token-claims.ts";

/** How opaque tokens are checked: at their issuer, as a client that it knows (RFC 7662). */
export interface IntrospectionOptions {
  readonly issuer: string;
  /** Where to ask about tokens. Default: as the issuer's metadata says. */
  readonly endpoint?: string | undefined;
  /** The client that asks. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** The required `aud`: a token without it is refused. */
  readonly audience: string | readonly string[];
  /** Names of claims that become `identity.claims`. Default: none. */
  readonly claims?: readonly string[] | undefined;
  /** Milliseconds that an answer is remembered, and that a revoked token still works at most. Default: 30,000. */
  readonly rememberMs?: number | undefined;
  /** Gets the reason why a token is refused, for logs: callers do not. */
  readonly onRefused?: ((reason: string) => void) | undefined;
}

interface Remembered {
  /** Undefined: the token is not valid. */
  readonly identity: Identity | undefined;
  readonly until: Expiry;
}

const REMEMBER = 30_000;
/** A token that was refused may become valid: clocks differ, and servers replicate late. Milliseconds. */
const REMEMBER_REFUSAL = 5000;
const MOST_REMEMBERED = 1000;
/** Questions at once. */
const MOST_ASKED = 64;
const LONGEST_TOKEN = 4096;
/** Bytes. */
const LARGEST_ANSWER = 256 * 1024;
const TIMEOUT = 10_000;

/**
 * Identifies callers by tokens that only their issuer can read. It asks the issuer once for each token, and again when
 * the answer is old. Loads `oauth4webapi` with the first token.
 *
 * @example
 * introspection({ issuer: "https://id.example", clientId: "hub", clientSecret, audience: "https://hub.example" });
 */
export function introspection(options: IntrospectionOptions): Authenticate {
  const { rememberMs = REMEMBER } = options;
  const remembered = new Map<string, Remembered>();
  const asked = new Map<string, Promise<Identity | undefined>>();
  let endpoint: Promise<string> | undefined;

  const remember = (token: string, identity: Identity | undefined): void => {
    const longest = Date.now() + (identity === undefined ? REMEMBER_REFUSAL : rememberMs);
    remembered.set(token, { identity, until: new Expiry(Math.min(longest, identity?.expiresAt ?? Infinity)) });
    // The oldest goes: a Map keeps the order in which its entries came.
    for (const oldest of remembered.keys()) {
      if (remembered.size <= MOST_REMEMBERED) break;
      remembered.delete(oldest);
    }
  };

  const ask = async (token: string): Promise<Identity | undefined> => {
    try {
      endpoint ??= endpointOf(options);
      const identity = toIdentity(await askIssuer(token, await endpoint, options), options);
      remember(token, identity);
      return identity;
    } catch (error) {
      // It may have moved.
      endpoint = undefined;
      throw error;
    } finally {
      asked.delete(token);
    }
  };

  return ({ token }) => {
    const known = remembered.get(token);
    if (known !== undefined && known.until.left > 0) return known.identity;
    remembered.delete(token);
    if (token.length > LONGEST_TOKEN) return undefined;
    const running = asked.get(token);
    if (running !== undefined) return running;
    if (asked.size >= MOST_ASKED) {
      throw new CallError("RATE_LIMITED", "Too many tokens are being checked at once.", { retryAfterMs: 1000 });
    }
    const answer = ask(token);
    asked.set(token, answer);
    return answer;
  };
}

async function endpointOf({ issuer, endpoint }: IntrospectionOptions): Promise<string> {
  return endpoint ?? (await discoverEndpoint(issuer, "introspection_endpoint"));
}

async function askIssuer(
  token: string,
  endpoint: string,
  { issuer, clientId, clientSecret }: IntrospectionOptions,
): Promise<IntrospectionResponse> {
  const oauth = await import("oauth4webapi");
  const server = { issuer, introspection_endpoint: endpoint };
  const client = { client_id: clientId };
  const answer = await oauth.introspectionRequest(server, client, oauth.ClientSecretBasic(clientSecret), token, {
    additionalParameters: { token_type_hint: "access_token" },
    signal: AbortSignal.timeout(TIMEOUT),
    [oauth.customFetch]: boundedFetch,
    // An issuer on this machine needs no TLS: the operator has named it.
    [oauth.allowInsecureRequests]: true,
  });
  return await oauth.processIntrospectionResponse(server, client, answer);
}

/** `oauth4webapi` reads an answer whole, however large it is. */
async function boundedFetch(url: string, init: RequestInit): Promise<Response> {
  const { body, status, headers } = await fetch(url, { ...init, redirect: "error" });
  const { bytes, isComplete } = await readBeginning(body, LARGEST_ANSWER);
  if (!isComplete) throw new CallError("PAYLOAD_TOO_LARGE", `${url} answered more than ${LARGEST_ANSWER} bytes.`);
  const type = headers.get("content-type") ?? "";
  return new Response(new Blob([bytes as Uint8Array<ArrayBuffer>]), { status, headers: { "content-type": type } });
}

function toIdentity(answer: IntrospectionResponse, options: IntrospectionOptions): Identity | undefined {
  const { issuer, audience, claims: names, onRefused } = options;
  const { sub, client_id: client, scope, exp } = answer;
  const id = sub ?? client;
  const claims = pickClaims(answer, names);
  const problem = problemOf(answer, issuer, [audience].flat()) ?? (claims && claimsProblem(claims));
  if (problem === undefined && id !== undefined && id !== "") {
    return {
      id,
      issuer,
      scopes: Object.freeze(scopesIn(scope)),
      ...(claims !== undefined && { claims }),
      ...(exp !== undefined && { expiresAt: exp * 1000 }),
    };
  }
  onRefused?.(problem ?? "the token has neither a subject nor a client");
  return undefined;
}

function problemOf(answer: IntrospectionResponse, issuer: string, audiences: readonly string[]): string | undefined {
  const { active, iss, aud = [], token_type: type, cnf, exp, nbf } = answer;
  const now = Date.now() / 1000;
  if (!active) return "the token is not active";
  if (iss !== undefined && iss !== issuer) return `the token is of ${JSON.stringify(iss)}`;
  if (![aud].flat().some((one) => audiences.includes(one))) return "the token is for another service";
  if (typeof type === "string" && type.toLowerCase() !== "bearer") return `a ${type} is not a bearer token`;
  if (cnf !== undefined) return "the token belongs to a key, and is not a bearer token";
  if (exp !== undefined && !(exp > now)) return "the token has expired";
  return nbf !== undefined && nbf > now + 5 ? "the token is not valid yet" : undefined;
}
