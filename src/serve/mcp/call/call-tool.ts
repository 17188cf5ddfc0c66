import { CallError, toCallError } from "../../../errors/call-error.ts";
import type { Elicit } from "../../../operation/elicitation.ts";
import type { CallContext, TraceContext } from "../../../operation/operation-context.ts";
import { operationId } from "../../../operation/operation-id.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { OperationType } from "../../../operation/operation-type.ts";
import { dispatch, dispatchSubscription } from "../../../registry/dispatch.ts";
import type { DispatchRequest } from "../../../registry/dispatch.ts";
import type { OperationRegistry } from "../../../registry/operation-registry.ts";
import type { Caller } from "../options/authenticate.ts";
import type { CallSlots } from "./call-slots.ts";
import { collectStream } from "./collect-stream.ts";
import { errorText } from "../tools/error-text.ts";
import { ProgressReporter } from "./progress.ts";
import type { SendProgress } from "./progress.ts";
import type { ServeMCPSettings } from "../options/serve-mcp-options.ts";
import { dataResult, envelopeResult, errorResult } from "../tools/tool-result.ts";
import type { ToolResult } from "../tools/tool-result.ts";
import { toolShapeOf } from "../tools/tool-shape.ts";

/** One call of a tool, as a client asked for it. */
export interface ToolCall {
  readonly spec: OperationSpec;
  readonly arguments: Readonly<Record<string, unknown>> | undefined;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly trace: TraceContext | undefined;
  /** Undefined where the client did not ask for progress. */
  readonly sendProgress: SendProgress | undefined;
  /** Undefined where the client takes no questions. */
  readonly onElicitation?: Elicit | undefined;
}

/** Where calls run. */
export interface CallPlace {
  readonly registry: OperationRegistry;
  readonly settings: ServeMCPSettings;
  readonly slots: CallSlots;
}

/** Runs a call, checked. What goes wrong in it is a result too, with a text that a model can act on. */
export async function callTool(place: CallPlace, call: ToolCall): Promise<ToolResult> {
  const { sendProgress } = call;
  const progress = sendProgress === undefined ? undefined : new ProgressReporter(sendProgress);
  try {
    return await run(place, call, progress);
  } catch (thrown) {
    return failure(place, call.spec, toCallError(thrown));
  } finally {
    await progress?.flushed();
  }
}

/** Works on a call while there is a slot for it, else answers that there is none. */
export async function inSlot<T>(
  place: CallPlace,
  { spec, caller }: ToolCall,
  work: () => Promise<T>,
): Promise<T | ToolResult> {
  let free: () => void;
  try {
    free = place.slots.take(caller.client);
  } catch (thrown) {
    return failure(place, spec, toCallError(thrown));
  }
  try {
    return await work();
  } finally {
    free();
  }
}

async function run(
  { registry, settings }: CallPlace,
  call: ToolCall,
  progress?: ProgressReporter,
): Promise<ToolResult> {
  const { spec } = call;
  const request: DispatchRequest = {
    id: operationId(spec),
    input: inputOf(call),
    context: contextOf(call, settings, progress),
  };
  if (spec.type !== OperationType.SUBSCRIPTION) return envelopeResult(await dispatch(registry, request));
  const { maxItems, maxStreamDuration } = settings;
  const report = progress?.report ?? (() => {});
  const ended = new AbortController();
  const stopWatching = call.caller.onCredentialEnd?.((reason) => ended.abort(reason));
  try {
    const context = { ...request.context, signal: AbortSignal.any([call.signal, ended.signal]) };
    const stream = dispatchSubscription(registry, { ...request, context });
    return dataResult(await collectStream(stream, { maxItems, maxDuration: maxStreamDuration, report }));
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

function contextOf(call: ToolCall, { callTimeout }: ServeMCPSettings, progress?: ProgressReporter): CallContext {
  const { spec, caller, signal, trace, onElicitation } = call;
  return {
    identity: caller.identity,
    signal,
    trace,
    onElicitation,
    deadline: callTimeout === undefined ? undefined : Date.now() + callTimeout,
    // The items of a stream are its progress: two counts in one channel could not both increase.
    onProgress: spec.type === OperationType.SUBSCRIPTION ? undefined : progress?.report,
  };
}

function failure({ settings }: CallPlace, spec: OperationSpec, error: CallError): ToolResult {
  settings.onError?.(error, { operation: operationId(spec) });
  return errorResult(errorText(error, { spec, expose: settings.exposeErrors ?? false }));
}
