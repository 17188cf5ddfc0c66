/** `@alkdev/operations/websocket`: a connection to a hub. Runs in browsers too; on Node it uses the package `ws`, which Node 20 needs. */
export { connectSpoke } from "../client/connect-spoke.ts";
export type { Spoke } from "../protocol/peers/spoke.ts";
export type {
  ConnectSpokeOptions,
  ReconnectOptions,
  SpokeCallOptions,
  SpokeState,
  SpokeStateChange,
  StateListener,
  TokenSource,
} from "../protocol/peers/spoke-options.ts";
export type { OfferFilter } from "../protocol/offers/operation-offers.ts";
export type { ProtocolCounters } from "../protocol/wire/protocol-counters.ts";
export type { ProtocolLimits } from "../protocol/wire/protocol-limits.ts";
export type { SharedSecret, SignedIdentity, SignedToken, VerifiedToken } from "../protocol/identity/signed-identity.ts";
export type { TextSeal } from "../protocol/ports/bus.ts";
