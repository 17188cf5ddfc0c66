import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import { readHeaderArguments } from "../../../shared/mcp-header-arguments.ts";
import type { HeaderArgument } from "../../../shared/mcp-header-arguments.ts";
import type { RequestHeaders } from "../../request/incoming.ts";
import type { CheckedRequest } from "../../request/request-handler.ts";
import type { Params } from "../call/run-call.ts";
import { toolShapeOf } from "../tools/tool-shape.ts";
import { rpcError } from "./legacy-sessions.ts";
import type { ToolServerDeps } from "./tool-server.ts";

const NONE: readonly HeaderArgument[] = [];
const HEADER_MISMATCH = -32_020;
const declarations = new WeakMap<OperationSpec, readonly HeaderArgument[]>();

/** A `tools/call`, as far as it concerns header fields. */
export interface HeadedCall {
  readonly id?: unknown;
  readonly params: Params;
}

/**
 * From 2026-07-28 on header fields may repeat arguments (`x-mcp-header`). A proxy in front of us has routed the request
 * by them, so a call whose fields differ from its arguments is refused.
 */
export function refuseMismatch(
  { registry, catalog }: ToolServerDeps,
  { incoming, identity }: CheckedRequest,
  { id, params }: HeadedCall,
): Response | undefined {
  const operation = catalog.idOf(String(params["name"]));
  const spec = operation === undefined ? undefined : registry.getSpec(operation);
  if (operation === undefined || spec === undefined) return undefined;
  let declared = declarations.get(spec);
  if (declared === undefined) declarations.set(spec, (declared = declaredBy(spec)));
  if (declared === NONE) return undefined;
  const mismatch = findMismatch(declared, params["arguments"], incoming.headers);
  if (mismatch === undefined || !isVisible(() => catalog.findById(operation, identity))) return undefined;
  const message = `Bad Request: ${mismatch.header} and the body disagree. ${mismatch.body}.`;
  return rpcError(400, message, { code: HEADER_MISMATCH, id, data: { mismatch } });
}

/** If the host's own filter throws, the call itself meets the same error, and conceals it. */
function isVisible(find: () => OperationSpec | undefined): boolean {
  try {
    return find() !== undefined;
  } catch {
    return false;
  }
}

interface HeaderMismatch {
  readonly header: string;
  readonly body: string;
}

/** The first argument that its header field does not repeat. */
export function findMismatch(
  declared: readonly HeaderArgument[],
  given: unknown,
  headers: RequestHeaders,
): HeaderMismatch | undefined {
  for (const argument of declared) {
    const problem = compare(argument, valueAt(given, argument.path), headers[argument.field]);
    if (problem !== undefined) return { header: argument.field, body: `${argument.path.join(".")}: ${problem}` };
  }
  return undefined;
}

/** Clients offer no tool whose declarations are wrong. If the schema cannot be read, the call itself says so. */
function declaredBy(spec: OperationSpec): readonly HeaderArgument[] {
  try {
    const { declared, problem } = readHeaderArguments(toolShapeOf(spec).inputSchema);
    return problem === undefined && declared.length > 0 ? declared : NONE;
  } catch {
    return NONE;
  }
}

function valueAt(given: unknown, path: readonly string[]): unknown {
  let value = given;
  for (const name of path) value = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

function compare({ type }: HeaderArgument, value: unknown, header: string | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (header === undefined) {
    // Clients leave the field out for a value of another type, and for integers that a number does not hold.
    const isRepeated = typeof value === type || (type === "integer" && Number.isSafeInteger(value));
    return isRepeated ? "the header field is missing" : undefined;
  }
  const decoded = decodeField(header);
  if (decoded === undefined) return "the header field is not well encoded";
  // In this revision, `42.0` means 42.
  const isSameNumber = type === "integer" && DECIMAL.test(decoded) && Number(decoded) === value;
  return isSameNumber || decoded === (typeof value === "string" ? value : JSON.stringify(value))
    ? undefined
    : "the header field says something else";
}

const DECIMAL = /^-?\d+(\.\d+)?$/;
const ENCODED = /^=\?base64\?(.*)\?=$/s;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The text of a field, which is base64 if HTTP could not carry it. Undefined if that is malformed. */
function decodeField(header: string): string | undefined {
  const encoded = ENCODED.exec(header)?.[1];
  if (encoded === undefined) return header;
  if (!BASE64.test(encoded)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
