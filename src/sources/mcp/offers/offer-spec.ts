import type { MCPMethod } from "../../../operation/mcp/mcp-marks.ts";
import { OperationType } from "../../../operation/operation-type.ts";
import { CallError } from "../../../errors/call-error.ts";
import type { Requester } from "../session/requester.ts";
import type { MCPOperation } from "../tools/mcp-operation.ts";

/** What all operations that are not tools have in common. */
export interface OfferOptions {
  /** The namespace of the server. */
  readonly namespace: string;
  readonly version: string;
  readonly requester: Requester;
}

interface Offer {
  /** A part below the namespace of the server. */
  readonly group: "resources" | "completion";
  readonly name: string;
  readonly description: string;
  readonly method: MCPMethod;
}

/** The spec of an operation that answers one method of MCP for its whole server. */
export function methodSpec(
  { namespace, version, requester }: OfferOptions,
  { group, name, description, method }: Offer,
): Omit<MCPOperation, "handler" | "inputSchema" | "outputSchema"> {
  return {
    name,
    namespace: `${namespace}.${group}`,
    version,
    type: OperationType.QUERY,
    description,
    accessControl: requester.accessTo({ method }),
    origin: { source: "mcp", location: requester.location, name: method },
    metadata: { mcp: { method } },
  };
}

/** What a request is for, in messages. */
export function whatIs(method: string, { server }: Requester): string {
  return `${method} of the MCP server ${server}`;
}

export function arrayIn(result: unknown, field: string, requester: Requester): unknown[] {
  const found = (result as Record<string, unknown> | null)?.[field];
  if (Array.isArray(found)) return found;
  const message = `The MCP server ${requester.server} answered without "${field}".`;
  throw new CallError("PROTOCOL_ERROR", message, undefined, { phase: "started" });
}

/** The `_meta` of a result, if it has one. */
export function metaIn(result: unknown): { _meta?: Record<string, unknown> } {
  const meta = (result as Record<string, unknown> | null)?.["_meta"];
  return typeof meta === "object" && meta !== null ? { _meta: meta as Record<string, unknown> } : {};
}
