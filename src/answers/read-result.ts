import { Type } from "typebox";
import { defineOperation } from "../operation/define-operation.ts";
import type { AnyOperation } from "../operation/define-operation.ts";
import type { OperationContext } from "../operation/operation-context.ts";
import { OperationType } from "../operation/operation-type.ts";
import { READS_ANSWERS_KEY } from "../shared/mcp-meta.ts";
import { findTexts } from "./find-texts.ts";
import type { AnswerOwner, KeptAnswers } from "./kept-answers.ts";
import { fromCursor, readPage } from "./read-page.ts";
import { SelectSchema, toSelection } from "./select-parts.ts";
import type { Select } from "./select-parts.ts";

/** The name of the tool that reads the rest of answers. */
export const READ_RESULT = "read_result";

/** What to read of a kept answer. */
export interface ReadResultInput {
  readonly handle: string;
  readonly at?: string | undefined;
  readonly offset?: number | undefined;
  readonly select?: Select | undefined;
  readonly search?: string | undefined;
  readonly cursor?: string | undefined;
}

const ReadResultSchema = Type.Object({
  handle: Type.String(),
  cursor: Type.Optional(Type.String({ description: "The next of the last page" })),
  at: Type.Optional(Type.String({ description: "JSON Pointer" })),
  offset: Type.Optional(Type.Integer({ minimum: 0, description: "Rows, members or characters to skip" })),
  select: Type.Optional(SelectSchema),
  search: Type.Optional(Type.String({ minLength: 1, description: "Lists the places with these words" })),
});

/** Reads a part of an answer that is kept: at most `room` characters of JSON. */
export async function readKept(
  kept: KeptAnswers,
  { handle, at = "", offset = 0, select, search, cursor }: ReadResultInput,
  { owner, room }: { readonly owner: AnswerOwner; readonly room: number },
): Promise<object> {
  const whole = kept.read(handle, owner);
  const root = select === undefined ? whole : await selectedFrom(whole, select);
  if (search !== undefined) return findTexts(root, { words: search, offset }, room);
  return readPage(root, cursor === undefined ? { at, offset, within: at } : fromCursor(cursor), room);
}

/** Kept for the next page of the same selection. */
const selected = new WeakMap<object, { readonly key: string; readonly parts: unknown }>();

async function selectedFrom(whole: unknown, select: Select): Promise<unknown> {
  const selection = await toSelection(select);
  if (typeof whole !== "object" || whole === null) return selection.from(whole);
  const key = JSON.stringify(select);
  const last = selected.get(whole);
  if (last?.key === key) return last.parts;
  const parts = selection.from(whole);
  selected.set(whole, { key, parts });
  return parts;
}

/** The operation with which callers read the rest. `roomOf` says how many characters a caller can take. */
export function readResultOperation(
  kept: KeptAnswers,
  roomOf: (context: OperationContext) => number,
  namespace: string,
): AnyOperation {
  return defineOperation({
    namespace,
    name: READ_RESULT,
    version: "1.0.0",
    type: OperationType.QUERY,
    description:
      "Reads more of an answer that was too long, by its handle: page by page, from a given place, only some fields, or by words.",
    accessControl: { requiredScopes: [] },
    metadata: {
      mcp: {
        annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
        _meta: { [READS_ANSWERS_KEY]: true },
      },
    },
    inputSchema: ReadResultSchema,
    outputSchema: Type.Unknown(),
    handler: (input, context) => {
      const { identity, session } = context;
      return readKept(kept, input, { owner: { identity, session }, room: Math.min(roomOf(context), MOST_AT_ONCE) });
    },
  });
}

/** For callers without a bound, who could have had the whole. */
const MOST_AT_ONCE = 4_000_000;
