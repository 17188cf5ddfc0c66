import type { CallError } from "../../../errors/call-error.ts";
import { operationId } from "../../../operation/operation-id.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import type { CallDeps } from "../call/call-tool.ts";
import type { ServerSDK } from "../options/load-sdk.ts";
import { sourceNamespace } from "../providers/resource-providers.ts";
import { ERROR_KEY } from "../../../shared/mcp-meta.ts";
import { failedMessage } from "../tools/failed-result.ts";
import type { CallableOperation } from "./resource-catalog.ts";

type ErrorDeps = Pick<CallDeps, "settings"> & { readonly sdk: ServerSDK };

/** The error for a failed call of a method whose results can't be errors. A server's own refusal keeps its code. */
export function toProtocolError({ sdk, settings }: ErrorDeps, error: CallError, spec: OperationSpec): Error {
  settings.onError?.(error, { operation: operationId(spec) });
  const { InternalError, InvalidParams, ResourceNotFound } = sdk.ProtocolErrorCode;
  const told = (error.details as { readonly code?: unknown } | null | undefined)?.code;
  const isKept = spec.origin?.source === "mcp" && (told === InvalidParams || told === ResourceNotFound);
  const code = isKept ? InvalidParams : error.code === "VALIDATION_ERROR" ? InvalidParams : InternalError;
  const { text, meta } = failedMessage(error, { spec, expose: settings.exposeErrors });
  return new sdk.ProtocolError(code, text, { code: error.code, [ERROR_KEY]: meta });
}

/** The same whether there is none or the caller may not know about it. */
export function resourceNotFound(sdk: ServerSDK, uri: string): Error {
  return new sdk.ResourceNotFoundError(uri, `Resource not found: ${uri.slice(0, 500)}`);
}

/** A page may mean its own server's URI, and nothing says whose page it is. */
export function resourceOfSeveral(sdk: ServerSDK, uri: string, readers: readonly CallableOperation[]): Error {
  const sources = readers.slice(0, 5).map(({ spec }) => sourceNamespace(spec));
  const message = `Resource not found: ${uri.slice(0, 500)}. Several sources with pages may have it: ${sources.join(", ")}. Only a session that has read the page of one of them can read it by this URI.`;
  return new sdk.ResourceNotFoundError(uri, message);
}
