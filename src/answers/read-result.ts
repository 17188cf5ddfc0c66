import { Type } from "typebox";
import { defineOperation } from "../operation/define-operation.ts";
import type { AnyOperation } from "../operation/define-operation.ts";
import type { OperationContext } from "../operation/operation-context.ts";
import { OperationType } from "../operation/operation-type.ts";
import { findTexts } from "./find-texts.ts";
import type { AnswerOwner, KeptAnswers } from "./kept-answers.ts";
import { fromCursor, readPage } from "./read-page.ts";
import { SelectSchema, toSelection } from "./select-parts.ts";
import type { Select } from "./select-parts.ts";

/** The name of the tool that reads answers on. */
export const READ_RESULT = "read_result";

/** What to read of an answer that is kept. */
export interface ReadResultInput {
  readonly handle: string;
  readonly at?: string | undefined;
  readonly offset?: number | undefined;
  readonly select?: Select | undefined;
  readonly search?: string | undefined;
  readonly cursor?: string | undefined;
}

export const ReadResultSchema = Type.Object({
  handle: Type.String({ maxLength: 100, description: "As the answer that was cut gives it" }),
  at: Type.Optional(Type.String({ maxLength: 4000, description: "What to read, as a JSON Pointer. Default: all" })),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, description: "Rows, members, characters or matches to leave out at the beginning" }),
  ),
  select: Type.Optional(SelectSchema),
  search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, description: "Lists the places that have these words" }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 10_000, description: "The next of the last page, with the same select" }),
  ),
});

/** Reads a part of an answer that is kept: at most `room` characters of JSON. */
export async function readKept(
  kept: KeptAnswers,
  { handle, at = "", offset = 0, select, search, cursor }: ReadResultInput,
  { owner, room }: { readonly owner: AnswerOwner; readonly room: number },
): Promise<object> {
  const whole = kept.read(handle, owner);
  const root = select === undefined ? whole : (await toSelection(select)).from(whole);
  if (search !== undefined) return findTexts(root, { words: search, offset }, room);
  return readPage(root, cursor === undefined ? { at, offset, within: at } : fromCursor(cursor), room);
}

/** The operation by which callers read on. `roomOf` says how many characters a caller can take. */
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
      "Reads on in an answer that was too long, by its handle: page by page (cursor), from a place on (at, offset), only some fields of it (select), or where it has some words (search).",
    accessControl: { requiredScopes: [] },
    metadata: {
      mcp: {
        annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
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
