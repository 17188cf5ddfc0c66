/**
 * `@alkdev/operations`: every capability as one typed operation. Runtime neutral, and nothing happens on import.
 *
 * @module
 */
export { Type } from "typebox";
export type { Static, TSchema } from "typebox";

export { CallError } from "../errors/call-error.ts";
export type { CallErrorCode, CallErrorJSON, CallErrorOptions } from "../errors/call-error.ts";
export { ERROR_TABLE } from "../errors/error-table.ts";
export type { CallPhase, ErrorCode, ErrorDescription } from "../errors/error-table.ts";

export { FromSchema } from "../schema/types/from-schema.ts";
export type { FromSchemaOptions } from "../schema/types/from-schema.ts";
export { registerFormat } from "../schema/engine/formats.ts";
export { collectErrors } from "../schema/explain/collect-errors.ts";
export { formatValueErrors } from "../schema/explain/format-value-errors.ts";
export { validateOrThrow } from "../schema/explain/validate-or-throw.ts";
export { toJSONSchema } from "../schema/standard/to-json-schema.ts";
export type { JSONSchema } from "../schema/types/scope.ts";
export type { AnySchema, InferInput, InferOutput } from "../schema/types/static.ts";
export type { ValueError } from "../schema/types/value-error.ts";

export {
  httpEnvelope,
  isResponseEnvelope,
  localEnvelope,
  mcpEnvelope,
  RESPONSE_SOURCES,
  unwrap,
} from "../envelope/response-envelope.ts";
export type {
  CommonResponseMeta,
  HTTPResponseMeta,
  LocalResponseMeta,
  MCPAnnotations,
  MCPContentBlock,
  MCPResourceContent,
  MCPResponseMeta,
  ResponseEnvelope,
  ResponseMeta,
  ResponseSource,
} from "../envelope/response-envelope.ts";
export { tracked } from "../envelope/tracked.ts";
export {
  HTTPResponseMetaSchema,
  LocalResponseMetaSchema,
  MCPContentBlockSchema,
  MCPResponseMetaSchema,
  ResponseEnvelopeSchema,
  ResponseMetaSchema,
} from "../envelope/envelope-schemas.ts";
export type { NotedMembers } from "../envelope/noted-members.ts";

export { checkAccess } from "../operation/access-control.ts";
export type { AccessControl, Identity } from "../operation/access-control.ts";
export { isDeclaredError, safe } from "../operation/declared-error.ts";
export type {
  Answer,
  AnswerOf,
  DeclaredCallError,
  DeclaredError,
  ErrorDeclaration,
  ErrorDetails,
  ErrorSchemas,
  FailureCode,
  FailureParameters,
  NoErrors,
  Outcome,
} from "../operation/declared-error.ts";
export { defineOperation } from "../operation/define-operation.ts";
export { definePrompt } from "../operation/mcp/define-prompt.ts";
export type {
  MCPWords,
  PromptDefinition,
  PromptMessage,
  PromptOutput,
  PromptResult,
} from "../operation/mcp/define-prompt.ts";
export { defineResource } from "../operation/mcp/define-resource.ts";
export type { ResourceDefinition, ResourceOutput } from "../operation/mcp/define-resource.ts";
export type { PromptMark, ResourceMark } from "../operation/mcp/mcp-marks.ts";
export type { TemplateVariables } from "../operation/mcp/uri-template.ts";
export type {
  AnyHandler,
  AnyOperation,
  HandlerOf,
  IOperationDefinition,
  OperationHandler,
  SourceHandler,
  SourceStreamHandler,
  SubscriptionHandler,
} from "../operation/define-operation.ts";
export type {
  CallerRequestOptions,
  Elicit,
  ElicitationAnswer,
  ElicitationRequest,
  ListRoots,
  Root,
  Sample,
  SamplingMessage,
  SamplingRequest,
  SamplingResult,
} from "../operation/caller-request.ts";
export type { OnExchange, WireAnswer, WireExchange, WireMessage, WireRequest } from "../operation/wire-exchange.ts";
export type { CallerLog, LogLevel, LogMessage, LogReader } from "../operation/caller-log.ts";
export { defineSpec, implement } from "../operation/implement.ts";
export type { HandlerFor, HandlersOf, Implemented } from "../operation/implement.ts";
export type { CallSession } from "../operation/call-session.ts";
export type { CallContext, OperationContext, Progress, TraceContext } from "../operation/operation-context.ts";
export { defineMiddleware } from "../operation/middleware.ts";
export type {
  AddedBy,
  CallOutcome,
  Middleware,
  MiddlewareCall,
  Next,
  NextOptions,
  OutcomeWith,
} from "../operation/middleware.ts";
export type { OperationEnv, Subscription, UntypedEnv } from "../operation/operation-env.ts";
export { OperationSpecSchema } from "../operation/operation-spec.ts";
export type { OperationOrigin, OperationSpec, OutputMode } from "../operation/operation-spec.ts";
export type { Deprecation } from "../shared/deprecation.ts";
export { OperationType } from "../operation/operation-type.ts";
export type {
  GeneratedOperations,
  OperationTypes,
  Register,
  RegisteredClaims,
  RegisteredContext,
  RegisteredOperations,
} from "../operation/operation-types.ts";

export { buildEnv } from "../registry/call/build-env.ts";
export type { BuildEnvOptions } from "../registry/call/build-env.ts";
export type { RegistryChange } from "../registry/change-emitter.ts";
export { dispatch, dispatchSubscription } from "../registry/dispatch.ts";
export type { DispatchRequest } from "../registry/dispatch.ts";
export type { OperationFilter } from "../registry/operation-filter.ts";
export { OperationRegistry } from "../registry/operation-registry.ts";
export type { OperationReference } from "../registry/operation-reference.ts";
export type { OperationRegistryOptions } from "../registry/operation-registry-options.ts";
export type { RegisterOptions } from "../registry/operation-registry.ts";
export type { OperationStats } from "../registry/call/registered-operation.ts";
export { subscribe } from "../registry/subscribe.ts";
export type { OperationWarning, WarningHandler } from "../registry/call/warnings.ts";

export { buildCallHandler, CallHandler } from "../protocol/responder/call-handler.ts";
export type { CallHandlerOptions, IdentifyCaller } from "../protocol/responder/call-handler.ts";
export type { GivenCallOptions, RemoteCallOptions } from "../protocol/caller/call-options.ts";
export type { Delivery, Link, LinkPeer, LinkReceiver } from "../protocol/ports/link.ts";
export { createMemoryLinks } from "../protocol/links/memory-link.ts";
export type { MemoryLinkOptions } from "../protocol/links/memory-link.ts";
export { PendingRequestMap } from "../protocol/caller/pending-request-map.ts";
export type { PendingRequestMapOptions } from "../protocol/caller/outgoing-calls.ts";
export type { EmitErrorOptions, PeerListener, Responder } from "../protocol/caller/pending-request-map.ts";
export type { ProtocolCounters } from "../protocol/wire/protocol-counters.ts";
export { CallEventSchema } from "../protocol/wire/protocol-event.ts";
export { PROTOCOL_VERSION } from "../protocol/wire/protocol-numbers.ts";
export type {
  CallerEvent,
  CallRequested,
  CallResponded,
  EventName,
  MalformedRequest,
  PeerEvent,
  ProtocolEvent,
  ReceivedEvent,
  ResponderEvent,
} from "../protocol/wire/protocol-event.ts";
export type { ProtocolLimits } from "../protocol/wire/protocol-limits.ts";
export { decodeData, encodeData } from "../shared/json/encode-data.ts";

export { openSource } from "../sources/open-source.ts";
export type { OpenSourceOptions, SourceHandle } from "../sources/open-source.ts";
export { defineSource } from "../sources/source.ts";
export type {
  AcceptedOperations,
  AcceptedSpec,
  ConcernedOperations,
  OpenedSource,
  OperationSource,
  SourceContext,
  SourceFinding,
  SourceLog,
  SourceQuarantined,
  SourceReport,
  SourceSessions,
  SourceStateChange,
} from "../sources/source.ts";

export { localSource } from "../sources/scanner/local-source.ts";
export type { LocalSourceConfig } from "../sources/scanner/local-source.ts";
export { nodeScannerFS } from "../sources/scanner/node-scanner-fs.ts";
export { scanManifest, scanOperations } from "../sources/scanner/scan-operations.ts";
export type {
  OperationManifest,
  ScanManifestOptions,
  ScannedOperation,
  ScanOptions,
} from "../sources/scanner/scan-operations.ts";
export type { ScanProblem } from "../sources/scanner/find-modules.ts";
export type { ScannerFS } from "../sources/scanner/scanner-fs.ts";

export { openAPISource } from "../sources/openapi/openapi-source.ts";
export type { OpenAPISourceOptions } from "../sources/openapi/openapi-source.ts";
export { FromOpenAPI, importOpenAPI } from "../sources/openapi/import-openapi.ts";
export type { ImportedDocument } from "../sources/openapi/import-openapi.ts";
export {
  FromOpenAPIFile,
  FromOpenAPIUrl,
  importOpenAPIFile,
  importOpenAPIUrl,
} from "../sources/openapi/load-openapi.ts";
export type { ExternalReferences, ImportOptions, OpenAPIFS } from "../sources/openapi/options/import-options.ts";
export type {
  ImportFinding,
  ImportReport,
  OperationReport,
  QuarantinedOperation,
} from "../sources/openapi/options/import-report.ts";
export type { ImportedOperation } from "../sources/openapi/imported-operation.ts";
export type { OpenAPIOperation, OpenAPIParameter, OpenAPISpec } from "../sources/openapi/options/openapi-document.ts";
export type {
  BasicCredential,
  FetchLike,
  HTTPAuth,
  HTTPCredential,
  HTTPLimits,
  HTTPServiceConfig,
  OAuth2ClientCredentials,
  PerIdentity,
  StreamReconnectOptions,
  ServerChoice,
} from "../sources/openapi/options/http-service-config.ts";
export { paginate } from "../sources/openapi/call/paginate.ts";
export type { CursorOptions } from "../sources/openapi/call/next-page.ts";
export type { PaginateOptions } from "../sources/openapi/call/paginate.ts";
export { parseSSEFrames } from "../shared/events/parse-sse-frames.ts";
export type { SSEEvent } from "../shared/events/parse-sse-frames.ts";
