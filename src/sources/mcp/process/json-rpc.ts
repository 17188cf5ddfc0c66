import { readJSON, readJSONText } from "../../../shared/json/read-json.ts";
import { CallError } from "../../../errors/call-error.ts";

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

type Messages = JsonRpcMessage[] | undefined;

/**
 * The messages of a text: one, or several in a batch. Undefined if it is not JSON-RPC. A promise if it takes long to
 * parse; `isAbandoned` says whether anybody still waits for it. Throws or rejects with PAYLOAD_TOO_LARGE for more values
 * than `most`.
 */
export function readMessages(
  text: Uint8Array | string,
  most: number,
  isAbandoned?: () => boolean,
): Messages | Promise<Messages> {
  const options = { most, limitName: MOST_VALUES_NAME, isAbandoned };
  try {
    const value = typeof text === "string" ? readJSONText(text, options) : readJSON(text, options);
    return value instanceof Promise ? value.then(toMessages, notMessages) : toMessages(value);
  } catch (thrown) {
    return notMessages(thrown);
  }
}

function toMessages(parsed: unknown): Messages {
  const candidates: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  return candidates.every(isMessage) ? candidates : undefined;
}

function notMessages(thrown: unknown): undefined {
  if (!(thrown instanceof SyntaxError)) throw thrown;
}

/** The name of the limit in the config. */
export const MOST_VALUES_NAME = "maxValues";

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

/** The beginning and the end of a message's text. */
export interface LineEnds {
  readonly head: string;
  readonly tail: string;
}

/** The error response for a message that is not read, if one of its ends shows the id. */
export function refusedResponse({ head, tail }: LineEnds, error: CallError): JsonRpcMessage | undefined {
  const id = ID_FIRST.exec(head)?.[1] ?? ID_LAST.exec(tail)?.[1];
  return id === undefined ? undefined : failedResponse(Number(id), error);
}

export function tooLargeError(bytes: number, maxBytes: number): CallError {
  const message = `The server sent a message of ${bytes} bytes or more; "maxMessageBytes" allows ${maxBytes}.`;
  return new CallError("PAYLOAD_TOO_LARGE", message);
}
