import type { OperationRegistry } from "../../entries/index.ts";
import { loadTracing, observeCalls, openAudit } from "../../entries/hub.ts";
import type { LoadedConfig } from "../../entries/hub.ts";
import type { Log } from "../backend/open-log.ts";

/** Traces and audits the calls of a registry, before its sources add what is theirs. Returns a way to stop. */
export async function watchCalls(
  registry: OperationRegistry,
  loaded: LoadedConfig,
  log: Log | undefined,
): Promise<() => Promise<void>> {
  const tracing = await loadTracing();
  if (tracing !== undefined) registry.use(tracing);
  const audit = await openAudit(loaded, log);
  if (audit !== undefined) registry.use(observeCalls([audit.observe]));
  return async () => await audit?.close();
}
