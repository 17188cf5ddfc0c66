import type { LogReader, ServerLogEntry } from "../../../operation/caller-log.ts";
import { LogReporter } from "../call/notifications.ts";
import type { ToolServer } from "./tool-server.ts";

const reporters = new WeakMap<ToolServer, LogReporter>();

/** Sends a message that belongs to no call to a session that has set a level, if its caller may read it. */
export function sendServerLog(server: ToolServer, reader: LogReader, { message, isFor }: ServerLogEntry): void {
  const { logLevel: level } = server;
  if (level === undefined || !isFor(reader)) return;
  const known = reporters.get(server);
  const send = (params: object): Promise<void> => server.sendLoggingMessage(params as never);
  const reporter = known?.level === level ? known : new LogReporter({ level, send }, "");
  reporters.set(server, reporter);
  reporter.write(message);
}
