import type { ServerContext } from "@modelcontextprotocol/server";
import { toCallError } from "../../../errors/call-error.ts";
import { operationId } from "../../../operation/operation-id.ts";
import { AskingCall } from "./asking-call.ts";
import type { OpenQuestions, Round } from "./asking-call.ts";
import { callTool, inSlot } from "./call-tool.ts";
import type { CallPlace, ToolCall } from "./call-tool.ts";
import type { QuestionModes } from "./client-capabilities.ts";
import { ClientQuestions } from "./client-questions.ts";
import type { ElicitationParams } from "./elicitation-params.ts";
import type { ServerSDK } from "../options/load-sdk.ts";
import type { CallOwner, SuspendedCalls } from "./suspended-calls.ts";
import type { ToolResult } from "../tools/tool-result.ts";

/** Where calls run that may ask. */
export interface AskingPlace extends CallPlace {
  readonly sdk: ServerSDK;
  readonly suspended: SuspendedCalls;
}

/** A call, and the request by which its client asks for it or goes on with it. */
export interface RequestedCall {
  readonly call: ToolCall;
  readonly context: ServerContext;
  /** How the client may be asked; undefined where it takes no questions. */
  readonly modes: QuestionModes | undefined;
  /** Undefined where requests belong to no connection. */
  readonly connection: object | undefined;
}

/** What `tools/call` answers from 2026-07-28 on while the call waits for answers. */
export interface InputRequired {
  readonly resultType: "input_required";
  readonly inputRequests: Readonly<Record<string, { method: "elicitation/create"; params: ElicitationParams }>>;
  readonly requestState: string;
}

/** Runs a call of the revisions up to 2025-11-25: whoever is asked answers while the request waits. */
export function runLegacyCall(place: AskingPlace, { call, context, modes }: RequestedCall): Promise<ToolResult> {
  return inSlot(place, call, async () => {
    if (modes === undefined) return callTool(place, call);
    const { sdk, settings } = place;
    const questions = new ClientQuestions({ sdk, context, modes, timeout: settings.questionTimeout });
    try {
      return await callTool(place, { ...call, onElicitation: questions.ask });
    } finally {
      questions.end();
    }
  });
}

/** Runs a call from 2026-07-28 on, or goes on with one: to its result, or to questions. */
export function runModernCall(place: AskingPlace, requested: RequestedCall): Promise<ToolResult | InputRequired> {
  const { call, context, modes } = requested;
  return inSlot(place, call, async () => {
    const state: unknown = context.mcpReq.requestState();
    if (state === undefined && modes === undefined) return callTool(place, call);
    const owner = ownerOf(requested);
    const asking = state === undefined ? begin(place, call, modes as QuestionModes) : resume(place, context, owner);
    return proceed(place, { asking, owner, round: call });
  });
}

function ownerOf({ connection, call: { caller, spec } }: RequestedCall): CallOwner {
  return { identity: caller.identity?.id, client: caller.client, connection, operation: operationId(spec) };
}

function begin(place: AskingPlace, call: ToolCall, modes: QuestionModes): AskingCall {
  return new AskingCall(modes, ({ signal, onElicitation, sendProgress }) =>
    callTool(place, { ...call, signal, onElicitation, sendProgress: call.sendProgress && sendProgress }),
  );
}

function resume({ sdk, suspended }: AskingPlace, { mcpReq }: ServerContext, owner: CallOwner): AskingCall {
  const asking = suspended.take(mcpReq.requestState(), owner);
  if (asking === undefined) {
    throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, "Invalid or expired requestState", {
      reason: "invalid_request_state",
    });
  }
  asking.answer(mcpReq.inputResponses ?? {});
  return asking;
}

interface Proceeding {
  readonly asking: AskingCall;
  readonly owner: CallOwner;
  readonly round: Round;
}

async function proceed(
  { suspended }: AskingPlace,
  { asking, owner, round }: Proceeding,
): Promise<ToolResult | InputRequired> {
  for (;;) {
    const outcome = await asking.proceed(round);
    if (!isQuestions(outcome)) return outcome;
    // The client has gone just now: the next step ends the call.
    if (round.signal.aborted) continue;
    try {
      return inputRequired(outcome, suspended.keep(asking, owner));
    } catch (thrown) {
      asking.refuse(toCallError(thrown));
    }
  }
}

function isQuestions(outcome: ToolResult | OpenQuestions): outcome is OpenQuestions {
  return outcome instanceof Map;
}

function inputRequired(questions: OpenQuestions, requestState: string): InputRequired {
  const inputRequests = Object.fromEntries(
    Array.from(questions, ([name, params]) => [name, { method: "elicitation/create" as const, params }]),
  );
  return { resultType: "input_required", inputRequests, requestState };
}
