/** The failure of a program, as its caller reads it. All of it comes from the program, so none of it is trusted. */
import type { CodeFailure } from "../executor/code-executor.ts";

/** The file name of programs in stacks. */
export const FILE = "program.ts";

const LONGEST_MESSAGE = 2000;
const LONGEST_DETAILS = 8000;
const LINE = /program\.ts:(\d+)/;
const CODE = /^[A-Z][A-Z0-9_]{0,63}$/;

export const TIME_IS_UP: CodeFailure = {
  code: "TIMEOUT",
  message: "The program computed for longer than it may (limits.computeTime).",
};

interface Thrown {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
  readonly code?: unknown;
  readonly details?: unknown;
}

/** An error of the program. `kind` is `syntax` if the program never ran. */
export function failureOf(thrown: unknown, kind?: "syntax"): CodeFailure {
  const { name, message, stack, code, details } = (
    typeof thrown === "object" && thrown !== null ? thrown : { message: String(thrown) }
  ) as Thrown;
  const line = typeof stack === "string" ? LINE.exec(stack.slice(0, 20_000))?.[1] : undefined;
  const text = typeof message === "string" ? message : "";
  const at = line === undefined ? {} : { line: Number(line) };
  if (kind === "syntax")
    return { code: "VALIDATION_ERROR", message: short(`The program can't be read: ${text}.`), ...at };
  if (typeof code === "string" && CODE.test(code))
    return { code, message: short(text), ...at, ...(isSmall(details) ? { details } : {}) };
  if (name === "InternalError" && text === "interrupted") return TIME_IS_UP;
  const isPlain = name === undefined || name === "Error" || typeof name !== "string";
  return { code: "EXECUTION_ERROR", message: short(isPlain ? text : `${name}: ${text}`), ...at };
}

/** The failure of a program that broke the engine itself. */
export function toCodeFailure(error: unknown): CodeFailure {
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: "EXECUTION_ERROR",
    message: short(`The program broke its sandbox, which was thrown away: ${message}`),
  };
}

function short(text: string): string {
  return text.length <= LONGEST_MESSAGE ? text : `${text.slice(0, LONGEST_MESSAGE)}…`;
}

function isSmall(details: unknown): boolean {
  return details !== undefined && JSON.stringify(details).length <= LONGEST_DETAILS;
}
