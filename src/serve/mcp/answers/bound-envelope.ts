import { isVeryLarge } from "../../../answers/fit-answer.ts";
import { READ_RESULT } from "../../../answers/read-result.ts";
import type { Selection } from "../../../answers/select-parts.ts";
import { CallError, toCallError } from "../../../errors/call-error.ts";
import type { ResponseEnvelope } from "../../../envelope/response-envelope.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { encodeData } from "../../../shared/json/encode-data.ts";
import { dataResult, envelopeResult, notesIn, notesOf, withNotes } from "../tools/tool-result.ts";
import type { ToolResult } from "../tools/tool-result.ts";
import { boundData, boundResult } from "./bounded-result.ts";
import type { ResultBound } from "./bounded-result.ts";
import { parsedJSON } from "./cut-blocks.ts";

export interface BoundOptions {
  readonly bound: ResultBound;
  /** The parts that the caller wants. Undefined: all. */
  readonly selection?: Selection | undefined;
  readonly spec: OperationSpec;
}

/** An envelope as a tool's result: the parts that its caller wants, as much as it can take. */
export function boundEnvelope(envelope: ResponseEnvelope, { bound, selection, spec }: BoundOptions): ToolResult {
  if (selection !== undefined) return selectedResult(envelopeResult(envelope, spec), selection, bound);
  if (bound.room === Infinity) return envelopeResult(envelope, spec);
  const { data, meta } = envelope;
  if (meta.source !== "mcp" && !(data instanceof Uint8Array) && isVeryLarge(data))
    return boundData(encodeData(data), undefined, bound, withNotes({}, notesOf(meta)));
  return boundResult(envelopeResult(envelope, spec), bound);
}

function selectedResult(result: ToolResult, selection: Selection, bound: ResultBound): ToolResult {
  if (result.isError === true) return boundResult(result, bound);
  const whole = wholeOf(result);
  let parts: unknown;
  try {
    parts = selection.from(whole);
  } catch (thrown) {
    // The call ran. Running it again for another projection might do its work twice.
    const { code, message } = toCallError(thrown);
    const kept = bound.keep(JSON.stringify(whole));
    const how = kept && ` Read it by ${READ_RESULT}: {"handle":"${kept.handle}"}.`;
    throw new CallError(code, `${message} The call ran.${how ?? ""}`, undefined, { cause: thrown, phase: "started" });
  }
  // Where a default was filled in matters as much in a part. The paths are those of the whole.
  return boundResult(withNotes(dataResult(parts), notesIn(result)), bound);
}

/** What a result says, as plain JSON. */
function wholeOf({ structuredContent, content }: ToolResult): unknown {
  if (structuredContent !== undefined) return JSON.parse(JSON.stringify(structuredContent)) as unknown;
  const [only] = content;
  if (content.length === 1 && only?.type === "text") return parsedJSON(only.text) ?? only.text;
  return content;
}
