import { reachOf } from "../../../shared/connections/address-reach.ts";
import type { AddressReach } from "../../../shared/connections/address-reach.ts";
import { failureCode, PRIVATE_ADDRESS } from "../../../shared/connections/connection-failure.ts";
import { connectWithin } from "../../../shared/connections/guarded-connection.ts";
import { readableResponse } from "../../../shared/connections/readable-response.ts";
import type { HTTPServiceConfig } from "../options/http-service-config.ts";

const MOST_REDIRECTS = 10;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

interface FetchOptions {
  readonly config: Pick<HTTPServiceConfig, "fetch" | "allowPrivateNetwork">;
  /** Whether redirects are followed. */
  readonly redirected: boolean;
  readonly init: RequestInit;
}

export interface FetchedDocument {
  readonly response: Response;
  /** How close the server that sent it is. */
  readonly reach: AddressReach;
}

/**
 * Fetches a document. A redirect may lead no closer than the server that sent it, by its host or its resolved address.
 */
export async function fetchWithin(url: string, options: FetchOptions): Promise<FetchedDocument & { url: string }> {
  let current = new URL(url);
  let limit: AddressReach = 2;
  for (let hops = 0; ; hops += 1) {
    const { response, reach } = await fetchOnce(current, limit, options);
    const location = REDIRECTS.has(response.status) ? response.headers.get("location") : null;
    if (location === null) return { response, reach, url: response.url || current.href };
    await response.body?.cancel().catch(() => undefined);
    if (!options.redirected) throw new Error("it was redirected");
    if (hops === MOST_REDIRECTS) throw new Error(`it was redirected more than ${MOST_REDIRECTS} times`);
    current = targetOf(location, current);
    if (options.config.allowPrivateNetwork !== true) limit = reach;
  }
}

/** Tries the widest network first, so that it is known afterwards how close the server is. */
async function fetchOnce(
  url: URL,
  limit: AddressReach,
  { config, redirected, init }: FetchOptions,
): Promise<FetchedDocument> {
  const fetch = config.fetch ?? globalThis.fetch;
  for (let reach = reachOf(url); reach <= limit; reach += 1) {
    const guard = config.fetch === undefined ? connectWithin(reach) : {};
    const manual: RequestInit = { ...init, ...guard, redirect: "manual" };
    try {
      const response = await readableResponse(await fetch(url.href, manual));
      // A browser hides where a redirect leads, and follows it under its own rules.
      const isHidden = response.type === "opaqueredirect" && redirected;
      return { response: isHidden ? await fetch(url.href, { ...manual, redirect: "follow" }) : response, reach };
    } catch (thrown) {
      if (failureCode(thrown) !== PRIVATE_ADDRESS) throw thrown;
    }
  }
  const message = `it was redirected to ${url.origin}, a private address. \`allowPrivateNetwork\` would permit it`;
  throw new Error(message);
}

function targetOf(location: string, from: URL): URL {
  if (!URL.canParse(location, from)) throw new Error("it was redirected to something that is not a URL");
  const url = new URL(location, from);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new Error(`it was redirected to ${url.protocol}`);
  return url;
}
