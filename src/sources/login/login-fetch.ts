import { CLOSEST_REACH, reachOf } from "../../shared/connections/address-reach.ts";
import type { AddressReach } from "../../shared/connections/address-reach.ts";
import { connectWithin } from "../../shared/connections/guarded-connection.ts";

/** Milliseconds for one request to an authorization server. */
const TIMEOUT = 30_000;
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

/** A `fetch` for the servers that a service names for its login. */
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
    return await globalThis.fetch(input, { ...init, signal: AbortSignal.any(signals), ...connectWithin(reach) });
  };
}
