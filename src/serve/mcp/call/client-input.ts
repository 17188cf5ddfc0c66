/** What a running call asks of its client, in MCP's words: questions, prompts for a model, roots. */
import type {
  CallerRequestOptions,
  Elicit,
  ElicitationRequest,
  ListRoots,
  Root,
  Sample,
  SamplingResult,
} from "../../../operation/caller-request.ts";
import { isProtocolEvent } from "../../../protocol/wire/event-shapes.ts";
import { assertQuestionSize } from "../../../protocol/wire/mid-call-limits.ts";
import type { CallQuestion } from "../../../protocol/wire/protocol-event.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import { readElicitationAnswer, refusal, toElicitationParams } from "./elicitation-params.ts";
import type { QuestionModes } from "./elicitation-params.ts";

/** What a client has declared that it answers. */
export interface ClientAbilities {
  /** Undefined if it accepts no questions. */
  readonly modes: QuestionModes | undefined;
  /** The capability `sampling`; undefined if it answers no prompts. */
  readonly sampling: Readonly<Record<string, unknown>> | undefined;
  readonly listsRoots: boolean;
}

/** A request to the client. */
export interface ClientInput {
  readonly method: "elicitation/create" | "sampling/createMessage" | "roots/list";
  readonly params: object;
}

/** Asks the client; `read` gives undefined for what is not an answer. */
export type AskClient = <T>(
  make: () => ClientInput,
  read: (given: unknown) => T | undefined,
  options: CallerRequestOptions & { readonly id?: string | undefined },
) => Promise<T>;

/** The parts of a call's context by which its handler asks the client. */
export interface CallerAnswers {
  readonly onElicitation?: Elicit | undefined;
  readonly onSampling?: Sample | undefined;
  readonly onRoots?: ListRoots | undefined;
}

interface ClientCapabilities {
  readonly elicitation: unknown;
  readonly sampling: unknown;
  readonly roots: unknown;
}

const MODES: ReadonlyArray<ElicitationRequest["mode"]> = ["form", "url"];

/** What a client can be asked; undefined if it answers nothing. */
export function abilitiesOf(declared: ClientCapabilities): ClientAbilities | undefined {
  const { elicitation, sampling, roots } = declared;
  const modes = isRecord(elicitation) ? questionModesOf(elicitation) : undefined;
  const listsRoots = isRecord(roots);
  if (modes === undefined && !isRecord(sampling) && !listsRoots) return undefined;
  return { modes, sampling: isRecord(sampling) ? knownPart(sampling) : undefined, listsRoots };
}

/** The ways in which a client can be asked something. */
function questionModesOf(elicitation: object): QuestionModes {
  const declared = MODES.filter((mode) => Object.hasOwn(elicitation, mode));
  // Before there were modes, every question was a form.
  return new Set(declared.length === 0 ? ["form"] : declared);
}

/** The members of the capability `sampling` that prompts depend on. */
function knownPart({ tools, context }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { ...(isRecord(tools) && { tools: {} }), ...(isRecord(context) && { context: {} }) };
}

/** What a handler may ask of a client with these abilities. */
export function answersOf({ modes, sampling, listsRoots }: ClientAbilities, ask: AskClient): CallerAnswers {
  const onRoots: ListRoots = (options) => ask(() => ({ method: "roots/list", params: {} }), readRoots, options);
  return {
    ...(modes && { onElicitation: elicitBy(ask, modes) }),
    ...(sampling && { onSampling: sampleBy(ask, sampling) }),
    ...(listsRoots && { onRoots }),
  };
}

function elicitBy(ask: AskClient, modes: QuestionModes): Elicit {
  const elicit: Elicit = (request, options) =>
    ask(() => ({ method: "elicitation/create", params: toElicitationParams(request, modes) }), readElicitationAnswer, {
      ...options,
      id: request.elicitationId,
    });
  return Object.assign(elicit, { capability: Object.fromEntries(Array.from(modes, (mode) => [mode, {}])) });
}

function sampleBy(ask: AskClient, capability: Readonly<Record<string, unknown>>): Sample {
  const sample: Sample = (request, options) =>
    ask(() => ({ method: "sampling/createMessage", params: toSamplingParams(request) }), readSamplingResult, options);
  return Object.assign(sample, { capability });
}

function toSamplingParams(params: Parameters<Sample>[0]): object {
  const event: CallQuestion = {
    type: "call.question",
    requestId: "mcp",
    questionId: "1",
    mode: "sampling",
    message: "",
    params,
  };
  const { messages, maxTokens } = params;
  if (!isProtocolEvent(event) || !Array.isArray(messages) || !Number.isInteger(maxTokens))
    throw refusal("VALIDATION_ERROR", "The prompt cannot be sent: it needs messages and maxTokens.");
  assertQuestionSize(event);
  return params;
}

function readSamplingResult(given: unknown): SamplingResult | undefined {
  if (!isRecord(given) || given["content"] === undefined || typeof given["model"] !== "string") return undefined;
  return given as unknown as SamplingResult;
}

function readRoots(given: unknown): readonly Root[] | undefined {
  const roots = isRecord(given) ? given["roots"] : undefined;
  if (!Array.isArray(roots)) return undefined;
  return roots.every((root) => isRecord(root) && typeof root["uri"] === "string") ? (roots as Root[]) : undefined;
}
