import { CallError } from "../../errors/call-error.ts";
import type { ChannelLink } from "./channel-link.ts";

/** Intervals of silence after which the other side counts as gone: looked at twice in each, callers learn within three. */
const SILENT_INTERVALS = 2.5;

type Timer = ReturnType<typeof setInterval> & { unref?(): unknown };

/**
 * Tells the other side that this one is alive, and ends the link when nothing is heard of the other. Its timer keeps no
 * process alive: a connection that is open does that by itself. Returns a way to stop.
 */
export function watchLiveness(link: ChannelLink, heartbeatMs: number): () => void {
  let lookedAt = Date.now();
  /** Before this moment nothing could be heard: this process was stopped, or busy. */
  let listeningSince = lookedAt;
  let isSecondHalf = false;
  const look = (): void => {
    const now = Date.now();
    // What arrived meanwhile is read after the timers: the other side gets its time anew.
    if (now - lookedAt > heartbeatMs) listeningSince = now;
    // The clock was set back: else the other side would count as heard until it has caught up.
    if (now < lookedAt) link.lastHeard = listeningSince = now;
    lookedAt = now;
    const silentMs = now - Math.max(link.lastHeard, listeningSince);
    if (silentMs >= heartbeatMs * SILENT_INTERVALS) return link.destroy(silence(silentMs));
    isSecondHalf = !isSecondHalf;
    if (!isSecondHalf) link.send({ type: "peer.heartbeat" });
  };
  const timer: Timer = setInterval(look, heartbeatMs / 2);
  timer.unref?.();
  return () => clearInterval(timer);
}

function silence(silentMs: number): CallError {
  return new CallError("CONNECTION_LOST", `Nothing was heard of the other side for ${Math.round(silentMs)} ms.`);
}
