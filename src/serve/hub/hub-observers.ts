import { messageOf } from "../../errors/call-error.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { AuditLog } from "../observe/audit.ts";
import type { Log } from "../observe/create-log.ts";
import { CallMetrics } from "../observe/metrics.ts";
import { observeCalls } from "../observe/observe-calls.ts";
import type { CallObserver } from "../observe/observe-calls.ts";
import { Timeline } from "../observe/timeline.ts";
import { loadTracing } from "../observe/tracing.ts";
import type { LoadedConfig } from "./config/loaded-config.ts";
import { node } from "./node-modules.ts";
import { CallsInFlight } from "./source/calls-in-flight.ts";

/** Everything that watches the calls of a hub. */
export interface HubObservers {
  readonly metrics: CallMetrics;
  readonly timeline: Timeline;
  readonly calls: CallsInFlight;
  close(): Promise<void>;
}

export async function observeHub(registry: OperationRegistry, loaded: LoadedConfig, log: Log): Promise<HubObservers> {
  const metrics = new CallMetrics();
  const timeline = new Timeline();
  const calls = new CallsInFlight();
  const audit = await openAudit(loaded, log);
  const countCalls: CallObserver = () => {
    calls.enter();
    return () => calls.leave();
  };
  const tracing = await loadTracing();
  const stops = [
    ...(tracing === undefined ? [] : [registry.use(tracing)]),
    registry.use(observeCalls([countCalls, metrics.observe, timeline.observe, ...(audit ? [audit.log.observe] : [])])),
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

async function openAudit(
  { config, folder = process.cwd() }: LoadedConfig,
  log: Log,
): Promise<{ readonly log: AuditLog; close(): Promise<void> } | undefined> {
  if (config.audit === undefined) return undefined;
  const { file, inputs } = config.audit;
  const report = (error: unknown): void => log("error", "audit", { error: messageOf(error) });
  const audit = await AuditLog.open({ file: node.path.resolve(folder, file), inputs, onError: report });
  // As log rotation expects: the file was moved away, and a new one is wanted.
  const reopen = (): void => void audit.reopen().catch(report);
  process.on("SIGHUP", reopen);
  return {
    log: audit,
    async close() {
      process.off("SIGHUP", reopen);
      await audit.close();
    },
  };
}
