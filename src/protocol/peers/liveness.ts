import { CallError } from "../../errors/call-error.ts";
import type { TextLink } from "../links/text-link.ts";
import { SILENT_HEARTBEATS } from "../wire/protocol-limits.ts";

type Timer = ReturnType<typeof setInterval> & { unref?(): unknown };

/**
 * Tells the other side that this one is alive, and ends the link if nothing arrives from the other. Its timer keeps no
 * process alive: an open connection does that by itself. Returns a function that stops it.
 */
export function watchLiveness(link: TextLink, heartbeatMs: number): () => void {
  let lookedAt = performance.now();
  /** Before this moment nothing could arrive: this process was paused or busy. */
  let listeningSince = lookedAt;
  let toldAt = lookedAt;
  const look = (): void => {
    const now = performance.now();
    // Events that arrived meanwhile are read after the timers, so the other side gets its full time again.
    if (now - lookedAt > heartbeatMs) listeningSince = now;
    lookedAt = now;
    const silentMs = now - Math.max(link.lastHeard, listeningSince);
    if (silentMs >= heartbeatMs * SILENT_HEARTBEATS)
      return link.destroy(
        new CallError("CONNECTION_LOST", `Nothing was heard from the other side for ${Math.round(silentMs)} ms.`),
      );
    // By the clock, not by the count of looks: on a busy machine looks come late.
    if (now - toldAt < heartbeatMs * 0.75) return;
    toldAt = now;
    link.beat();
  };
  const timer: Timer = setInterval(look, heartbeatMs / 2);
  timer.unref?.();
  return () => clearInterval(timer);
}
