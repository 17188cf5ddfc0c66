import { messageOf } from "../errors/call-error.ts";
import { AuditLog } from "./observe/audit.ts";
import type { Log } from "./observe/create-log.ts";
import type { LoadedConfig } from "./config/loaded-config.ts";
import { node } from "./config/node-modules.ts";

/** The audit log that the config asks for, if it does. It watches calls by `observeCalls([audit.observe])`. */
export async function openAudit(
  { config, folder = process.cwd() }: LoadedConfig,
  log: Log | undefined,
): Promise<AuditLog | undefined> {
  if (config.audit === undefined) return undefined;
  const { file, inputs } = config.audit;
  const onError = (error: unknown): void => log?.("error", "audit", { error: messageOf(error) });
  return await AuditLog.open({ file: node.path.resolve(folder, file), inputs, onError });
}
