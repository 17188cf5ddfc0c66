import { CallError } from "../../../errors/call-error.ts";
import type { AddressReach } from "../../../shared/connections/address-reach.ts";
import { readBeginning } from "../../../shared/read-beginning.ts";
import { connectWithin } from "../../../shared/connections/guarded-connection.ts";
import type { FetchLike, HTTPServiceConfig, OAuth2ClientCredentials } from "../options/http-service-config.ts";
import { isRawObject } from "../document/raw-object.ts";
import { redact } from "../response/redact.ts";
import { Expiry } from "../../../shared/time/steady-clock.ts";

/** A token is not used in its last 30 seconds, because it must live until the server has read it. Milliseconds. */
const EXPIRY_MARGIN = 30_000;
/** Each of many callers may have its own credentials. The oldest tokens are dropped, and fetched again if needed. */
const MOST_TOKENS = 1000;
const LONGEST_ANSWER = 64 * 1024;
const DEFAULT_TIMEOUT = 30_000;

export interface TokenRequest {
  readonly client: OAuth2ClientCredentials;
  readonly tokenUrl: string;
  readonly scopes: readonly string[];
  /** How close the address of the endpoint may be. */
  readonly reach: AddressReach;
}

interface CachedToken {
  readonly value: string;
  readonly goodUntil: Expiry;
}

/**
 * OAuth 2 tokens by client credentials: fetched once for all waiting callers, kept until they expire or are refused.
 */
export class OAuth2Tokens {
  readonly #config: Pick<HTTPServiceConfig, "fetch" | "timeout">;
  readonly #tokens = new Map<string, Promise<CachedToken>>();

  constructor(config: Pick<HTTPServiceConfig, "fetch" | "timeout">) {
    this.#config = config;
  }

  /** A token that is valid now. */
  async get(request: TokenRequest): Promise<string> {
    const key = keyOf(request);
    const cached = this.#tokens.get(key);
    if (cached !== undefined) {
      const token = await cached;
      if (token.goodUntil.left > 0) return token.value;
      // Of the callers that waited for the expired token, only the first fetches a new one.
      if (this.#tokens.get(key) === cached) this.#tokens.delete(key);
    }
    return (await (this.#tokens.get(key) ?? this.#renew(key, request))).value;
  }

  /** Drops a token that the server refused, unless it was already renewed. */
  async refuse(request: TokenRequest, value: string): Promise<void> {
    const key = keyOf(request);
    const cached = this.#tokens.get(key);
    if (cached === undefined) return;
    const token = await cached.catch(() => undefined);
    if (token?.value === value && this.#tokens.get(key) === cached) this.#tokens.delete(key);
  }

  /** Not tied to a call: a caller that aborts must not fail the others that wait for the same token. */
  #renew(key: string, request: TokenRequest): Promise<CachedToken> {
    const pending = this.#request(request);
    this.#tokens.set(key, pending);
    const oldest = this.#tokens.keys().next();
    if (this.#tokens.size > MOST_TOKENS && oldest.done !== true) this.#tokens.delete(oldest.value);
    pending.catch(() => {
      if (this.#tokens.get(key) === pending) this.#tokens.delete(key);
    });
    return pending;
  }

  async #request(request: TokenRequest): Promise<CachedToken> {
    const { fetch: given, timeout = DEFAULT_TIMEOUT } = this.#config;
    const guard = given === undefined ? connectWithin(request.reach) : {};
    const signal = AbortSignal.timeout(timeout);
    let answer: unknown;
    let status = 0;
    try {
      const oauth = await import("oauth4webapi");
      const { client, tokenUrl, scopes } = request;
      const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl };
      const id = { client_id: client.clientId };
      const prove = client.sendIn === "body" ? oauth.ClientSecretPost : oauth.ClientSecretBasic;
      const parameters = { ...client.parameters, ...(scopes.length > 0 ? { scope: scopes.join(" ") } : {}) };
      const send: FetchLike = async (url, init) => {
        // A redirect would send the secret elsewhere. It counts as an answer without a token, which is an error.
        const response = await (given ?? globalThis.fetch)(url, { ...init, ...guard, redirect: "manual" });
        ({ status } = response);
        answer = await readAnswer(response);
        return toStrictResponse(status, answer);
      };
      const response = await oauth.clientCredentialsGrantRequest(server, id, prove(client.clientSecret), parameters, {
        signal,
        [oauth.customFetch]: (url, init) => send(url, init),
        // The config decides on the address, and may name one in a private network.
        [oauth.allowInsecureRequests]: true,
      });
      const token = await oauth.processClientCredentialsResponse(server, id, response);
      return { value: token.access_token, goodUntil: goodUntil(token) };
    } catch (cause) {
      if (status !== 0 && answer !== undefined) throw refused(request, status, answer);
      if (cause instanceof CallError && cause.code !== "PAYLOAD_TOO_LARGE") throw cause;
      const problem = signal.aborted ? "did not answer in time" : "could not be reached";
      throw tokenError(request, problem, { cause, retryable: true });
    }
  }
}

/** Some servers omit the type of the token, or send another content type. They can only mean a bearer token. */
function toStrictResponse(status: number, answer: unknown): Response {
  const isToken = isRawObject(answer) && typeof answer["access_token"] === "string" && answer["access_token"] !== "";
  const seconds = isRawObject(answer) ? Number(answer["expires_in"]) : Number.NaN;
  const body = isToken
    ? { access_token: answer["access_token"], token_type: "bearer", ...(seconds > 0 ? { expires_in: seconds } : {}) }
    : { error: "no_token" };
  const isGood = isToken && status >= 200 && status <= 299;
  return Response.json(body, { status: isGood ? 200 : 400 });
}

function keyOf({ client, tokenUrl, scopes }: TokenRequest): string {
  return JSON.stringify([tokenUrl, client.clientId, client.clientSecret, scopes, client.sendIn, client.parameters]);
}

async function readAnswer(response: Response): Promise<unknown> {
  const { bytes, isComplete } = await readBeginning(response.body, LONGEST_ANSWER);
  if (!isComplete) throw new CallError("PAYLOAD_TOO_LARGE", `The answer is larger than ${LONGEST_ANSWER} bytes.`);
  const text = new TextDecoder().decode(bytes);
  try {
    return JSON.parse(text);
  } catch {
    return text.slice(0, 1000);
  }
}

function goodUntil(answer: unknown): Expiry {
  const seconds = isRawObject(answer) ? Number(answer["expires_in"]) : Number.NaN;
  if (!(seconds > 0)) return new Expiry(Infinity);
  // A short-lived token is used for most of its life.
  return new Expiry(Date.now() + seconds * 1000 - Math.min(EXPIRY_MARGIN, seconds * 100));
}

function refused(request: TokenRequest, status: number, answer: unknown): CallError {
  const { clientSecret } = request.client;
  const isToken = isRawObject(answer) && Object.hasOwn(answer, "access_token");
  const body = isToken ? undefined : redact(answer, [clientSecret, encodeURIComponent(clientSecret)]);
  // In the cause, which never leaves the process: our own credential does not concern a remote caller.
  const cause = Object.assign(new Error(`status ${status}`), { status, body });
  const retryable = status === 429 || status >= 500;
  return tokenError(request, `answered ${status} without a token`, { cause, retryable });
}

function tokenError(
  request: TokenRequest,
  problem: string,
  options: { readonly retryable: boolean; readonly cause: unknown },
): CallError {
  const { origin, pathname } = new URL(request.tokenUrl);
  const message = `The token endpoint ${origin}${pathname} ${problem}.`;
  return new CallError("EXECUTION_ERROR", message, undefined, { phase: "notStarted", ...options });
}
