import { CallError } from "../../errors/call-error.ts";
import type { ApprovalAnswer, ApprovalRequest } from "../../middleware/approval.ts";
import type { Elicit } from "../../operation/caller-request.ts";
import { encodeData } from "../../shared/json/encode-data.ts";

const LONGEST_INPUT = 2000;

/**
 * Asks the person at the caller's own client, through the protocol of the call. For programs whose only caller is such
 * a client, as `operations mcp`: give it to `openSources` as `approve`.
 *
 * @example
 * const sources = await openSources(config, { approve: askCaller });
 */
export async function askCaller(request: ApprovalRequest): Promise<ApprovalAnswer> {
  const { onElicitation, signal } = request.context;
  if (onElicitation === undefined) {
    return { approved: false, reason: "it needs an approval, and the caller's client accepts no questions." };
  }
  try {
    return await confirmByCaller(request, onElicitation, signal);
  } catch (error) {
    signal.throwIfAborted();
    // The service's own reason, such as a question that was not answered in time.
    if (error instanceof CallError) return { approved: false, reason: error.message };
    throw error;
  }
}

/** The answer of the person at the caller's client. Throws if there is none. */
export async function confirmByCaller(
  { id, input }: Pick<ApprovalRequest, "id" | "input">,
  elicit: Elicit,
  signal: AbortSignal,
): Promise<Exclude<ApprovalAnswer, boolean>> {
  const message = `Run ${id} with ${shorten(JSON.stringify(encodeData(input)) ?? "no input")}?`;
  const { action, content } = await elicit({ mode: "form", message, requestedSchema }, { signal });
  if (action === "accept" && content?.["approve"] === true) return { approved: true };
  return { approved: false, reason: REFUSALS[action] };
}

/** The person who approves must know that there is more than is shown. */
function shorten(text: string): string {
  const hidden = text.length - LONGEST_INPUT;
  return hidden <= 0 ? text : `${text.slice(0, LONGEST_INPUT)}… and ${hidden} more characters`;
}

const requestedSchema = {
  type: "object",
  properties: { approve: { type: "boolean", title: "Approve", default: false } },
  required: ["approve"],
};

const REFUSALS = {
  accept: "the answer at the caller's client was no.",
  decline: "it was declined at the caller's client.",
  cancel: "the question was closed at the caller's client without an answer.",
};
