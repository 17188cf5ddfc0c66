/**
 * `@alkdev/operations/client`: typed calls by name, over HTTP, over WebSocket, or over a call map, a spoke or a bus
 * peer. It needs no schema engine, and runs in browsers and workers too.
 *
 * @module
 */
export { CallError } from "../errors/call-error.ts";
export type { CallErrorCode } from "../errors/call-error.ts";
export type { CallPhase } from "../errors/error-table.ts";
export type { ResponseEnvelope, ResponseMeta } from "../envelope/response-envelope.ts";
export type { OperationEnv, Subscription } from "../operation/operation-env.ts";
export { overHTTP } from "../client/over-http.ts";
export type { HTTPCallerOptions } from "../client/over-http.ts";
export type { HTTPTarget } from "../client/http-request.ts";
export { overWebSocket } from "../client/over-websocket.ts";
export type { WebSocketCaller, WebSocketCallerOptions } from "../client/over-websocket.ts";
export { createClient } from "../client/create-client.ts";
export type { OperationClient, RemoteCaller } from "../client/create-client.ts";
export type { ClientCallOptions, ClientOptions } from "../client/client-options.ts";
export { isDeclaredError, safe } from "../operation/declared-error.ts";
export type { Answer, DeclaredCallError, DeclaredError, Outcome } from "../operation/declared-error.ts";
