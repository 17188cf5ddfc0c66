/** The failure of a program, as its caller reads it. All of it comes from the program, so none of it is trusted. */
import type { CodeFailure } from "../executor/code-executor.ts";

/** The file name of programs in stacks. */
export const FILE = "program.ts";

const LONGEST_MESSAGE = 2000;
const LONGEST_DETAILS = 8000;
/** No program has more lines than such a number. */
const LINE = /program\.ts:(\d{1,9})(?!\d)/;
const CODE = /^[A-Z][A-Z0-9_]{0,63}$/;

export const TIME_IS_UP: CodeFailure = {
  code: "TIMEOUT",
  message: "The program computed for longer than it may (limits.computeTime).",
};

/** What the engine throws when there is no room even for an error. */
const NO_MEMORY = "the memory is used up (limits.memory)";

export const OUT_OF_MEMORY: CodeFailure = {
  code: "EXECUTION_ERROR",
  message: "The program has no memory left (limits.memory).",
};

/** An error that the sandbox can't read, or could not write down. */
const UNREADABLE: CodeFailure = {
  code: "EXECUTION_ERROR",
  message: `The program threw an error that can't be read: its members throw, or ${NO_MEMORY}.`,
};

interface Thrown {
  /** "null", or what `typeof` says. */
  readonly thrown?: unknown;
  readonly name?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
  readonly code?: unknown;
  readonly details?: unknown;
}

/** An error of the program. `kind` is `syntax` if the program never ran. */
export function failureOf(thrown: unknown, kind?: "syntax"): CodeFailure {
  if (thrown === null || thrown === undefined) return threwNothing(String(thrown));
  const isObject = typeof thrown === "object";
  const error: Thrown & object = isObject ? thrown : { message: typeof thrown === "string" ? thrown : typeof thrown };
  const { name, message, stack, code, details } = error;
  if (error.thrown === "null" || error.thrown === "undefined") return threwNothing(error.thrown);
  if (error.thrown !== undefined && message === undefined) return UNREADABLE;
  const line = typeof stack === "string" ? LINE.exec(stack.slice(0, 20_000))?.[1] : undefined;
  const text = typeof message === "string" && message !== "" ? message : "an error with no message";
  const at = line === undefined ? {} : { line: Number(line) };
  if (kind === "syntax")
    return { code: "VALIDATION_ERROR", message: short(`The program can't be read: ${text}.`), ...at };
  if (typeof code === "string" && CODE.test(code))
    return { code, message: short(text), ...at, ...(isSmall(details) ? { details } : {}) };
  if (name === "InternalError" && text === "interrupted") return TIME_IS_UP;
  const isPlain = name === undefined || name === "Error" || typeof name !== "string";
  return { code: "EXECUTION_ERROR", message: short(isPlain ? text : `${name}: ${text}`), ...at };
}

/** What `failed` in `CODE_PRELUDE` wrote. */
export function writtenFailure(text: string): CodeFailure {
  try {
    const { details, ...error } = JSON.parse(text) as Thrown;
    return failureOf(typeof details === "string" ? { ...error, details: JSON.parse(details) as unknown } : error);
  } catch {
    return UNREADABLE;
  }
}

function threwNothing(what: string): CodeFailure {
  const message = `The program threw ${what}. The engine does that, too, when ${NO_MEMORY}.`;
  return { code: "EXECUTION_ERROR", message };
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
