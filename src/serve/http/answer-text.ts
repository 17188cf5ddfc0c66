import { CallError, messageOf } from "../../errors/call-error.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import { encodeData } from "../../shared/encode-data.ts";
import type { ServeHTTPSettings } from "../request/serve-http-options.ts";

/** How a client wants its answers. */
export interface AnswerForm {
  readonly settings: ServeHTTPSettings;
  readonly asEnvelope: boolean;
}

/** Undefined for what JSON has no word for: no data at all. */
export function toText({ data, meta }: ResponseEnvelope, { settings, asEnvelope }: AnswerForm): string | undefined {
  const value = encodeData(data);
  return write(asEnvelope ? { data: value, meta } : value, settings);
}

function write(value: unknown, { maxResponseSize }: ServeHTTPSettings): string | undefined {
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
