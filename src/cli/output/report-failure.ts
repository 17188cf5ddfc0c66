/** Prints an error on standard error, as one paragraph or as JSON, and returns the exit code of its class. */
import { ExitCode, exitCodeOf } from "./exit-code.ts";
import { paragraph } from "../terminal/paragraph.ts";
import { safeText } from "../terminal/safe-text.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface FailureOptions {
  readonly terminal: Terminal;
  readonly isJSON: boolean;
}

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
  readonly retryable?: boolean | undefined;
  readonly phase?: string | undefined;
  readonly advice?: string | undefined;
  readonly exitCode: number;
}

export function reportFailure(thrown: unknown, { terminal, isJSON }: FailureOptions): number {
  const failure = toFailure(thrown);
  terminal.err(isJSON ? `${JSON.stringify({ error: failure })}\n` : forPeople(failure, terminal));
  return failure.exitCode;
}

/** Goes by name and fields: most commands do not load the modules with the classes. */
function toFailure(thrown: unknown): Failure {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { name, message } = error;
  if (name === "UsageError") {
    const { command } = error as { command?: string };
    const hint = command === undefined ? "" : ` ("operations ${command} --help" says more.)`;
    return { code: "USAGE", message: message + hint, exitCode: ExitCode.usage };
  }
  if (name === "ConfigError") {
    const { problems } = error as { problems?: unknown };
    return { code: "CONFIG", message, details: { problems }, exitCode: ExitCode.usage };
  }
  const { code, details, retryable, phase, advice } = error as Partial<Failure>;
  if (typeof code !== "string" || !/^[A-Z][A-Z0-9_]*$/.test(code)) {
    return { code: "EXECUTION_ERROR", message, exitCode: ExitCode.failed };
  }
  return { code, message, details, retryable, phase, advice, exitCode: exitCodeOf(code, details) };
}

function forPeople({ code, message, advice }: Failure, terminal: Terminal): string {
  const said = advice === undefined ? message : `${message}${/[.!?]$/.test(message) ? "" : "."} ${advice}`;
  const text = terminal.errorWidth === undefined ? said : safeText(said);
  const suffix = code === "USAGE" || code === "CONFIG" ? undefined : `[${code}]`;
  return paragraph({ label: "error:", paint: terminal.errorStyle.red, text, suffix }, terminal);
}
