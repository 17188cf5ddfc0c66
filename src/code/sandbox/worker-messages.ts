/** The messages between a worker and its host. Programs travel as text, and so does everything they send. */
import type { CodeLimits, CodeLog, CodeOutcome } from "../executor/code-executor.ts";

/** What a worker is started with. */
export interface WorkerStart {
  /** Compiled once, for all workers. */
  readonly wasm: WebAssembly.Module;
  /** One number, which the host changes with each message: a worker can sleep until then. */
  readonly bell: Int32Array;
}

export interface RunMessage {
  readonly type: "run";
  readonly source: string;
  readonly limits: CodeLimits;
  readonly now: number;
}

/** Settles calls of the program: all those whose answers came in one turn of the host. */
export interface SettleMessage {
  readonly type: "settle";
  readonly count: number;
  /** JSON, as `CODE_PRELUDE` takes it. */
  readonly answers: string;
}

export type ToWorker = RunMessage | SettleMessage;

export interface StartedCall {
  readonly number: number;
  readonly name: string;
  readonly input: string;
}

export type FromWorker =
  /** A fresh sandbox waits for a program. */
  | { readonly type: "ready" }
  | { readonly type: "problem"; readonly message: string }
  | { readonly type: "log"; readonly line: CodeLog }
  /** The program waits. It has received this many messages, and has made these calls. */
  | { readonly type: "waits"; readonly taken: number; readonly calls: readonly StartedCall[] }
  /** The program has ended. It did not wait for these last calls. */
  | {
      readonly type: "ended";
      readonly outcome: CodeOutcome;
      readonly calls: readonly StartedCall[];
      /** The thread can't be used again. */
      readonly isBroken: boolean;
    };
