/** What happens in a call or a stream, as server-sent events. */
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { Progress } from "../../operation/operation-context.ts";
import { toText } from "./answer-text.ts";
import type { AnswerForm } from "./answer-text.ts";

/** Numbered items, and at last that there are no more. */
export function itemEvents(form: AnswerForm): (result: IteratorResult<ResponseEnvelope, void>) => string {
  let sequence = 0;
  return (result) =>
    result.done === true ? event("complete", "{}") : `id: ${++sequence}\ndata: ${dataOf(result.value, form)}\n\n`;
}

/** How far a call is, and at last its result. */
export function callEvents(form: AnswerForm): (result: IteratorResult<Progress, ResponseEnvelope>) => string {
  return (result) =>
    result.done === true
      ? event("result", dataOf(result.value, form))
      : event("progress", JSON.stringify(result.value));
}

/** No data at all has no JSON: an empty line of data stands for it. */
function dataOf(envelope: ResponseEnvelope, form: AnswerForm): string {
  return toText(envelope, form) ?? "";
}

function event(name: string, data: string): string {
  return `event: ${name}\ndata: ${data}\n\n`;
}
