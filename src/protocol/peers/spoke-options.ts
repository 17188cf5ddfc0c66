import type { Identity } from "../../operation/access-control.ts";
import type { LogMessage } from "../../operation/caller-log.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import type { RemoteCallOptions } from "../caller/call-options.ts";
import type { SignedIdentity } from "../identity/signed-identity.ts";
import type { OfferFilter } from "../offers/operation-offers.ts";
import type { ProtocolLimits } from "../wire/protocol-limits.ts";
import type { BackoffOptions } from "../../shared/time/wait.ts";
import type { ReportError } from "./peer-session.ts";

/**
 * `connecting`: a connection is being made; `connected`: calls go through; `disconnected`: the spoke waits before it
 * tries again; `closed`: permanently.
 */
export type SpokeState = "connecting" | "connected" | "disconnected" | "closed";

/** A spoke that connects, loses its connection or closes. */
export interface SpokeStateChange {
  readonly state: SpokeState;
  /** Why the connection is gone. */
  readonly reason?: Error | undefined;
}

/** Hears of every change of a spoke's state. */
export type StateListener = (change: SpokeStateChange) => void;

/** A token, or a function that gets one. It is called before every connection, so that tokens may be short-lived. */
export type TokenSource = string | (() => string | undefined | Promise<string | undefined>);

/**
 * How to connect again after the connection is lost. In the first half minute after the server has ended, no delay is
 * longer than two seconds.
 */
export interface ReconnectOptions extends BackoffOptions {
  /** Whether to try again also if the first connection fails. Default: false. */
  readonly initially?: boolean | undefined;
}

/** How to connect to a server. */
export interface PeerConnectOptions {
  /** Where the server accepts connections, as `wss://hub.example/operations`. */
  readonly url: string;
  readonly token?: TokenSource | undefined;
  readonly limits?: Partial<ProtocolLimits> | undefined;
  /** How to come back after the connection is lost; `false`: not at all. */
  readonly reconnect?: ReconnectOptions | false | undefined;
  /** Closes the connection permanently when it fires. */
  readonly signal?: AbortSignal | undefined;
  readonly onState?: StateListener | undefined;
  /** The name of this side. Default: a random id. */
  readonly peerId?: string | undefined;
}

/** The options of `connectSpoke`. */
export interface ConnectSpokeOptions extends PeerConnectOptions {
  /**
   * Signs on whose behalf calls are made, for a server that verifies it: they run there as those callers. Default: the
   * holder of the token makes all calls.
   */
  readonly identity?: SignedIdentity | undefined;
  /** Operations that the server may call here. They are offered to it. */
  readonly registry?: OperationRegistry | undefined;
  /** Which operations of the registry are offered, and can be called. Default: all that run here; `false`: none. */
  readonly offer?: OfferFilter | false | undefined;
  /** Where the server's operations appear that this spoke may call. Default: nowhere; they are called by id. */
  readonly imports?: OperationRegistry | undefined;
  /** Gets log messages that belong to no call, from those of the server's sources that this spoke may use. */
  readonly onServerLog?: ((message: LogMessage) => void) | undefined;
  /**
   * Gets failed attempts to connect, and the error of every call that fails here with the details hidden from the
   * server.
   */
  readonly onError?: ReportError | undefined;
}

/** The options of one call of a spoke. */
export interface SpokeCallOptions extends Omit<RemoteCallOptions, "token"> {
  /**
   * On whose behalf the call is made, by a spoke that signs it (`identity`). Otherwise the token of the spoke decides.
   */
  readonly identity?: Identity | undefined;
  /** Milliseconds to wait for a connection if there is none. Default: 0, the call fails at once. */
  readonly waitForConnection?: number | undefined;
}
