import { MCP_PREFIX } from "../../../shared/mcp-meta.ts";
import type { Result, ServerContext } from "@modelcontextprotocol/server";
import { toCallError, withPhase } from "../../../errors/call-error.ts";
import { identityKey } from "../../../operation/access-control.ts";
import type { CallSession } from "../../../operation/call-session.ts";
import { operationId } from "../../../operation/operation-id.ts";
import type { TraceContext } from "../../../operation/operation-context.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { isTooDeep, MOST_LEVELS, tooDeepProblem } from "../../../shared/json/is-too-deep.ts";
import type { Cancellation } from "../../../shared/time/cancellation.ts";
import type { LimitedCall } from "../../request/client-limits.ts";
import type { ServerSDK } from "../options/load-sdk.ts";
import { readTrace } from "../../request/trace-context.ts";
import type { CallTarget, SearchTools } from "../search/search-tools.ts";
import { findAppTools, severalAppTools } from "../tools/app-tools.ts";
import type { AppCall } from "../tools/app-tools.ts";
import type { ToolCatalog } from "../tools/tool-catalog.ts";
import { rewriteBlocks } from "../providers/rewrite-uris.ts";
import type { ResourceProviders } from "../providers/resource-providers.ts";
import { failedResult } from "../tools/failed-result.ts";
import { forLegacyEra } from "../tools/tool-result.ts";
import type { ToolResult } from "../tools/tool-result.ts";
import { toolShapeOf } from "../tools/tool-shape.ts";
import type { ResultReader } from "../answers/result-reader.ts";
import { AskingCall } from "./asking-call.ts";
import type { OpenQuestions, Round } from "./asking-call.ts";
import { assertCapabilities, toCapabilityError } from "./capability-error.ts";
import { callTool, failureResult } from "./call-tool.ts";
import type { CallDeps, ToolCall, ToolCaller } from "./call-tool.ts";
import { ClientQuestions } from "./client-questions.ts";
import { abilitiesOf } from "./client-input.ts";
import type { ClientAbilities, ClientInput } from "./client-input.ts";
import { toLoginError } from "./login-error.ts";
import type { ClientLog, SendProgress } from "./notifications.ts";
import type { CallOwner, SuspendedCalls } from "./suspended-calls.ts";

export interface RunCallDeps extends CallDeps {
  readonly sdk: ServerSDK;
  readonly suspended: SuspendedCalls;
}

/** Revisions up to 2025-11-25, or those from 2026-07-28 on. */
export type Era = "legacy" | "modern";

/** The request by which a client starts a call, or continues one. */
export interface ToolCallRequest {
  readonly params: Params;
  readonly caller: ToolCaller;
  readonly era: Era;
  /** What the client can do: up to 2025-11-25 it says so once, from 2026-07-28 on with each request. */
  readonly capabilities: unknown;
  /** Up to 2025-11-25: the revision that the client has agreed to. */
  readonly revision?: string | undefined;
  /** Ends with the request. */
  readonly cancellation: Cancellation;
  /** The connection or session that the request belongs to, if any. */
  readonly connection: CallSession | undefined;
  /** From 2026-07-28 on: the call that this request continues, and the answers that it brings. */
  readonly resumed?: ResumedCall | undefined;
  /** Up to 2025-11-25, for clients that accept questions: how they are asked while the request waits. */
  readonly legacy?: ServerContext | undefined;
  /** Undefined if the client asked for no progress. */
  readonly sendProgress?: SendProgress | undefined;
  /** Undefined if the client wants no log. */
  readonly log?: ClientLog | undefined;
}

/** Operations behind which a server may be told what the client declares: of an MCP server, by us or by another hub. */
const ABROAD = new Set<string | undefined>(["mcp", "remote"]);

/** A call without its limits. `runCall` adds them in place, because a copy costs as much as the call. */
type UnboundCall = Omit<ToolCall, "cancellation" | "toError"> & {
  cancellation?: LimitedCall;
  toError?: ToolCall["toError"];
};

export interface ResumedCall {
  readonly state: unknown;
  readonly answers: Readonly<Record<string, unknown>>;
}

/** What `tools/call` answers from 2026-07-28 on while the call waits for answers. */
export interface InputRequired {
  readonly resultType: "input_required";
  readonly inputRequests: Readonly<Record<string, ClientInput>>;
  readonly requestState: string;
}

type Members = Readonly<Record<string, unknown>> | null | undefined;

export interface AnswerCallDeps extends RunCallDeps {
  readonly catalog: ToolCatalog;
  readonly providers: ResourceProviders;
  /** Undefined if operations are never searched. */
  readonly search: SearchTools | undefined;
  readonly reader: ResultReader;
}

export type Params = Readonly<Record<string, unknown>>;

/** Finds what a `tools/call` calls, and runs it. */
export async function answerCall(deps: AnswerCallDeps, request: ToolCallRequest): Promise<Result> {
  const { params, caller, era, sendProgress, log, connection: session } = request;
  const { sdk, catalog, search, reader } = deps;
  const { name, arguments: given, _meta } = params;
  const isObject = given === undefined || (typeof given === "object" && given !== null && !Array.isArray(given));
  if (typeof name !== "string") throw invalidParams(sdk, "tools/call needs the name of a tool.");
  if (!isObject) throw invalidParams(sdk, "The arguments of a tool are an object.");
  if (isTooDeep(given, MOST_LEVELS)) throw invalidParams(sdk, tooDeepProblem("input"));
  const id = catalog.idOf(name);
  const found = id === undefined ? undefined : catalog.findById(id, caller.identity);
  const asked = { name, given: given as Params | undefined, identity: caller.identity, session };
  const target =
    id === undefined || found === undefined
      ? (reader.find(asked) ?? search?.find(asked) ?? findUnlisted(deps, asked))
      : { registry: deps.registry, id, spec: found, arguments: asked.given, isListed: true };
  if (!("spec" in target)) return { ...target };
  const { spec, registry } = target;
  const { traceparent } = (_meta as Params | undefined) ?? {};
  const trace = traceparent === undefined ? undefined : readTrace(_meta as Params);
  const told = await runCall(registry === deps.registry ? deps : { ...deps, registry }, request, {
    id: target.id,
    spec,
    arguments: target.arguments,
    select: target.select,
    isListed: target.isListed,
    caller,
    session,
    trace,
    sendProgress,
    log,
    meta: callMetaOf(_meta),
  });
  // Most results are one text, which names no resource.
  const isPlain = "requestState" in told || (told.content.length === 1 && told.content[0]?.type === "text");
  const result = isPlain ? told : withClientURIs(told, spec, deps.providers);
  // A result without structure is the same in both eras, and may come from an operation whose schemas can't be read.
  if (era === "modern" || "requestState" in result || result.structuredContent === undefined) return { ...result };
  return { ...forLegacyEra(result, toolShapeOf(spec).outputSchema) };
}

interface UnlistedTool extends AppCall {
  readonly given: Params | undefined;
}

/** A tool by the name that a page of its server uses, or why there is none. */
function findUnlisted(
  { registry, catalog, sdk }: AnswerCallDeps,
  { given, ...asked }: UnlistedTool,
): CallTarget | ToolResult {
  const { name, identity } = asked;
  const quarantined = catalog.findQuarantined(name, identity);
  if (quarantined !== undefined) return failedResult(quarantined);
  const [spec, ...others] = findAppTools(catalog, asked);
  if (spec === undefined) throw invalidParams(sdk, `Unknown tool: ${name.slice(0, 200)}`);
  if (others.length > 0) throw invalidParams(sdk, severalAppTools(name, [spec, ...others]));
  return { registry, id: operationId(spec), spec, arguments: given, isListed: true };
}

/** What a prompt or a resource is, and how to report its outcome. */
type OfferedCall = Pick<ToolCall, "id" | "spec" | "arguments"> & Required<Pick<ToolCall, "telling">>;

/** Answers a `prompts/get` or `resources/read` by its operation, within the same limits and with the same questions. */
export async function answerOffer(deps: RunCallDeps, request: ToolCallRequest, offered: OfferedCall): Promise<Result> {
  const { caller, sendProgress, log, params, connection: session } = request;
  const { _meta } = params;
  const call = { ...offered, caller, session, trace: traceOf(_meta), sendProgress, log, meta: callMetaOf(_meta) };
  const result = await runCall(deps, request, call);
  return "requestState" in result ? { ...result } : (result.structuredContent as Result);
}

function traceOf(meta: unknown): TraceContext | undefined {
  const { traceparent } = (meta as Params | undefined) ?? {};
  return traceparent === undefined ? undefined : readTrace(meta as Params);
}

/** A tool may answer with resources: clients read them by other URIs than the tool's own server. */
function withClientURIs(result: ToolResult, spec: OperationSpec, providers: ResourceProviders): ToolResult {
  const content = rewriteBlocks(result.content, spec, providers);
  return content === result.content ? result : { ...result, content };
}

/** What MCP itself says in the `_meta` of a request: it concerns this connection, and goes no further. */
const OWN = new Set(["progressToken", "traceparent", "tracestate"]);

/** The part of a call's `_meta` that is meant for what is called. Undefined if there is none. */
function callMetaOf(meta: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof meta !== "object" || meta === null) return undefined;
  let kept: Record<string, unknown> | undefined;
  for (const [key, value] of Object.entries(meta)) {
    if (key === "__proto__" || OWN.has(key) || key.startsWith(MCP_PREFIX)) continue;
    (kept ??= {})[key] = value;
  }
  return kept;
}

export function invalidParams(sdk: ServerSDK, message: string): Error {
  return new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, message);
}

/** Runs a call within the limits, or continues one: to its result, or from 2026-07-28 on to questions. */
async function runCall(
  deps: RunCallDeps,
  request: ToolCallRequest,
  call: UnboundCall,
): Promise<ToolResult | InputRequired> {
  const { era, capabilities, resumed, legacy, revision } = request;
  const required =
    era === "modern" ? (call.spec.metadata?.["mcp"] as Members)?.["requiredClientCapabilities"] : undefined;
  if (required !== undefined) assertCapabilities(deps.sdk, required, capabilities);
  const { elicitation, sampling, roots } = (capabilities as Members) ?? {};
  const isAskable = elicitation !== undefined || sampling !== undefined || roots !== undefined;
  const abilities = isAskable ? abilitiesOf({ elicitation, sampling, roots }) : undefined;
  let running: LimitedCall;
  try {
    running = deps.limits.enter(call.caller);
  } catch (thrown) {
    const refused = toCallError(thrown);
    // The call that it continues may have done some of its work before it asked.
    return failureResult(deps, call, resumed === undefined ? refused : withPhase(refused, "unknown"));
  }
  try {
    running.followParent(request.cancellation);
    // A client that accepts questions with an address was asked to log in already.
    if (era === "modern" && ABROAD.has(call.spec.origin?.source))
      call.toError = (error) => toCapabilityError(deps.sdk, error);
    if (revision !== undefined && abilities?.modes?.has("url") !== true)
      call.toError = (error) =>
        toLoginError(error, { ...deps, operation: call.spec, revision, identity: call.caller.identity });
    call.cancellation = running;
    const ready = call as ToolCall;
    if (resumed === undefined && abilities === undefined) return await callTool(deps, ready);
    if (legacy !== undefined)
      return await askByRequest(deps, ready, { context: legacy, abilities: abilities as ClientAbilities });
    const asking =
      resumed === undefined
        ? begin(deps, ready, abilities as ClientAbilities)
        : resume(deps, ownerOf(request, call), resumed);
    return await proceed(deps, { request, call: ready }, asking);
  } finally {
    deps.limits.leave(running);
  }
}

interface ByRequest {
  readonly context: ServerContext;
  readonly abilities: ClientAbilities;
}

/** Up to 2025-11-25, the client answers questions while its request waits. */
async function askByRequest(deps: RunCallDeps, call: ToolCall, { context, abilities }: ByRequest): Promise<ToolResult> {
  const { sdk, settings } = deps;
  const questions = new ClientQuestions({ sdk, context, abilities, timeout: settings.questionTimeout });
  try {
    return await callTool(deps, { ...call, answers: questions.answers });
  } finally {
    questions.end();
  }
}

function ownerOf({ connection, caller }: ToolCallRequest, { spec }: Pick<ToolCall, "spec">): CallOwner {
  const { identity, client } = caller;
  return { identity: identity && identityKey(identity), client, connection, operation: operationId(spec) };
}

function begin(deps: RunCallDeps, call: ToolCall, abilities: ClientAbilities): AskingCall {
  return new AskingCall(abilities, ({ cancellation, answers, sendProgress, sendLog: send }) =>
    callTool(deps, {
      ...call,
      cancellation,
      answers,
      sendProgress: call.sendProgress && sendProgress,
      log: call.log && { level: call.log.level, send },
    }),
  );
}

function resume({ sdk, suspended }: RunCallDeps, owner: CallOwner, { state, answers }: ResumedCall): AskingCall {
  const asking = suspended.take(state, owner);
  if (asking === undefined) {
    throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, "Invalid or expired requestState", {
      reason: "invalid_request_state",
    });
  }
  asking.answer(answers);
  return asking;
}

async function proceed(
  { suspended }: RunCallDeps,
  { request, call }: { readonly request: ToolCallRequest; readonly call: ToolCall },
  asking: AskingCall,
): Promise<ToolResult | InputRequired> {
  const { cancellation } = call;
  const round: Round = { signal: cancellation.signal, sendProgress: call.sendProgress, sendLog: call.log?.send };
  for (;;) {
    const outcome = await asking.proceed(round);
    if (!isQuestions(outcome)) return outcome;
    // The client has left just now, or the server ends: the next step ends the call.
    if (cancellation.reason !== undefined) continue;
    try {
      return inputRequired(outcome, suspended.keep(asking, ownerOf(request, call)));
    } catch (thrown) {
      asking.refuse(toCallError(thrown));
    }
  }
}

function isQuestions(outcome: ToolResult | OpenQuestions): outcome is OpenQuestions {
  return outcome instanceof Map;
}

function inputRequired(questions: OpenQuestions, requestState: string): InputRequired {
  return { resultType: "input_required", inputRequests: Object.fromEntries(questions), requestState };
}
