import type { AnswerBudget } from "../../../answers/answer-budget.ts";
import { charactersFor, LEAST_ANSWER_TOKENS } from "../../../answers/answer-tokens.ts";
import { toSelection } from "../../../answers/select-parts.ts";
import type { Select } from "../../../answers/select-parts.ts";
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
import { approximateSize } from "../../../shared/json/data-size.ts";
import { ANSWER_TOKENS_KEY } from "../../../shared/mcp-meta.ts";
import type { OnCredentialEnd } from "../../identity/credential-watch.ts";
import type { CallLimits, CountedCaller, LimitedCall } from "../../request/client-limits.ts";
import type { ServeMCPSettings } from "../options/serve-mcp-options.ts";
import { failedResult } from "../tools/failed-result.ts";
import { envelopeResult } from "../tools/tool-result.ts";
import type { ToolResult } from "../tools/tool-result.ts";
import { toolShapeOf } from "../tools/tool-shape.ts";
import { boundEnvelope } from "../answers/bound-envelope.ts";
import type { BoundOptions } from "../answers/bound-envelope.ts";
import type { ResultBound } from "../answers/bounded-result.ts";
import { collectStream } from "./collect-stream.ts";
import type { Collected } from "./collect-stream.ts";
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
  /** The session of the client. Undefined if it has none. */
  readonly session: CallSession | undefined;
  /** Ends the call. */
  readonly cancellation: Cancellation & Partial<Pick<LimitedCall, "atOnce">>;
  readonly trace: TraceContext | undefined;
  /** Undefined if the client did not ask for progress. */
  readonly sendProgress: SendProgress | undefined;
  /** Undefined if the client wants no log. */
  readonly log?: ClientLog | undefined;
  /** What the client sent along, for the operation. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** Undefined if the client answers no requests. */
  readonly answers?: CallerAnswers | undefined;
  /** The protocol error for a failure, if the client knows one. */
  readonly toError?: ((error: CallError) => Error | undefined) | undefined;
  /** Which parts of the answer are wanted. Default: all. */
  readonly select?: Select | undefined;
  /** Whether the client knows the operation's output schema, and so may refuse a result that breaks it. */
  readonly isListed?: boolean | undefined;
  /** How the outcome is reported if it is not a tool's. */
  readonly telling?: OutcomeTelling | undefined;
}

/** The outcome of a prompt or a resource: MCP has other results for it, and errors of the protocol for failures. */
export interface OutcomeTelling {
  /** The result, as structured content. */
  result(envelope: ResponseEnvelope, bound: ResultBound): ToolResult;
  failure(error: CallError): Error;
}

export interface CallDeps {
  readonly registry: OperationRegistry;
  readonly settings: ServeMCPSettings;
  readonly limits: CallLimits;
  readonly budget: AnswerBudget;
}

/** Characters that fit every bound. */
const SHORT = charactersFor(LEAST_ANSWER_TOKENS);

/** Runs a call, checked. A failure is a result too, with a text that a model can act on. */
export async function callTool(deps: CallDeps, call: ToolCall): Promise<ToolResult> {
  const { registry, settings } = deps;
  const { spec, caller, sendProgress, cancellation, answers } = call;
  const { callTimeout } = settings;
  const progress = sendProgress === undefined ? undefined : new ProgressReporter(sendProgress);
  const log = call.log === undefined ? undefined : new LogReporter(call.log, operationId(spec));
  const isStream = spec.type === OperationType.SUBSCRIPTION;
  try {
    // Before the call: a bound or projection that can't be used must not cost one.
    const asksForPart = call.select !== undefined || call.meta?.[ANSWER_TOKENS_KEY] !== undefined;
    const asked = asksForPart ? await readAsked(deps, call) : undefined;
    const request: DispatchRequest = {
      id: call.id,
      input: inputOf(call),
      context: {
        identity: caller.identity,
        session: call.session,
        trace: call.trace,
        onElicitation: answers?.onElicitation,
        onSampling: answers?.onSampling,
        onRoots: answers?.onRoots,
        callerLog: log,
        callMeta: call.meta,
        deadline: callTimeout === undefined ? undefined : Date.now() + callTimeout,
        // The items of a stream are its progress: two counts in one channel could not both increase.
        onProgress: isStream ? undefined : progress?.report,
      },
      cancellation,
    };
    if (isStream) {
      const collected = await collect(deps, call, { request, progress });
      return boundEnvelope(collected, asked ?? { bound: boundFor(deps, call), spec });
    }
    const envelope = await dispatch(registry, request);
    const room = roomInTurn(cancellation.atOnce);
    if (room !== undefined) await room;
    // The client may have been cut off meanwhile.
    if (cancellation.reason !== undefined) throw cancellation.reason;
    if (asked === undefined && call.telling === undefined && approximateSize(envelope.data, SHORT) < SHORT) {
      const result = envelopeResult(envelope, spec);
      const [only, more] = result.content;
      // Most answers fit every bound, and need no further look.
      if (more === undefined && only?.type === "text" && only.text.length <= SHORT) return result;
    }
    const bounded = asked ?? { bound: boundFor(deps, call), spec };
    return call.telling === undefined ? boundEnvelope(envelope, bounded) : call.telling.result(envelope, bounded.bound);
  } catch (thrown) {
    return failureResult(deps, call, toCallError(thrown));
  } finally {
    if (progress !== undefined) await progress.flushed();
    if (log !== undefined) await log.flushed();
  }
}

/** A failed call as a result. Throws if the failure is a protocol error. */
export function failureResult(
  deps: CallDeps,
  call: Pick<ToolCall, "id" | "spec" | "telling" | "toError" | "caller" | "session">,
  error: CallError,
): ToolResult {
  const { settings, budget } = deps;
  const { spec, telling, toError, caller } = call;
  const told = toError?.(error);
  if (told === undefined && telling !== undefined) throw telling.failure(error);
  settings.onError?.(error, { operation: operationId(spec) });
  if (told !== undefined) throw told;
  const room = budget.roomFor(caller.identity);
  // Callers without a bound have no tool to read on.
  const keep = room === Infinity ? undefined : keeperFor(deps, call);
  return failedResult(error, { spec, expose: settings.exposeErrors, room, keep });
}

interface Collecting {
  readonly request: DispatchRequest;
  readonly progress: ProgressReporter | undefined;
}

async function collect(
  { registry, settings }: CallDeps,
  { caller, cancellation }: ToolCall,
  { request, progress }: Collecting,
): Promise<ResponseEnvelope<Collected>> {
  const { maxItems, maxStreamDuration: maxDuration } = settings;
  const stopWatching = caller.onCredentialEnd?.((reason) => cancellation.cancel(reason));
  try {
    const report = progress?.report ?? (() => {});
    return await collectStream(dispatchSubscription(registry, request), {
      id: request.id,
      maxItems,
      maxDuration,
      report,
    });
  } finally {
    stopWatching?.();
  }
}

/** What a caller wants of an answer, as it says with the call. */
async function readAsked(deps: CallDeps, call: ToolCall): Promise<BoundOptions> {
  const selection = call.select === undefined ? undefined : await toSelection(call.select);
  return { bound: boundFor(deps, call), selection, spec: call.spec };
}

/** How much of the answer the caller can take. */
function boundFor(deps: CallDeps, call: ToolCall): ResultBound {
  const { spec, caller, meta, telling, isListed = false } = call;
  // A resource goes to the host, which may need all of it. Only an operator or the client itself bounds it.
  const byDefault = telling === undefined ? undefined : "all";
  return {
    room: deps.budget.roomFor(caller.identity, meta?.[ANSWER_TOKENS_KEY], byDefault),
    keep: keeperFor(deps, call),
    outputSchema: () => (isListed ? toolShapeOf(spec).outputSchema : undefined),
    operation: spec,
  };
}

/** Keeps the whole answer. The caller can read on in it for as long as it may call the operation. */
function keeperFor(
  { budget, registry }: CallDeps,
  { id, spec, caller, session }: Pick<ToolCall, "id" | "spec" | "caller" | "session">,
): ResultBound["keep"] {
  const owner = { identity: caller.identity, session };
  return (text) => budget.kept.keep(text, owner, () => (registry.getSpec(id) ?? spec).accessControl);
}

function inputOf({ spec, arguments: given }: ToolCall): unknown {
  const { toInput } = toolShapeOf(spec);
  try {
    return toInput(given);
  } catch (cause) {
    throw new CallError("VALIDATION_ERROR", "The arguments are nested too deep.", undefined, { cause });
  }
}
