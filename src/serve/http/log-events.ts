import { isLogged, isLogLevel } from "../../operation/caller-log.ts";
import type { CallerLog, LogMessage } from "../../operation/caller-log.ts";
import { encodeValue } from "../../protocol/wire/event-codec.ts";

/** A log message of a call, as an event of its answer. */
export interface LogEvent extends LogMessage {
  readonly type: "log";
}

/** Characters of a message as JSON. A longer one is left out: a log must not hold up the answer. */
const LONGEST_MESSAGE = 65_536;

/** The log of a call whose client asks for it by the header `operation-log`, with the least level that it wants. */
export function toCallerLog(level: string | undefined, onLog: (event: LogEvent) => void): CallerLog | undefined {
  if (!isLogLevel(level)) return undefined;
  return {
    level,
    write(message) {
      if (!isLogged(message.level, level)) return;
      const event = toEvent(message);
      if (event !== undefined) onLog(event);
    },
  };
}

/** Undefined for what is not JSON, or too long. */
function toEvent({ level, data, logger }: LogMessage): LogEvent | undefined {
  try {
    const text = encodeValue(data) ?? "null";
    if (text.length > LONGEST_MESSAGE) return undefined;
    // The handler may change it before it is sent.
    return { type: "log", level, data: JSON.parse(text) as unknown, logger };
  } catch {
    return undefined;
  }
}
