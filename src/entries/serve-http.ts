/** `@alkdev/operations/serve-http`: a registry as an HTTP API with an OpenAPI document. */
export { serveHTTP } from "../serve/http/serve-http.ts";
export type {
  HTTPCloseOptions,
  HTTPListenOptions,
  HTTPRequestInfo,
  HTTPRoute,
  HTTPServer,
  HTTPService,
  TLSOptions,
} from "../serve/request/http-service.ts";
export type { CallTimes } from "../serve/request/call-clock.ts";
export type { CORSOptions, RequestOptions } from "../serve/request/request-options.ts";
export type { ProtectedResourceOptions } from "../serve/request/protected-resource.ts";
export type { ErrorContext } from "../serve/request/problem.ts";
export type { ServeHTTPOptions } from "../serve/http/serve-http-options.ts";
export { toOpenAPI } from "../serve/http/openapi/to-openapi.ts";
export type { OpenAPIDocument, ToOpenAPIOptions } from "../serve/http/openapi/to-openapi.ts";
export { anyOf } from "../serve/identity/any-of.ts";
export { apiKeys } from "../serve/identity/api-keys.ts";
export type { APIKey } from "../serve/identity/api-keys.ts";
export { CredentialWatch } from "../serve/identity/credential-watch.ts";
export type { HeldCredential, OnCredentialEnd } from "../serve/identity/credential-watch.ts";
export type { Authenticate, Credential } from "../operation/authenticate.ts";
export type { AddressedRequest } from "../serve/identity/trusted-proxies.ts";
export { introspection } from "../serve/identity/introspection.ts";
export type { IntrospectionOptions } from "../serve/identity/introspection.ts";
export { jwt } from "../serve/identity/jwt.ts";
export type { JWTOptions } from "../serve/identity/jwt.ts";
export { ClientLimits } from "../serve/request/client-limits.ts";
export type { ClientLimitOptions } from "../serve/request/client-limits.ts";
export type { WaitingBytes } from "../serve/request/waiting-bytes.ts";
