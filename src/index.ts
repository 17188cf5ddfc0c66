/**
 * `@alkdev/operations`: every capability as one typed operation. Runtime neutral, and nothing happens on import.
 *
 * @module
 */
export { Type } from "typebox";
export type { Static, TSchema } from "typebox";

export { CallError } from "./errors/call-error.ts";
export type { CallErrorCode, CallErrorOptions } from "./errors/call-error.ts";
export { ERROR_TABLE } from "./errors/error-table.ts";
export type { CallPhase, ErrorCode, ErrorDescription } from "./errors/error-table.ts";

export { FromSchema } from "./schema/from-schema.ts";
export { registerFormat } from "./schema/formats.ts";
export { collectErrors } from "./schema/collect-errors.ts";
export { formatValueErrors } from "./schema/format-value-errors.ts";
export { validateOrThrow } from "./schema/validate-or-throw.ts";
export { toJSONSchema } from "./schema/to-json-schema.ts";
export type { JSONSchema } from "./schema/engine.ts";
export type { AnySchema, InferInput, InferOutput } from "./schema/static.ts";
export type { ValueError } from "./schema/value-error.ts";

export { httpEnvelope, localEnvelope, mcpEnvelope, unwrap } from "./envelope/response-envelope.ts";
export type {
  HTTPResponseMeta,
  LocalResponseMeta,
  MCPAnnotations,
  MCPContentBlock,
  MCPResourceContent,
  MCPResponseMeta,
  ResponseEnvelope,
  ResponseMeta,
  ResponseSource,
} from "./envelope/response-envelope.ts";
export { isResponseEnvelope } from "./envelope/is-response-envelope.ts";
export { ResponseEnvelopeSchema, ResponseMetaSchema } from "./envelope/envelope-schemas.ts";

export { checkAccess } from "./operation/access-control.ts";
export type { AccessControl, Identity } from "./operation/access-control.ts";
export { defineOperation } from "./operation/define-operation.ts";
export type {
  AnyHandler,
  AnyOperation,
  IOperationDefinition,
  OperationHandler,
  SubscriptionHandler,
} from "./operation/define-operation.ts";
export type { Elicit, ElicitationAnswer, ElicitationRequest } from "./operation/elicitation.ts";
export type { CallContext, OperationContext, Progress, TraceContext } from "./operation/operation-context.ts";
export type { OperationEnv, Subscription } from "./operation/operation-env.ts";
export { OperationSpecSchema } from "./operation/operation-spec.ts";
export type { ErrorDeclaration, OperationOrigin, OperationSpec, OutputMode } from "./operation/operation-spec.ts";
export { OperationType } from "./operation/operation-type.ts";

export { buildEnv } from "./registry/build-env.ts";
export type { BuildEnvOptions } from "./registry/build-env.ts";
export type { RegistryChange } from "./registry/change-emitter.ts";
export { dispatch, dispatchSubscription } from "./registry/dispatch.ts";
export type { DispatchRequest } from "./registry/dispatch.ts";
export type { CallOutcome, Middleware, MiddlewareCall } from "./registry/middleware.ts";
export type { OperationFilter } from "./registry/operation-filter.ts";
export { OperationRegistry } from "./registry/operation-registry.ts";
export type { OperationReference, OperationRegistryOptions, RegisterOptions } from "./registry/operation-registry.ts";
export type { OperationStats } from "./registry/registered-operation.ts";
export { subscribe } from "./registry/subscribe.ts";
export type { OperationWarning, WarningHandler } from "./registry/warnings.ts";

export { buildCallHandler, CallHandler } from "./protocol/call-handler.ts";
export type { CallHandlerOptions, IdentifyCaller } from "./protocol/call-handler.ts";
export type { GivenCallOptions, RemoteCallOptions } from "./protocol/call-options.ts";
export { createClient } from "./protocol/create-client.ts";
export type { OperationClient, RemoteCaller } from "./protocol/create-client.ts";
export type { ClientCallOptions, ClientOptions } from "./protocol/client-options.ts";
export type { Delivery, Link, LinkPeer, LinkReceiver } from "./protocol/link.ts";
export { createMemoryLinks } from "./protocol/memory-link.ts";
export type { MemoryLinkOptions } from "./protocol/memory-link.ts";
export { PendingRequestMap } from "./protocol/pending-request-map.ts";
export type { EmitErrorOptions, PendingRequestMapOptions, Responder } from "./protocol/pending-request-map.ts";
export type { ProtocolCounters } from "./protocol/protocol-counters.ts";
export { CallEventSchema, PROTOCOL_VERSION } from "./protocol/protocol-event.ts";
export type {
  CallerEvent,
  CallRequested,
  CallResponded,
  EventName,
  PeerEvent,
  ProtocolEvent,
  ResponderEvent,
} from "./protocol/protocol-event.ts";
export type { ProtocolLimits } from "./protocol/protocol-limits.ts";
export { decodeData, encodeData } from "./shared/encode-data.ts";

export { nodeScannerFS } from "./sources/scanner/node-scanner-fs.ts";
export { scanManifest, scanOperations } from "./sources/scanner/scan-operations.ts";
export type { OperationManifest, ScanManifestOptions, ScanOptions } from "./sources/scanner/scan-operations.ts";
export type { ScanProblem } from "./sources/scanner/find-modules.ts";
export type { ScannedOperation } from "./sources/scanner/read-default-export.ts";
export type { ScannerFS } from "./sources/scanner/scanner-fs.ts";

export { FromOpenAPI, importOpenAPI } from "./sources/openapi/import-openapi.ts";
export type { ImportedDocument } from "./sources/openapi/import-openapi.ts";
export {
  FromOpenAPIFile,
  FromOpenAPIUrl,
  importOpenAPIFile,
  importOpenAPIUrl,
} from "./sources/openapi/load-openapi.ts";
export type { ExternalReferences, ImportOptions } from "./sources/openapi/import-options.ts";
export type {
  ImportFinding,
  ImportReport,
  OperationReport,
  QuarantinedOperation,
} from "./sources/openapi/import-report.ts";
export type { ImportedOperation } from "./sources/openapi/imported-operation.ts";
export type { OpenAPIOperation, OpenAPIParameter, OpenAPISpec } from "./sources/openapi/openapi-document.ts";
export type { OpenAPIFS } from "./sources/openapi/openapi-fs.ts";
export type {
  BasicCredential,
  FetchLike,
  HTTPAuth,
  HTTPCredential,
  HTTPLimits,
  HTTPServiceConfig,
  OAuth2ClientCredentials,
  PerIdentity,
  ReconnectOptions,
  ServerChoice,
} from "./sources/openapi/http-service-config.ts";
export { paginate } from "./sources/openapi/http/paginate.ts";
export type { CursorOptions, PaginateOptions } from "./sources/openapi/http/paginate.ts";
export { parseSSEFrames } from "./sources/openapi/parse-sse-frames.ts";
export type { SSEEvent } from "./sources/openapi/parse-sse-frames.ts";
