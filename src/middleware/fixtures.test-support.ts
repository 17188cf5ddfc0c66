/** Calls and streams that the middleware tests share: no registry, only what a middleware sees. */
import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import { localEnvelope } from "../envelope/response-envelope.ts";
import { fail } from "../operation/declared-error.ts";
import type { CallContext, OperationContext } from "../operation/operation-context.ts";
import { OperationType } from "../operation/operation-type.ts";
import type { OperationSpec } from "../operation/operation-spec.ts";
import { isStreamOutcome } from "../registry/call/middleware.ts";
import type { CallOutcome, MiddlewareCall } from "../operation/middleware.ts";

export interface CallFields {
  readonly name?: string;
  readonly namespace?: string;
  readonly type?: OperationType;
  readonly idempotent?: boolean;
  readonly errorSchemas?: OperationSpec["errorSchemas"];
  readonly context?: CallContext;
  readonly parent?: MiddlewareCall;
  readonly check?: () => Promise<void>;
}

/** A call of `demo.op`, a QUERY by default. */
export function callOf(fields: CallFields = {}): MiddlewareCall {
  const { name = "op", namespace = "demo", type = OperationType.QUERY, context, parent, check } = fields;
  const { idempotent, errorSchemas } = fields;
  return {
    id: `${namespace}.${name}`,
    spec: {
      name,
      namespace,
      type,
      idempotent,
      errorSchemas,
      version: "1.0.0",
      description: "For the tests",
      inputSchema: {},
      outputSchema: {},
      accessControl: { requiredScopes: [] },
    },
    input: { some: "input" },
    context: contextOf(context),
    parent: parent?.context,
    check: check ?? (() => Promise.resolve()),
    continueTrace: () => undefined,
    extendContext: () => undefined,
  };
}

function contextOf(context: CallContext = {}): OperationContext {
  const { signal = new AbortController().signal, deadline, identity } = context;
  return {
    requestId: "request",
    parentRequestId: undefined,
    identity,
    session: undefined,
    deadline,
    signal,
    trace: undefined,
    env: {},
    onProgress: undefined,
    onElicitation: undefined,
    onSampling: undefined,
    onRoots: undefined,
    callerLog: undefined,
    onExchange: undefined,
    callMeta: undefined,
    lastEventId: undefined,
    fail,
  };
}

export const envelope = (data: unknown): ResponseEnvelope => localEnvelope(data, "demo.op");

/** The stream of an outcome, for a loop. */
export function streamOf(outcome: CallOutcome): AsyncIterator<ResponseEnvelope, unknown> {
  if (!isStreamOutcome(outcome)) throw new Error("no stream");
  return outcome[Symbol.asyncIterator]();
}

export async function* numbers(count: number, failure?: Error): AsyncGenerator<ResponseEnvelope> {
  for (let i = 1; i <= count; i++) yield envelope(i);
  if (failure !== undefined) throw failure;
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A promise with its resolve and reject. */
export function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (reason: unknown) => void } {
  let resolve!: (value: T) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
