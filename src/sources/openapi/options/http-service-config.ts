import type { Identity } from "../../../operation/access-control.ts";

/** A value, or a function of who calls. `undefined`: this caller has none. */
export type PerIdentity<T> = T | ((identity: Identity | undefined) => T | undefined | Promise<T | undefined>);

/** The seeds' one credential for the whole service. */
export interface HTTPAuth {
  readonly type: "bearer" | "apiKey" | "basic";
  /** For `basic`: `user:password`, or that in base64 already. */
  readonly token?: PerIdentity<string> | undefined;
  /** Default: `Authorization`; for `apiKey` `X-API-Key`. */
  readonly headerName?: string | undefined;
  /** What stands before the token. Default: `Bearer`, `Basic`, and nothing for `apiKey`. */
  readonly prefix?: string | undefined;
}

export interface BasicCredential {
  readonly username: string;
  readonly password: string;
}

/** OAuth 2 client credentials: the token is fetched, cached, shared by concurrent calls, and renewed. */
export interface OAuth2ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Default: what the document says, if it lies on an origin that the config trusts. */
  readonly tokenUrl?: string | undefined;
  /** Default: the scopes that the operation asks for. */
  readonly scopes?: readonly string[] | undefined;
  /** Where the client's id and secret go. Default: `header` (HTTP Basic). */
  readonly sendIn?: "header" | "body" | undefined;
  /** Further fields of the token request, such as `audience`. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
}

/** A token or key, `user:password`, or what OAuth 2 needs to get a token. */
export type HTTPCredential = string | BasicCredential | OAuth2ClientCredentials;

export interface HTTPLimits {
  /** Bytes of one answer, after decompression. Default: 64 MiB. */
  readonly responseBytes?: number | undefined;
  /** Bytes of an error's body that are kept in `details.body`. Default: 64 KiB. */
  readonly errorBytes?: number | undefined;
  /** Characters of one event or line of a stream. Default: 4 MiB. */
  readonly eventSize?: number | undefined;
}

/** How a cut event stream is taken up again: GET only, and only after an event with an `id`. */
export interface StreamReconnectOptions {
  /** Attempts in a row without an event in between. Default: 5. */
  readonly maxAttempts?: number | undefined;
  /** Milliseconds; a server's `retry:` is kept within both bounds. Default: 500. */
  readonly minDelay?: number | undefined;
  /** Milliseconds. Default: 30,000. */
  readonly maxDelay?: number | undefined;
}

/** Which of the document's servers is called when there is no `baseUrl`. */
export interface ServerChoice {
  /** Place in the document's list. Default: 0. */
  readonly index?: number | undefined;
  /** Values for `{variables}` in its URL. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
}

/** What is asked of a `fetch`: the global one, or one of the user's own. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

/** How the operations of one HTTP API are called. */
export interface HTTPServiceConfig {
  /** Of the operations. */
  readonly namespace: string;
  /** Where the API is. Default: the document's `servers`. What is named here is trusted, and comes before those. */
  readonly baseUrl?: string | undefined;
  /** Sent with every request to a trusted origin. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly auth?: HTTPAuth | undefined;
  /** Credentials by the name of the document's security scheme. */
  readonly credentials?: Readonly<Record<string, PerIdentity<HTTPCredential>>> | undefined;
  /** Milliseconds to wait for an answer: for the whole of it, for a stream until it begins. Default: no bound. */
  readonly timeout?: number | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: FetchLike | undefined;
  readonly server?: ServerChoice | undefined;
  /** Further origins (`https://uploads.example.com`) that operations of their own server may use, with credentials. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Lets the document and redirects lead to loopback and private addresses. Default: false. */
  readonly allowPrivateNetwork?: boolean | undefined;
  /** Which redirects are followed. Default: `follow`: any, without credentials when the origin changes. */
  readonly redirects?: "follow" | "sameOrigin" | "never" | undefined;
  readonly reconnect?: boolean | StreamReconnectOptions | undefined;
  readonly limits?: HTTPLimits | undefined;
}
