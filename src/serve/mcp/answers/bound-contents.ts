import { describePart, keepWhole, roomBesideNote, writeAnswer } from "../../../answers/fit-answer.ts";
import { jsonLength } from "../../../answers/json-length.ts";
import { PART_KEY } from "../../../shared/mcp-meta.ts";
import { fitOptions } from "./bounded-result.ts";
import type { ResultBound } from "./bounded-result.ts";
import { cutText, firstThatFit, IMAGE_LENGTH } from "./cut-blocks.ts";
import type { Cut } from "./cut-blocks.ts";

/** What `resources/read` answers with: texts, and bytes as base64. */
type Contents = Readonly<Record<string, unknown>>;

export interface BoundContents {
  readonly contents: readonly Contents[];
  /** What is missing, for programs. Undefined if nothing is. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** The contents of a resource, as much as its reader can take. A last text says what is missing. */
export function boundContents(contents: readonly Contents[], bound: Omit<ResultBound, "outputSchema">): BoundContents {
  const { room } = bound;
  if (contents.reduce((length, each) => length + lengthOf(each), 0) <= room) return { contents };
  const { shown, length, left } = firstThatFit(contents, roomBesideNote(room), { lengthOf, cut: cutContent });
  const part = keepWhole(writeAnswer(contents), { left: left.places, more: left.more }, bound);
  const text = describePart(part, { ...fitOptions(bound), shown: length });
  const note = { uri: contents[0]?.["uri"], mimeType: "text/plain", text };
  return { contents: [...shown, note], _meta: { [PART_KEY]: part } };
}

function lengthOf({ text, blob, mimeType }: Contents): number {
  if (typeof text === "string") return text.length;
  if (typeof blob !== "string") return 0;
  return typeof mimeType === "string" && mimeType.startsWith("image/") ? IMAGE_LENGTH : blob.length;
}

function cutContent(content: Contents, { index, room, left }: Cut): Contents | undefined {
  if (typeof content["text"] === "string") {
    const text = cutText(content["text"], { path: [index, "text"], room, left });
    return text === undefined ? undefined : { ...content, text };
  }
  left.add([index], "bytes", { shown: 0, of: jsonLength(content, Infinity) });
  const { uri, mimeType } = content;
  const what = typeof mimeType === "string" ? mimeType.slice(0, 60) : "bytes";
  return { uri, mimeType: "text/plain", text: `[${what}: left out, because it is too long]` };
}
