import { isResponseEnvelope } from "../../envelope/response-envelope.ts";
import { getValidator } from "../../schema/engine/validator.ts";
import { CallEventSchema } from "./protocol-event.ts";
import type { EventName, ProtocolEvent } from "./protocol-event.ts";

/**
 * Whether something that arrived is an event that we know, with all that it must have. Envelopes are looked at as the
 * result pipeline does: a content block of a later MCP revision is no reason to lose an answer.
 */
export function isProtocolEvent(value: unknown): value is ProtocolEvent {
  if (typeof value !== "object" || value === null) return false;
  const { type } = value as { type?: unknown };
  if (type === "call.responded") return isResponded(value as Record<string, unknown>);
  return typeof type === "string" && Object.hasOwn(CallEventSchema, type) && checkOf(type as EventName)(value);
}

function checkOf(name: EventName): (value: unknown) => boolean {
  return getValidator(CallEventSchema[name]).check;
}

function isResponded({ requestId, output, seq, more }: Record<string, unknown>): boolean {
  return (
    typeof requestId === "string" &&
    (seq === undefined || (Number.isSafeInteger(seq) && (seq as number) > 0)) &&
    (more === undefined || Array.isArray(more)) &&
    isResponseEnvelope(output)
  );
}
