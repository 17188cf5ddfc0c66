import type { Identity } from "../../../operation/access-control.ts";

/** A value, or a function of the caller's identity. `undefined`: this caller has none. */
export type PerIdentity<T> = T | ((identity: Identity | undefined) => T | undefined | Promise<T | undefined>);

/** One credential for the whole service. */
export interface HTTPAuth {
  readonly type: "bearer" | "apiKey" | "basic";
  /** For `basic`: `user:password`, or the same already in base64. */
  readonly token?: PerIdentity<string> | undefined;
  /** Default: `Authorization`; for `apiKey` it is `X-API-Key`. */
  readonly headerName?: string | undefined;
  /** The text before the token. Default: `Bearer`, `Basic`, or nothing for `apiKey`. */
  readonly prefix?: string | undefined;
  /**
   * Called when the service has refused a token with 401. The call is sent once more, with the token that `token` gives
   * then. Resolve with `true` if the refused token had ended: a further refusal is then handled the same way.
   */
  readonly onRefused?: ((token: string, identity: Identity | undefined) => Promise<boolean | void>) | undefined;
  /**
   * Called when the service has refused a token with 403 because it lacks the scopes in `scope` (`insufficient_scope`,
   * RFC 6750). Resolve with `true` if the call can be sent once more, with another token.
   */
  readonly onScopesMissing?:
    | ((scope: string, token: string, identity: Identity | undefined) => Promise<boolean>)
    | undefined;
}

/** A credential of HTTP's basic authentication. */
export interface BasicCredential {
  readonly username: string;
  readonly password: string;
}

/** OAuth 2 client credentials. The token is fetched, cached, shared by concurrent calls, and renewed. */
export interface OAuth2ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Default: the document's token URL, if it lies on an origin that the config trusts. */
  readonly tokenUrl?: string | undefined;
  /** Default: the scopes that the operation asks for. */
  readonly scopes?: readonly string[] | undefined;
  /** Where the client's id and secret go. Default: `header` (HTTP Basic). */
  readonly sendIn?: "header" | "body" | undefined;
  /** Further fields of the token request, such as `audience`. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
}

/** A token or key, `user:password`, or the client credentials to get a token by OAuth 2. */
export type HTTPCredential = string | BasicCredential | OAuth2ClientCredentials;

/** The limits on what an HTTP API answers. */
export interface HTTPLimits {
  /** Bytes of one response, after decompression. Default: 40 MiB. */
  readonly responseBytes?: number | undefined;
  /** Bytes of an error's body that are kept in `details.body`. Default: 64 KiB. */
  readonly errorBytes?: number | undefined;
  /** Characters of one event or line of a stream. Default: 4 MiB. */
  readonly eventSize?: number | undefined;
  /**
   * Values of one response, event or line; an object or array counts as 8, its members beyond 1,000 as 51 each. Default:
   * 8,000,000.
   */
  readonly values?: number | undefined;
}

/** How an event stream that was cut is resumed: GET only, and only after an event with an `id`. */
export interface StreamReconnectOptions {
  /** Attempts in a row without an event in between. Default: 5. */
  readonly maxAttempts?: number | undefined;
  /** Milliseconds; a server's `retry:` is kept within both bounds. Default: 500. */
  readonly minDelay?: number | undefined;
  /** Milliseconds. Default: 30,000. */
  readonly maxDelay?: number | undefined;
}

/** Which of the document's servers is called if there is no `baseUrl`. */
export interface ServerChoice {
  /** Index in the document's list. Default: 0. */
  readonly index?: number | undefined;
  /** Values for `{variables}` in its URL. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
}

/** The part of `fetch` that calls need: the global `fetch`, or your own. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

/** How the operations of one HTTP API are called. */
export interface HTTPServiceConfig {
  /** The namespace of the operations. */
  readonly namespace: string;
  /** The address of the API. It is trusted, and takes precedence over the document's `servers`. Default: those. */
  readonly baseUrl?: string | undefined;
  /** Sent with every request to a trusted origin. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly auth?: HTTPAuth | undefined;
  /** Credentials by the name of the document's security scheme. */
  readonly credentials?: Readonly<Record<string, PerIdentity<HTTPCredential>>> | undefined;
  /** Milliseconds to wait for the whole response, or for the start of a stream. Default: no limit. */
  readonly timeout?: number | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: FetchLike | undefined;
  readonly server?: ServerChoice | undefined;
  /** Further origins (`https://uploads.example.com`) to which operations with their own server may send credentials. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Lets the document and redirects lead to loopback and private addresses. Default: false. */
  readonly allowPrivateNetwork?: boolean | undefined;
  /** Which redirects are followed. Default: `follow`, which follows any, without credentials if the origin changes. */
  readonly redirects?: "follow" | "sameOrigin" | "never" | undefined;
  readonly reconnect?: boolean | StreamReconnectOptions | undefined;
  readonly limits?: HTTPLimits | undefined;
}
