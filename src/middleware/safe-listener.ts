import { messageOf } from "../errors/call-error.ts";
import { createConsoleWarnings } from "../registry/warnings.ts";

/** A listener whose own failure is a warning: whoever watches calls must not break them. */
export function safeListener<TEvent>(
  name: string,
  listener: ((event: TEvent) => void) | undefined,
): (event: TEvent) => void {
  if (listener === undefined) return () => undefined;
  const warn = createConsoleWarnings();
  return (event) => {
    try {
      listener(event);
    } catch (cause) {
      warn({ kind: "listener-failed", message: `${name} threw: ${messageOf(cause)}`, cause });
    }
  };
}
