import { CallError, messageOf } from "../errors/call-error.ts";
import { operationId } from "../operation/operation-id.ts";
import type { OperationRegistry } from "../registry/operation-registry.ts";
import { fileProblem } from "../shared/file-problem.ts";
import { CallActivity } from "./activity/call-activity.ts";
import { AuditLog } from "./observe/audit.ts";
import type { Log } from "./observe/create-log.ts";
import { CallMetrics } from "./observe/metrics.ts";
import type { MemberCounts } from "./observe/metrics.ts";
import { observeCalls } from "./observe/observe-calls.ts";
import { Timeline } from "./observe/timeline.ts";
import { loadTracing } from "./observe/tracing.ts";
import type { LoadedConfig } from "./config/loaded-config.ts";
import { node } from "./config/node-modules.ts";
import { CallCounter } from "./sources/call-counter.ts";

/** Everything that observes the calls of a hub. */
export interface HubObservers {
  readonly metrics: CallMetrics;
  readonly timeline: Timeline;
  readonly activity: CallActivity;
  readonly calls: CallCounter;
  readonly audit: AuditLog | undefined;
  close(): Promise<void>;
}

export async function observeHub(registry: OperationRegistry, loaded: LoadedConfig, log: Log): Promise<HubObservers> {
  const metrics = new CallMetrics({ members: () => membersOf(registry) });
  const timeline = new Timeline();
  const activity = new CallActivity();
  const calls = new CallCounter();
  const audit = await openAudit(loaded, log);
  const tracing = await loadTracing();
  const stops = [
    ...(tracing === undefined ? [] : [registry.use(tracing)]),
    registry.use(
      observeCalls([
        calls.enter,
        metrics.observe,
        timeline.observe,
        activity.observe,
        ...(audit ? [audit.observe] : []),
      ]),
    ),
    // Inside the observers, so that they see a refused call too.
    ...(audit !== undefined && loaded.config.audit?.required === true ? [registry.use(audit.require)] : []),
    ...(audit === undefined ? [] : [reopenOnHangUp(audit, log)]),
  ];
  return {
    metrics,
    timeline,
    activity,
    calls,
    audit,
    async close() {
      for (const stop of stops) stop();
      await audit?.close();
    },
  };
}

/** How many members of the results of each operation the registry stripped and filled in. */
function* membersOf(registry: OperationRegistry): Generator<[string, MemberCounts]> {
  for (const spec of registry.list()) {
    const id = operationId(spec);
    const { stripped, filled } = registry.getStats(id) ?? { stripped: 0, filled: 0 };
    yield [id, { stripped, filled }];
  }
}

/**
 * The config's audit log, if any. `observeCalls([audit.observe])` and `audit.begin` feed it; `audit.require` enforces
 * `required`.
 */
export async function openAudit(
  { config, folder = process.cwd() }: LoadedConfig,
  log: Log | undefined,
): Promise<AuditLog | undefined> {
  if (config.audit === undefined) return undefined;
  const { file, inputs, required } = config.audit;
  const onError = (error: unknown): void => log?.("error", "audit", { error: messageOf(error) });
  const path = node.path.resolve(folder, file);
  return await AuditLog.open({ file: path, inputs, required, onError }).catch((cause: unknown) => {
    // The file itself would be made.
    const isFolderMissing = (cause as { code?: unknown } | null)?.code === "ENOENT";
    const reason = isFolderMissing ? `there is no folder ${node.path.dirname(path)}` : fileProblem(cause);
    throw new CallError("EXECUTION_ERROR", `The audit can't be written: ${reason}`, undefined, { cause });
  });
}

/** Reopens the file at SIGHUP, as log rotation expects. Returns a function that stops it. */
function reopenOnHangUp(audit: AuditLog, log: Log): () => void {
  const reopen = (): void =>
    void audit.reopen().catch((error: unknown) => log("error", "audit", { error: messageOf(error) }));
  process.on("SIGHUP", reopen);
  return () => void process.off("SIGHUP", reopen);
}
