import { CLOSEST_REACH, reachOf } from "../../shared/address-reach.ts";
import { connectWithin } from "../../shared/connections/guarded-connection.ts";

/** Milliseconds for one request to an authorization server. */
const TIMEOUT = 30_000;
const LOOPBACK = /^(?:localhost|.*\.localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * A `fetch` for the servers that a service names for its login. They may be no closer than the service itself, so that no
 * service can lead us into a private network, and they get secrets only over TLS or on this machine.
 */
export function createLoginFetch(service: URL, signal?: AbortSignal): typeof fetch {
  const reach = reachOf(service);
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (reachOf(url) > reach) {
      throw new TypeError(`${service.host} names ${url.host} for its login, which is in a private network`);
    }
    if (url.protocol !== "https:" && !LOOPBACK.test(url.hostname) && reach !== CLOSEST_REACH) {
      throw new TypeError(`${service.host} names ${url.origin} for its login, which is not encrypted`);
    }
    const signals = [AbortSignal.timeout(TIMEOUT), signal, init.signal].filter(
      (one) => one !== undefined && one !== null,
    );
    return await globalThis.fetch(input, { ...init, signal: AbortSignal.any(signals), ...connectWithin(reach) });
  };
}
