import { t as signedIdentity } from "./chunks/signed-identity-jUIVda0a.js";
import { s as ClientLimits } from "./chunks/node-http-BpqrIn2X.js";
import { n as serveWebSocket, t as WebSocketService } from "./chunks/serve-websocket-Ba_YXn5L.js";
export { ClientLimits, WebSocketService, serveWebSocket, signedIdentity };
