import { CallError, messageOf } from "../../errors/call-error.ts";
import type { ServeHTTPSettings } from "./serve-http-options.ts";

/** Undefined for what JSON has no word for: no data at all. */
export function toText(value: unknown, { maxResponseSize }: ServeHTTPSettings): string | undefined {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (cause) {
    const message = `The result can't be written as JSON: ${messageOf(cause)}`;
    throw new CallError("EXECUTION_ERROR", message, undefined, { cause });
  }
  if (text !== undefined && text.length > maxResponseSize) {
    const message = `The result has ${text.length} characters; ${maxResponseSize} are allowed.`;
    throw new CallError("PAYLOAD_TOO_LARGE", message, undefined, { phase: "started" });
  }
  return text;
}
