/** `@alkdev/operations/websocket`: a connection to a hub. Runs in browsers too; on Node 20 it needs the package `ws`. */
import { Spoke } from "./protocol/spoke.ts";
import type { ConnectSpokeOptions } from "./protocol/spoke-options.ts";
import { openWebSocket } from "./transports/websocket/open-websocket.ts";

/**
 * Connects to a hub: calls its operations, and offers those of a registry to it. Resolves with the first connection;
 * rejects with `UNAUTHENTICATED` when the hub refuses the token, with `CONNECTION_LOST` when it cannot be reached.
 *
 * @example
 * const spoke = await connectSpoke({ url: "wss://hub.example/operations", token });
 * const { data } = await spoke.call("demo.greet", { name: "Ada" });
 */
export function connectSpoke(options: ConnectSpokeOptions): Promise<Spoke> {
  return Spoke.connect({ ...options, open: openWebSocket });
}

export type { Spoke } from "./protocol/spoke.ts";
export type {
  ConnectSpokeOptions,
  SpokeCallOptions,
  SpokeState,
  SpokeStateChange,
  StateListener,
  TokenSource,
} from "./protocol/spoke-options.ts";
export type { ReconnectOptions } from "./protocol/reconnect-delay.ts";
export type { OfferFilter } from "./protocol/operation-offers.ts";
export type { ProtocolCounters } from "./protocol/protocol-counters.ts";
export type { ProtocolLimits } from "./protocol/protocol-limits.ts";
export type { SignedIdentity, SignedToken, VerifiedToken } from "./protocol/signed-identity.ts";
