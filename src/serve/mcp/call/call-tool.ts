import { CallError, toCallError } from "../../../errors/call-error.ts";
import type { ResponseEnvelope } from "../../../envelope/response-envelope.ts";
import type { Identity } from "../../../operation/access-control.ts";
import type { CallSession } from "../../../operation/call-session.ts";
import type { TraceContext } from "../../../operation/operation-context.ts";
import { operationId } from "../../../operation/operation-id.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { OperationType } from "../../../operation/operation-type.ts";
import { dispatch, dispatchSubscription } from "../../../registry/dispatch.ts";
import type { DispatchRequest } from "../../../registry/dispatch.ts";
import type { OperationRegistry } from "../../../registry/operation-registry.ts";
import type { Cancellation } from "../../../shared/time/cancellation.ts";
import { roomInTurn } from "../../../shared/time/turns.ts";
import type { OnCredentialEnd } from "../../identity/credential-watch.ts";
import type { CallLimits, CountedCaller, LimitedCall } from "../../request/client-limits.ts";
import type { ServeMCPSettings } from "../options/serve-mcp-options.ts";
import { errorText } from "../tools/error-text.ts";
import { dataResult, envelopeResult, errorResult } from "../tools/tool-result.ts";
import type { ToolResult } from "../tools/tool-result.ts";
import { toolShapeOf } from "../tools/tool-shape.ts";
import { collectStream } from "./collect-stream.ts";
import type { CallerAnswers } from "./client-input.ts";
import { LogReporter, ProgressReporter } from "./notifications.ts";
import type { ClientLog, SendProgress } from "./notifications.ts";

/** Who calls a tool, as far as that is known. Over HTTP it is the checked request. */
export interface ToolCaller extends CountedCaller {
  readonly identity?: Identity | undefined;
  readonly onCredentialEnd?: OnCredentialEnd | undefined;
}

/** One call of a tool, as a client asked for it. */
export interface ToolCall {
  readonly id: string;
  readonly spec: OperationSpec;
  readonly arguments: Readonly<Record<string, unknown>> | undefined;
  readonly caller: ToolCaller;
  /** Of the client. Undefined where it has none. */
  readonly session: CallSession | undefined;
  /** Ends the call. */
  readonly cancellation: Cancellation & Partial<Pick<LimitedCall, "atOnce">>;
  readonly trace: TraceContext | undefined;
  /** Undefined where the client did not ask for progress. */
  readonly sendProgress: SendProgress | undefined;
  /** Undefined where the client wants no log. */
  readonly log?: ClientLog | undefined;
  /** What the client sent along, for the operation. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** Undefined where the client can be asked nothing. */
  readonly answers?: CallerAnswers | undefined;
  /** The error of the protocol that stands for a failure, where the client knows one. */
  readonly toError?: ((error: CallError) => Error | undefined) | undefined;
  /** How the outcome is told where it is no tool's. */
  readonly telling?: OutcomeTelling | undefined;
}

/** The outcome of a prompt or a resource: MCP has other results for it, and errors of the protocol for failures. */
export interface OutcomeTelling {
  /** The result, as structured content. */
  result(envelope: ResponseEnvelope): ToolResult;
  failure(error: CallError): Error;
}

export interface CallDeps {
  readonly registry: OperationRegistry;
  readonly settings: ServeMCPSettings;
  readonly limits: CallLimits;
}

/** Runs a call, checked. A failure is a result too, with a text that a model can act on. */
export async function callTool(deps: CallDeps, call: ToolCall): Promise<ToolResult> {
  const { registry, settings } = deps;
  const { spec, caller, session, trace, answers, sendProgress, cancellation } = call;
  const { callTimeout } = settings;
  const progress = sendProgress === undefined ? undefined : new ProgressReporter(sendProgress);
  const log = call.log === undefined ? undefined : new LogReporter(call.log, operationId(spec));
  const isStream = spec.type === OperationType.SUBSCRIPTION;
  try {
    const request: DispatchRequest = {
      id: call.id,
      input: inputOf(call),
      context: {
        identity: caller.identity,
        session,
        trace,
        ...answers,
        callerLog: log,
        callMeta: call.meta,
        deadline: callTimeout === undefined ? undefined : Date.now() + callTimeout,
        // The items of a stream are its progress: two counts in one channel could not both increase.
        onProgress: isStream ? undefined : progress?.report,
      },
      cancellation,
    };
    if (isStream) return await collect(deps, call, { request, progress });
    const envelope = await dispatch(registry, request);
    const room = roomInTurn(cancellation.atOnce);
    if (room !== undefined) await room;
    // The client may have been cut off meanwhile.
    if (cancellation.reason !== undefined) throw cancellation.reason;
    return call.telling === undefined ? envelopeResult(envelope, spec) : call.telling.result(envelope);
  } catch (thrown) {
    return failureResult(deps, call, toCallError(thrown));
  } finally {
    if (progress !== undefined) await progress.flushed();
    if (log !== undefined) await log.flushed();
  }
}

/** A failed call as a result. Throws where it is told as an error of the protocol. */
export function failureResult(
  { settings }: CallDeps,
  { spec, telling, toError }: Pick<ToolCall, "spec" | "telling" | "toError">,
  error: CallError,
): ToolResult {
  const told = toError?.(error);
  if (told === undefined && telling !== undefined) throw telling.failure(error);
  settings.onError?.(error, { operation: operationId(spec) });
  if (told !== undefined) throw told;
  return errorResult(errorText(error, { spec, expose: settings.exposeErrors ?? false }));
}

interface Collecting {
  readonly request: DispatchRequest;
  readonly progress: ProgressReporter | undefined;
}

async function collect(
  { registry, settings }: CallDeps,
  { caller, cancellation }: ToolCall,
  { request, progress }: Collecting,
): Promise<ToolResult> {
  const { maxItems, maxStreamDuration: maxDuration } = settings;
  const stopWatching = caller.onCredentialEnd?.((reason) => cancellation.cancel(reason));
  try {
    const report = progress?.report ?? (() => {});
    return dataResult(await collectStream(dispatchSubscription(registry, request), { maxItems, maxDuration, report }));
  } finally {
    stopWatching?.();
  }
}

function inputOf({ spec, arguments: given }: ToolCall): unknown {
  const { toInput } = toolShapeOf(spec);
  try {
    return toInput(given);
  } catch (cause) {
    throw new CallError("VALIDATION_ERROR", "The arguments are nested too deep.", undefined, { cause });
  }
}
