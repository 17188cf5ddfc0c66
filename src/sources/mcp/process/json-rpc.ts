import { LONG_INTEGER, parseExactly } from "../../../shared/json/exact-json.ts";
import { CallError } from "../../../errors/call-error.ts";
import type { OversizedLine } from "./line-reader.ts";

/** The parts of a JSON-RPC message that a transport needs. */
export interface JsonRpcMessage {
  readonly jsonrpc: "2.0";
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Our own error response, for a request without an answer. `data` holds the `CallError`, which no server can send. */
export function failedResponse(id: number | string, error: CallError): JsonRpcMessage {
  return { jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message: error.message, data: error } };
}

const INTERNAL_ERROR = -32603;

/** The messages of a line: one, or several in a batch. Undefined if the line is not JSON-RPC. */
export function parseMessages(line: string): JsonRpcMessage[] | undefined {
  let parsed: unknown;
  try {
    parsed = LONG_INTEGER.test(line) ? parseExactly(line) : JSON.parse(line);
  } catch {
    return undefined;
  }
  const candidates: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  return candidates.every(isMessage) ? candidates : undefined;
}

function isMessage(value: unknown): value is JsonRpcMessage {
  if (typeof value !== "object" || value === null) return false;
  const { jsonrpc, method, id, error } = value as Record<string, unknown>;
  if (jsonrpc !== "2.0") return false;
  if (typeof method === "string") return true;
  if (typeof id !== "number" && typeof id !== "string") return false;
  return "result" in value || isErrorObject(error);
}

function isErrorObject(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { code, message } = error as Record<string, unknown>;
  return typeof code === "number" && typeof message === "string";
}

const ID_FIRST = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d+)\s*,/;
const ID_LAST = /[,{]\s*"id"\s*:\s*(\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/;

/** The error response for a message too large to read, if one of its ends shows the id. */
export function tooLargeResponse({ head, tail, bytes }: OversizedLine, maxBytes: number): JsonRpcMessage | undefined {
  const id = ID_FIRST.exec(head)?.[1] ?? ID_LAST.exec(tail)?.[1];
  if (id === undefined) return undefined;
  return failedResponse(Number(id), tooLargeError(bytes, maxBytes));
}

export function tooLargeError(bytes: number, maxBytes: number): CallError {
  const message = `The server sent a message of ${bytes} bytes or more; "maxMessageBytes" allows ${maxBytes}.`;
  return new CallError("PAYLOAD_TOO_LARGE", message);
}
