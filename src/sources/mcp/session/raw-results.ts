/**
 * Results as the server sent them. The SDK checks every result before it passes it on: blocks that it does not know,
 * structured content that is not an object (before 2026-07-28) or a missing field fail the whole call, and known blocks
 * lose their extra fields. So the SDK gets a stand-in that passes every check and carries the real result.
 */
import { CallError } from "../../../errors/call-error.ts";
import type { Progress } from "../../../operation/operation-context.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import type { JsonRpcMessage } from "../process/json-rpc.ts";
import type { TrackedCall } from "./caller-tracker.ts";
import { asNumber, DirectRequests } from "./direct-requests.ts";
import type { DirectRequestsOptions, SendOptions } from "./direct-requests.ts";

const RAW = "io.alkdev.operations/raw";

const METHODS = new Set([
  "tools/call",
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "prompts/list",
  "prompts/get",
  "completion/complete",
  "tasks/get",
  "tasks/result",
  "tasks/update",
  "tasks/cancel",
]);

/**
 * A prefix of the name of a method, as far as the tap. From 2026-07-28 on, tasks are an extension, and the SDK refuses
 * to send methods that it only knows from earlier revisions.
 */
export const BESIDE_SDK = "alkdev.operations/";

/** In the `_meta` of a request, as far as the tap: the call for which it is sent. */
export const CALL_KEY = "alkdev.operations/call";

/** In the filter of a `subscriptions/listen`, as far as the tap: a `ListenMark`. */
export const LISTEN = "alkdev.operations/listen";

/** Carries what the SDK has no way for: header fields of a `subscriptions/listen`, and the id that it gets. */
export interface ListenMark {
  /** Header fields of the request. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Called with the id that the notifications of the stream carry. */
  readonly onSend: (id: unknown) => void;
}

/** Has every field that one of the methods requires, in either era. */
const STAND_IN = {
  resultType: "complete",
  ttlMs: 0,
  cacheScope: "private",
  content: [],
  tools: [],
  resources: [],
  resourceTemplates: [],
  contents: [],
  prompts: [],
  messages: [],
  completion: { values: [] },
};

/** Above this many pending requests, the cancelled ones are dropped. Listening to each signal would cost more. */
const MANY = 256;

/** The part of the SDK's `Transport` that we use. */
export interface TappedTransport {
  send(message: object, options?: SendOptions): Promise<void>;
  onmessage?: ((message: never, extra?: never) => void) | undefined;
  onclose?: (() => void) | undefined;
}

interface Outgoing {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: Readonly<Record<string, unknown>>;
}

export interface TapOptions extends Omit<DirectRequestsOptions, "send"> {
  /** Called for each answer, or progress, of a call that has ended: it is dropped. */
  readonly onLate: () => void;
  /** Called with each log message, before every answer that follows it. */
  readonly onLog: (message: Readonly<Record<string, unknown>>) => void;
}

/** Taps a transport. Call it before connecting, and call the function that it returns once connected. */
export function tapResults(transport: TappedTransport, options: TapOptions): () => DirectRequests {
  const { calls, onLate, onLog } = options;
  const pending = new Map<unknown, AbortSignal | undefined>();
  /** The SDK's own requests, such as `ping`. */
  const others = new Set<unknown>();
  const progressing = new Set<unknown>();
  const forget = (id: unknown): boolean => {
    progressing.delete(id);
    others.delete(id);
    return pending.delete(id);
  };
  const isKnown = (id: unknown): boolean => pending.has(id) || others.has(id);
  const send = transport.send.bind(transport);
  const direct = new DirectRequests({ ...options, send });
  transport.send = async (given, options) => {
    const { message: marked, call } = takeMark(given);
    const message = withoutPrefix(marked);
    const { id, method, params } = message;
    if (call !== undefined) calls.sent(call, id);
    if (call?.seen !== undefined) call.seen.message ??= message;
    if (method === "notifications/cancelled") forget(params?.["requestId"]);
    const isOurs = id !== undefined && typeof method === "string" && METHODS.has(method);
    if (!isOurs) {
      if (id !== undefined && typeof method === "string") others.add(id);
      if (method !== "subscriptions/listen") return await send(message, options);
      const { message: listen, mark } = takeListenMark(message);
      mark?.onSend(id);
      return await send(listen, mark?.headers === undefined ? options : { ...options, headers: mark.headers });
    }
    if (pending.size > MANY) for (const [old, signal] of pending) if (signal?.aborted === true) forget(old);
    pending.set(id, options?.requestSignal);
    try {
      return await send(message, options);
    } catch (error) {
      forget(id);
      throw error;
    }
  };
  return () => {
    const deliver = transport.onmessage?.bind(transport);
    const close = transport.onclose?.bind(transport);
    /** Answers that wait until the progress before them is delivered. */
    const held = new Set<() => void>();
    const hold = (handOver: () => void): void => {
      held.add(handOver);
      setTimeout(() => {
        if (held.delete(handOver)) handOver();
      });
    };
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- transports have no addEventListener
    transport.onclose = () => {
      // These answers arrived before the connection ended.
      for (const handOver of held) handOver();
      held.clear();
      direct.end();
      close?.();
    };
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- transports have no addEventListener
    transport.onmessage = (message: never, extra?: never) => {
      if (direct.take(message)) return undefined;
      const { id: given, result, error, method, params } = message as JsonRpcMessage;
      const id = asNumber(given);
      const token = asNumber(params?.["progressToken"]);
      if (method === "notifications/progress" && pending.has(token)) progressing.add(token);
      const hadProgress = progressing.has(id);
      const isResponse = method === undefined && (result !== undefined || error !== undefined);
      const isProgress = method === "notifications/progress";
      if (method === "notifications/message") return onLog(params ?? {});
      const isLate = isResponse ? !isKnown(id) : isProgress && !isKnown(token);
      if (isLate && isProgress && calls.progressed(token, params as unknown as Progress)) return undefined;
      // Our own failure response is late if the answer arrived before it.
      if (isLate) return error?.data instanceof CallError ? undefined : onLate();
      const isAnswer = isResponse && forget(id);
      if (!isAnswer) return deliver?.(message, extra);
      const answer = (result === undefined ? message : withStandIn(message, result)) as never;
      // The SDK handles notifications a little later than answers, and would drop progress that came just before.
      if (hadProgress) hold(() => deliver?.(answer, extra));
      else deliver?.(answer, extra);
    };
    return direct;
  };
}

/** Removes the mark from a request: its call. */
function takeMark(message: object): { readonly message: Outgoing; readonly call?: TrackedCall } {
  const { params } = message as Outgoing;
  const meta = params?.["_meta"];
  if (!isRecord(meta) || meta[CALL_KEY] === undefined) return { message };
  const { [CALL_KEY]: call, ..._meta } = meta;
  return { message: { ...message, params: { ...params, _meta } }, call: call as TrackedCall };
}

function takeListenMark(message: Outgoing): { readonly message: Outgoing; readonly mark?: ListenMark } {
  const { params } = message;
  const filter = params?.["notifications"];
  if (!isRecord(filter) || filter[LISTEN] === undefined) return { message };
  const { [LISTEN]: mark, ...notifications } = filter;
  return { message: { ...message, params: { ...params, notifications } }, mark: mark as ListenMark };
}

function withoutPrefix(message: Outgoing): Outgoing {
  const { method } = message;
  if (typeof method !== "string" || !method.startsWith(BESIDE_SDK)) return message;
  return { ...message, method: method.slice(BESIDE_SDK.length) };
}

function withStandIn(message: object, result: unknown): object {
  return { ...message, result: { ...STAND_IN, [RAW]: result } };
}

/** The real result that a stand-in carries. */
export function rawResult(result: unknown): unknown {
  return (result as Record<string, unknown>)[RAW];
}

/** A result schema that lets everything through. */
export const ANY_RESULT = {
  "~standard": {
    version: 1 as const,
    vendor: "operations",
    validate: (value: unknown) => ({ value }),
  },
};
