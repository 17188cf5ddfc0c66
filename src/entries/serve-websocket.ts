/** `@alkdev/operations/serve-websocket`: a hub for spokes. Needs Node, Bun or Deno, and the package `ws`. */
export { serveWebSocket, WebSocketService } from "../serve/websocket/serve-websocket.ts";
export type { ServeWebSocketOptions } from "../serve/websocket/serve-websocket.ts";
export { signedIdentity } from "../protocol/identity/signed-identity.ts";
export type {
  SharedSecret,
  SignedIdentity,
  SignedIdentityOptions,
  SignedToken,
  VerifiedToken,
} from "../protocol/identity/signed-identity.ts";
export type {
  AdmittedPeer,
  ConnectedPeer,
  DrainOptions,
  PeerServerOptions,
  JoiningPeer,
} from "../protocol/peers/peer-server.ts";
export type { TextSeal } from "../protocol/ports/bus.ts";
export type { Channel, ChannelReceiver } from "../protocol/ports/channel.ts";
export type { Authenticate, ConnectingPeer, Credential } from "../operation/authenticate.ts";
export type { ReportError } from "../protocol/peers/peer-session.ts";
export type { ProtocolCounters } from "../protocol/wire/protocol-counters.ts";
export type { ProtocolLimits } from "../protocol/wire/protocol-limits.ts";
export type { AttachOptions, WebSocketListener, WebSocketListenOptions } from "../serve/websocket/accept-websockets.ts";
export type { AllowUpgrade, UpgradeRefusal } from "../serve/websocket/check-upgrade.ts";
export type { UpgradableServer, UpgradeRequest } from "../serve/request/node-http.ts";
export { ClientLimits } from "../serve/request/client-limits.ts";
export type { ClientLimitOptions } from "../serve/request/client-limits.ts";
export type { WaitingBytes } from "../serve/request/waiting-bytes.ts";
