import type { Identity } from "../../operation/access-control.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import type { RemoteCallOptions } from "../caller/call-options.ts";
import type { OfferFilter } from "../offers/operation-offers.ts";
import type { ReportError } from "./peer-session.ts";
import type { ProtocolLimits } from "../wire/protocol-limits.ts";
import type { ReconnectOptions } from "./reconnect-delay.ts";
import type { SignedIdentity } from "../identity/signed-identity.ts";

/**
 * `connecting`: the first connection, or a further one, is being made; `connected`: calls go through; `disconnected`: it
 * waits before it tries again; `closed`: for good.
 */
export type SpokeState = "connecting" | "connected" | "disconnected" | "closed";

export interface SpokeStateChange {
  readonly state: SpokeState;
  /** Why the connection is gone. */
  readonly reason?: Error | undefined;
}

export type StateListener = (change: SpokeStateChange) => void;

/** A token, or where to get one: asked before every connection, so that it may have a short life. */
export type TokenSource = string | (() => string | undefined | Promise<string | undefined>);

export interface ConnectSpokeOptions {
  /** The hub's, as `wss://hub.example/operations`. */
  readonly url: string;
  readonly token?: TokenSource | undefined;
  /**
   * Signs on whose behalf calls are made, for a hub that verifies it: they run there as those callers. Without it all
   * calls are made by the holder of the token.
   */
  readonly identity?: SignedIdentity | undefined;
  /** Operations that the hub may call here: they are offered to it. */
  readonly registry?: OperationRegistry | undefined;
  /** Which operations of the registry are offered, and can be called. Default: all that run here; `false`: none. */
  readonly offer?: OfferFilter | false | undefined;
  /** Where the operations of the hub appear that may be called from here. Default: nowhere, they are called by id. */
  readonly imports?: OperationRegistry | undefined;
  readonly limits?: Partial<ProtocolLimits> | undefined;
  /** How to come back after the connection is lost; `false`: not at all. */
  readonly reconnect?: ReconnectOptions | false | undefined;
  /** Closes the spoke when it fires. */
  readonly signal?: AbortSignal | undefined;
  readonly onState?: StateListener | undefined;
  /** What the spoke calls itself. Default: a random id. */
  readonly peerId?: string | undefined;
  /** Is told of failed attempts to connect, and of every call of the hub that fails, with what the hub does not see. */
  readonly onError?: ReportError | undefined;
}

export interface SpokeCallOptions extends Omit<RemoteCallOptions, "token"> {
  /** On whose behalf: of a spoke that signs it (`identity` of its options). Otherwise the hub decides by its token. */
  readonly identity?: Identity | undefined;
  /** Milliseconds to wait for a connection when there is none. Default: 0, the call fails at once. */
  readonly waitForConnection?: number | undefined;
}
