import type { Identity } from "./access-control.ts";

/** What a caller shows to prove who it is. */
export interface Credential {
  readonly token: string;
  /** `bearer`: from `Authorization: Bearer`; `api-key`: from `x-api-key`; `peer`: from a peer's handshake. */
  readonly kind: "bearer" | "api-key" | "peer";
  /** The address of the client, behind trusted proxies; undefined if that is not known. */
  readonly address?: string | undefined;
  /** Only with the kind `peer`. */
  readonly peer?: ConnectingPeer | undefined;
}

/** What a peer says about itself besides its token. */
export interface ConnectingPeer {
  /** What it calls itself. */
  readonly peerId: string;
  /** Where it comes from, for logs. */
  readonly address: string;
}

/**
 * Turns a credential into an identity, for every interface. `undefined` or an error refuses the caller, who never learns
 * why. Streams and connections end at the identity's `expiresAt`.
 *
 * @example
 * const authenticate: Authenticate = ({ token }) => sessions.get(token);
 */
export type Authenticate = (credential: Credential) => Identity | undefined | Promise<Identity | undefined>;
