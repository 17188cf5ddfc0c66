import type * as OAuth from "oauth4webapi";

type AnyFetchOptions = OAuth.CustomFetchOptions<string, BodyInit | undefined>;

/** For every request to an authorization server. */
export function requestOptions(oauth: typeof OAuth, send: typeof fetch) {
  return {
    [oauth.customFetch]: (url: string, { body, ...init }: AnyFetchOptions) =>
      send(url, { ...init, body: body ?? null }),
    // Servers on this machine need no TLS; for others, `fetch` insists on it.
    [oauth.allowInsecureRequests]: true,
  };
}
