/** Who may see what goes over the wire. */
import { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { OnExchange } from "../../operation/wire-exchange.ts";
import type { CallToRecord } from "../../serve/http/serve-http-options.ts";
import { WIRE_SCOPE } from "../config/hub-scopes.ts";
import type { WireRecorder, WireRecording } from "../observe/wire-recorder.ts";

/** Records a call for its caller. Throws if they may not see it. */
export function recordFor(wire: WireRecorder, { requestId, identity }: CallToRecord): OnExchange {
  return wire.begin(requestId, viewerOf(identity));
}

/** What was recorded for a call of this identity. */
export function recordingOf(wire: WireRecorder, requestId: string, identity: Identity): WireRecording {
  const recording = wire.find(requestId, viewerOf(identity));
  if (recording !== undefined) return recording;
  throw new CallError("OPERATION_NOT_FOUND", "No call of yours with this id was recorded, or it is forgotten.");
}

function viewerOf(identity: Identity | undefined): Identity {
  if (identity?.scopes.includes(WIRE_SCOPE) === true) return identity;
  throw new CallError("ACCESS_DENIED", `Seeing what goes over the wire needs the scope ${WIRE_SCOPE}.`);
}
