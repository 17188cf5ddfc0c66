/** The port of a sandbox: it runs a program, and limits what the program may reach. */
import { CallError } from "../../errors/call-error.ts";
import type { CallErrorJSON } from "../../errors/call-error.ts";

/** What one program may use. */
export interface CodeLimits {
  /** Milliseconds for the whole run, with all that it waits for but the answers of people. Default: 60,000. */
  readonly timeout: number;
  /** Milliseconds that the program itself may compute. Default: 5,000. */
  readonly computeTime: number;
  /** Bytes of memory. Default: 64 MiB. */
  readonly memory: number;
  /** Characters of the source. Default: 100,000. */
  readonly codeLength: number;
  /** Calls in all: of operations, of `search` and `describe`, and each item of a stream. Default: 100. */
  readonly calls: number;
  /** Calls that run at once; further ones wait. Default: 8. */
  readonly parallelCalls: number;
  /** Characters of one call's input. Default: 1,000,000. */
  readonly inputLength: number;
  /**
   * Characters of the result, and as many again of the log. Default: 4,000,000. A model gets as much of them as its
   * answer budget allows, and can read the rest.
   */
  readonly outputLength: number;
}

/** One line that a program wrote with `console`. */
export interface CodeLog {
  readonly level: "debug" | "info" | "log" | "warn" | "error";
  readonly text: string;
}

/** A program, and the bounds of its run. */
export interface CodeProgram {
  /** TypeScript or JavaScript: the body of an async function, or a module with a default export. */
  readonly source: string;
  readonly limits: CodeLimits;
  /** Whose program it is: callers have turns and waiting places of their own. Undefined if that is not known. */
  readonly caller?: string | undefined;
  /** Ends the run at once, whatever the program does. */
  readonly signal: AbortSignal;
  /** The time that the program reads, in milliseconds since the epoch. It does not advance. */
  readonly now: number;
}

/**
 * Why `invoke` has not even tried a call. As with a call beyond the limits, the program fails with it, unless it reads the
 * error.
 */
export class RefusedCall extends CallError {}

/** What a program can reach outside the sandbox. */
export interface CodeHost {
  /** Answers one call of the program, with JSON texts. A rejection is an error in the program. */
  invoke(name: string, input: string): Promise<string | undefined>;
  log(line: CodeLog): void;
}

/** Why a program has no result. */
export interface CodeFailure extends Pick<CallErrorJSON, "code" | "message"> {
  /** The line of the source, where it is known. Lines count from 1. */
  readonly line?: number | undefined;
  readonly details?: unknown;
}

/** The outcome of a program. `result` is JSON text; undefined if the program returned nothing. */
export type CodeOutcome =
  | { readonly ok: true; readonly result: string | undefined }
  | { readonly ok: false; readonly failure: CodeFailure };

/**
 * Runs untrusted programs. An implementation must end each run by its limits and its signal, let no run see another,
 * and give programs nothing but the language and what `CODE_PRELUDE` makes of `CodeHost`.
 */
export interface CodeExecutor {
  /** Resolves to the outcome, even if the program fails. Rejects if the sandbox itself can't run it. */
  execute(program: CodeProgram, host: CodeHost): Promise<CodeOutcome>;
  close(): Promise<void>;
}
