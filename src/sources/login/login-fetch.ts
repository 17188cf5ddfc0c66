import { CLOSEST_REACH, reachOf } from "../../shared/connections/address-reach.ts";
import type { AddressReach } from "../../shared/connections/address-reach.ts";
import { CallError } from "../../errors/call-error.ts";
import { connectWithin } from "../../shared/connections/guarded-connection.ts";
import { readBeginning } from "../../shared/read-beginning.ts";

/** Milliseconds for one request to an authorization server. */
const TIMEOUT = 30_000;
/** Bytes of one answer: tokens, metadata, a registration. All of it is parsed in one go. */
const LARGEST_ANSWER = 256 * 1024;
/** A `Response` with one of these has no body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);
const LOOPBACK = /^(?:localhost|.*\.localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Throws for an address that a service may not name for its login. The address may be no closer than `reach`, by
 * default that of the service itself, so that no service can lead us into a private network. It gets secrets only over
 * TLS, or on this machine.
 */
export function checkLoginAddress(url: URL, service: URL, reach = reachOf(service)): void {
  if (reachOf(url) > reach) {
    throw new TypeError(`${service.host} names ${url.host} for its login, which is in a private network`);
  }
  if (url.protocol !== "https:" && !LOOPBACK.test(url.hostname) && reachOf(service) !== CLOSEST_REACH) {
    throw new TypeError(`${service.host} names ${url.origin} for its login, which is not encrypted`);
  }
}

/**
 * A `fetch` for the servers that a service names for its login. The libraries of OAuth read an answer whole, however
 * large it is.
 */
export function createLoginFetch(
  service: URL,
  signal?: AbortSignal,
  reach: AddressReach = reachOf(service),
): typeof fetch {
  return async (input, init = {}) => {
    checkLoginAddress(new URL(input instanceof Request ? input.url : input), service, reach);
    const signals = [AbortSignal.timeout(TIMEOUT), signal, init.signal].filter(
      (one) => one !== undefined && one !== null,
    );
    const answer = await globalThis.fetch(input, {
      ...init,
      signal: AbortSignal.any(signals),
      ...connectWithin(reach),
    });
    return await bounded(answer);
  };
}

async function bounded(answer: Response): Promise<Response> {
  const { status, statusText, headers, url } = answer;
  const { bytes, isComplete } = await readBeginning(answer.body, LARGEST_ANSWER);
  if (!isComplete) {
    const { host } = new URL(url);
    throw new CallError("PAYLOAD_TOO_LARGE", `${host} answered a login with more than ${LARGEST_ANSWER} bytes.`);
  }
  const body = WITHOUT_BODY.has(status) ? null : (bytes as Uint8Array<ArrayBuffer>);
  // The libraries look at the address and at redirects.
  const { redirected, type } = answer;
  return Object.defineProperties(new Response(body, { status, statusText, headers }), {
    url: { value: url },
    redirected: { value: redirected },
    type: { value: type },
  });
}
