import { CallError } from "../../errors/call-error.ts";
import type { CodeExecutor, CodeHost, CodeOutcome, CodeProgram } from "../executor/code-executor.ts";
import { FairTurns } from "./fair-turns.ts";
import { SandboxThread } from "./sandbox-thread.ts";
import { loadEngine } from "./start-worker.ts";

/** The options of `createCodeExecutor`. */
export interface CodeExecutorOptions {
  /** Runs at the same time, each in its own thread. One caller has at most half of them. Default: 8. */
  readonly maxRuns?: number | undefined;
  /** Runs of one caller that wait for a thread; further ones are refused with `OVERLOADED`. Default: 100. */
  readonly maxWaiting?: number | undefined;
  /** Milliseconds until an idle thread is ended. One stays. Default: 30,000. */
  readonly idle?: number | undefined;
}

/** A sandbox of QuickJS in WebAssembly: a fresh engine for each run, in a pool of threads. */
export class QuickJSExecutor implements CodeExecutor {
  readonly #turns: FairTurns;
  readonly #idleTime: number;
  readonly #threads = new Set<SandboxThread>();
  readonly #idle: SandboxThread[] = [];
  #engine: Promise<WebAssembly.Module> | undefined;
  #shrinking: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor({ maxRuns = 8, maxWaiting = 100, idle = 30_000 }: CodeExecutorOptions = {}) {
    this.#turns = new FairTurns(maxRuns, maxWaiting);
    this.#idleTime = idle;
  }

  /** Makes a thread ready, so that the first run finds one. Rejects if the engine is not installed. */
  async warmUp(): Promise<void> {
    const thread = await this.#open();
    await thread.ready;
    this.#idle.push(thread);
  }

  async execute(program: CodeProgram, host: CodeHost): Promise<CodeOutcome> {
    const leave = await this.#turns.take(program.caller, program.signal);
    try {
      const thread = await this.#findThread();
      const outcome = await thread.run(program, host);
      this.#giveBack(thread);
      return outcome;
    } finally {
      leave();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#shrinking);
    await Promise.all(Array.from(this.#threads, (thread) => thread.terminate()));
  }

  async #findThread(): Promise<SandboxThread> {
    let thread = this.#idle.pop();
    while (thread?.isDead === true) thread = this.#idle.pop();
    thread ??= await this.#open();
    await thread.ready;
    return thread;
  }

  async #open(): Promise<SandboxThread> {
    this.#engine ??= loadEngine();
    const engine = await this.#engine.catch((error: unknown) => {
      // It may be installed before the next attempt.
      this.#engine = undefined;
      throw error;
    });
    if (this.#isClosed) throw new CallError("OVERLOADED", "This executor has been closed.");
    const thread = new SandboxThread(engine);
    this.#threads.add(thread);
    void thread.gone.then(() => this.#threads.delete(thread));
    return thread;
  }

  #giveBack(thread: SandboxThread): void {
    if (!thread.isDead) this.#idle.push(thread);
    else if (this.#idle.length === 0 && !this.#isClosed) {
      // The next run should not wait for a thread to start.
      void this.warmUp().catch(() => undefined);
    }
    this.#shrinking ??= setTimeout(() => this.#shrink(), this.#idleTime).unref();
  }

  #shrink(): void {
    this.#shrinking = undefined;
    for (const thread of this.#idle.splice(1)) void thread.terminate();
  }
}

/**
 * Makes an executor that runs programs in QuickJS. It starts nothing yet: the first run starts a thread.
 *
 * @example
 * const executor = createCodeExecutor({ maxRuns: 4 });
 * const { result } = await runCode("return 1 + 1", { registry, executor });
 * await executor.close();
 */
export function createCodeExecutor(options?: CodeExecutorOptions): CodeExecutor {
  return new QuickJSExecutor(options);
}
