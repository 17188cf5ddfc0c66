import { describePart, fitAnswer, keepWhole, roomBesideNote, writeAnswer } from "../../../answers/fit-answer.ts";
import type { FitOptions, FittedAnswer } from "../../../answers/fit-answer.ts";
import { jsonLength } from "../../../answers/json-length.ts";
import type { AnswerHandle } from "../../../answers/kept-answers.ts";
import type { LeftOut } from "../../../answers/left-out.ts";
import { READ_RESULT } from "../../../answers/read-result.ts";
import { adviceOn, adviceOnRest } from "../../../errors/advice.ts";
import type { RepeatedOperation } from "../../../errors/advice.ts";
import { CallError } from "../../../errors/call-error.ts";
import { getValidator } from "../../../schema/engine/validator.ts";
import type { PlainSchema } from "../../../schema/standard/plain-schema.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import { ERROR_KEY, PART_KEY } from "../../../shared/mcp-meta.ts";
import type { ToolResult } from "../tools/tool-result.ts";
import { blockLength, CUT_BLOCKS, firstThatFit } from "./cut-blocks.ts";

/** How much of a result goes out. */
export interface ResultBound {
  /** Characters. `Infinity`: everything. */
  readonly room: number;
  /** Keeps the JSON of the whole for the caller. */
  readonly keep: (text: string) => AnswerHandle | undefined;
  /** What the tool promises of its structured content. Undefined: nothing. */
  readonly outputSchema: () => PlainSchema | undefined;
  /** The operation that has run. */
  readonly operation: RepeatedOperation;
}

/** The member of structured content that says, for models, that it is a part. */
export const PART_MEMBER = "$part";

const NO_FITTING_PART = new CallError(
  "PAYLOAD_TOO_LARGE",
  "The call ran. Its answer is too long, and no part of it fits the tool's output schema.",
  undefined,
  { phase: "started" },
);

/** A result within its caller's budget. What is cut says so, and how to get the rest. */
export function boundResult(result: ToolResult, bound: ResultBound): ToolResult {
  const { content, structuredContent } = result;
  const { room } = bound;
  let length = 0;
  for (const block of content) length += blockLength(block);
  if (length <= room && (structuredContent === undefined || jsonLength(structuredContent, room) <= room)) return result;
  if (structuredContent === undefined || result.isError === true) return boundBlocks(result, bound);
  return boundData(structuredContent, writeAnswer(structuredContent), bound, result);
}

/** Data that is too long, as a result. `text` is its JSON; undefined if it is very large. */
export function boundData(
  data: unknown,
  text: string | undefined,
  bound: ResultBound,
  { content, _meta }: Partial<ToolResult> = {},
): ToolResult {
  const fitted = fitAnswer(data, text, fitOptions(bound));
  const told = { type: "text" as const, text: typeof fitted.value === "string" ? fitted.value : fitted.text };
  const note = { type: "text" as const, text: fitted.note };
  // Images cost a model the same, however many characters they have.
  const images = (content ?? []).filter(({ type }) => type === "image");
  const meta = { ..._meta, [PART_KEY]: fitted.part };
  const schema = bound.outputSchema();
  const structured = structuredPart(fitted, schema);
  if (structured !== undefined)
    return { content: [told, note, ...images], structuredContent: structured.value, _meta: meta };
  // Clients refuse structured content that breaks its schema, and results that lack it, unless they are errors.
  const advice = adviceOn(NO_FITTING_PART, bound.operation);
  const { code, message } = NO_FITTING_PART;
  const why = [`${code}: ${message}`, ...(advice === undefined ? [] : [advice]), fitted.note].join("\n");
  return {
    content: [{ type: "text", text: why }, told],
    isError: true,
    _meta: { ...meta, [ERROR_KEY]: NO_FITTING_PART.toJSON() },
  };
}

/**
 * The part as structured content, with a note about it if the schema allows one. Undefined if nothing fits the schema.
 */
function structuredPart(
  { value, note }: FittedAnswer,
  schema: PlainSchema | undefined,
): { readonly value: unknown } | undefined {
  const noted = isRecord(value) && !Object.hasOwn(value, PART_MEMBER) ? { ...value, [PART_MEMBER]: note } : undefined;
  if (schema === undefined) return { value: noted ?? value };
  const { check } = getValidator(schema);
  if (noted !== undefined && check(noted)) return { value: noted };
  return check(value) ? { value } : undefined;
}

function boundBlocks(result: ToolResult, bound: ResultBound): ToolResult {
  const { content, isError, _meta } = result;
  const options = fitOptions(bound);
  const { shown, length, left } = firstThatFit(content, roomBesideNote(bound.room), CUT_BLOCKS);
  const part = keepWhole(writeAnswer(content), { left: left.places, more: left.more }, bound);
  const note = describePart(part, { ...options, shown: length });
  return {
    content: [...shown, { type: "text", text: note }],
    ...(isError === undefined ? {} : { isError }),
    _meta: { ..._meta, [PART_KEY]: part },
  };
}

export function fitOptions({ room, keep, operation }: Omit<ResultBound, "outputSchema">): FitOptions {
  return { room, keep, readOn, advice: adviceOnRest(operation) };
}

/** The next call that a model may make. */
function readOn(handle: string, { first, kind, shown }: LeftOut): string {
  // A pointer that was shortened leads nowhere.
  const at = first === "" || first.endsWith("…") ? {} : { at: first };
  const offset = shown > 0 && kind !== "levels" && !first.endsWith("…") ? { offset: shown } : {};
  const call = JSON.stringify({ handle, ...at, ...offset });
  return `Read on by ${READ_RESULT}: ${call}. It also takes select, for some fields only, and search, for words.`;
}
