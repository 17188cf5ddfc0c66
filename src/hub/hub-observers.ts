import { messageOf } from "../errors/call-error.ts";
import type { OperationRegistry } from "../registry/operation-registry.ts";
import type { AuditLog } from "./observe/audit.ts";
import type { Log } from "./observe/create-log.ts";
import { CallMetrics } from "./observe/metrics.ts";
import { observeCalls } from "./observe/observe-calls.ts";
import type { CallObserver } from "./observe/observe-calls.ts";
import { Timeline } from "./observe/timeline.ts";
import { loadTracing } from "./observe/tracing.ts";
import type { LoadedConfig } from "./config/loaded-config.ts";
import { openAudit } from "./open-audit.ts";
import { CallCounter } from "./sources/call-counter.ts";

/** Everything that watches the calls of a hub. */
export interface HubObservers {
  readonly metrics: CallMetrics;
  readonly timeline: Timeline;
  readonly calls: CallCounter;
  close(): Promise<void>;
}

export async function observeHub(registry: OperationRegistry, loaded: LoadedConfig, log: Log): Promise<HubObservers> {
  const metrics = new CallMetrics();
  const timeline = new Timeline();
  const calls = new CallCounter();
  const audit = await openAudit(loaded, log);
  const countCalls: CallObserver = () => {
    calls.enter();
    return () => calls.leave();
  };
  const tracing = await loadTracing();
  const stops = [
    ...(tracing === undefined ? [] : [registry.use(tracing)]),
    registry.use(observeCalls([countCalls, metrics.observe, timeline.observe, ...(audit ? [audit.observe] : [])])),
    ...(audit === undefined ? [] : [reopenOnHangUp(audit, log)]),
  ];
  return {
    metrics,
    timeline,
    calls,
    async close() {
      for (const stop of stops) stop();
      await audit?.close();
    },
  };
}

/** As log rotation expects: the file was moved away, and a new one is wanted. Returns a way to stop. */
function reopenOnHangUp(audit: AuditLog, log: Log): () => void {
  const reopen = (): void =>
    void audit.reopen().catch((error: unknown) => log("error", "audit", { error: messageOf(error) }));
  process.on("SIGHUP", reopen);
  return () => void process.off("SIGHUP", reopen);
}
