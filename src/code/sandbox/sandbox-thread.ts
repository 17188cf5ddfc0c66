import type { Worker } from "node:worker_threads";
import { CallError, toCallError } from "../../errors/call-error.ts";
import { RefusedCall } from "../executor/code-executor.ts";
import type { CodeFailure, CodeHost, CodeOutcome, CodeProgram } from "../executor/code-executor.ts";
import { TIME_IS_UP, toCodeFailure } from "./program-failure.ts";
import { startWorker } from "./start-worker.ts";
import type { FromWorker, StartedCall, ToWorker } from "./worker-messages.ts";

/** Milliseconds that a thread has to end its program by itself before it is killed. */
const GRACE = 250;

interface RunningProgram {
  readonly program: CodeProgram;
  readonly host: CodeHost;
  readonly end: (outcome: CodeOutcome) => void;
  /** The answers of this turn, which are sent together. */
  readonly answers: string[];
}

/** One worker thread, which runs one program at a time. If a program has to be ended by force, the thread ends too. */
export class SandboxThread {
  /** Resolves when a fresh sandbox is ready. Rejects if there will be none. */
  ready: Promise<void>;
  /** Resolves when the thread is gone, for whatever reason. */
  readonly gone: Promise<void>;
  readonly #worker: Worker;
  readonly #bell = new Int32Array(new SharedArrayBuffer(4));
  #onReady: { resolve: () => void; reject: (error: Error) => void } | undefined;
  #running: RunningProgram | undefined;
  #sent = 0;
  #taken = 0;
  #busySince = 0;
  #isDead = false;

  constructor(wasm: WebAssembly.Module) {
    this.#worker = startWorker({ wasm, bell: this.#bell });
    this.ready = this.#awaitReady();
    this.gone = new Promise((resolve) => this.#worker.once("exit", () => resolve()));
    this.#worker.on("message", (message: FromWorker) => this.#take(message));
    this.#worker.on("error", (error) => this.#fail(error));
    this.#worker.on("exit", () => this.#fail(new Error("The thread of the sandbox has ended.")));
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** Runs a program to its end. Calls that it makes go to `host`. */
  async run(program: CodeProgram, host: CodeHost): Promise<CodeOutcome> {
    const { source, limits, now, signal } = program;
    let watch: NodeJS.Timeout | undefined;
    const abort = (): void => this.#kill(failureOfSignal(signal));
    try {
      return await new Promise<CodeOutcome>((end) => {
        this.#running = { program, host, end, answers: [] };
        this.#sent = this.#taken = 0;
        this.#worker.ref();
        if (signal.aborted) return abort();
        signal.addEventListener("abort", abort, { once: true });
        this.ready = this.#awaitReady();
        this.#send({ type: "run", source, limits, now });
        watch = setInterval(() => this.#watch(), Math.min(limits.computeTime, 1000) + GRACE);
      });
    } finally {
      clearInterval(watch);
      signal.removeEventListener("abort", abort);
      this.#running = undefined;
    }
  }

  async terminate(): Promise<void> {
    this.#kill({ code: "ABORTED", message: "The sandbox was closed." });
    await this.gone;
  }

  #awaitReady(): Promise<void> {
    const ready = new Promise<void>((resolve, reject) => (this.#onReady = { resolve, reject }));
    // The pool may await it later; until then a rejection must not count as unhandled.
    ready.catch(() => undefined);
    return ready;
  }

  #send(message: ToWorker): void {
    if (this.#sent === this.#taken) this.#busySince = performance.now();
    this.#sent++;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
    this.#worker.postMessage(message);
    Atomics.add(this.#bell, 0, 1);
    Atomics.notify(this.#bell, 0);
  }

  #take(message: FromWorker): void {
    const running = this.#running;
    if (message.type === "ready") {
      // From here on it waits for a program and must not keep the process alive. A dead one does, because `close`
      // waits.
      if (!this.#isDead) this.#worker.unref();
      return this.#onReady?.resolve();
    }
    if (message.type === "problem") return this.#fail(new Error(message.message));
    if (running === undefined) return;
    if (message.type === "log") return running.host.log(message.line);
    for (const call of message.calls) void this.#answer(running, call);
    if (message.type === "waits") {
      this.#taken = message.taken;
      this.#busySince = performance.now();
      return;
    }
    if (message.isBroken) this.#kill(undefined);
    running.end(message.outcome);
  }

  async #answer(running: RunningProgram, { number, name, input }: StartedCall): Promise<void> {
    let answer: string;
    try {
      const result = await running.host.invoke(name, input);
      const { memory } = running.program.limits;
      if (result !== undefined && result.length > memory) throw tooLarge(result.length);
      answer = result === undefined ? `[${number}]` : `[${number},${result}]`;
    } catch (thrown) {
      const mark = thrown instanceof RefusedCall ? ",true" : "";
      answer = `[${number},null,${JSON.stringify(toCallError(thrown))}${mark}]`;
    }
    if (this.#running !== running || this.#isDead) return;
    // Node runs this once all promises of this turn have settled, so the answers go together.
    if (running.answers.push(answer) === 1) process.nextTick(() => this.#sendAnswers(running));
  }

  #sendAnswers(running: RunningProgram): void {
    if (this.#running !== running || this.#isDead) return;
    const answers = running.answers.splice(0);
    this.#send({ type: "settle", count: answers.length, answers: `[${answers.join(",")}]` });
  }

  /** The engine checks its time by itself, but not within one long step, such as a sort. */
  #watch(): void {
    const { computeTime = 0 } = this.#running?.program.limits ?? {};
    const isBusy = this.#sent > this.#taken;
    if (isBusy && performance.now() - this.#busySince > computeTime + GRACE) this.#kill(TIME_IS_UP);
  }

  #kill(failure: CodeFailure | undefined): void {
    this.#isDead = true;
    void this.#worker.terminate();
    if (failure !== undefined) this.#running?.end({ ok: false, failure });
  }

  /** The thread has ended by itself, usually because it ran out of memory. */
  #fail(error: Error): void {
    this.#isDead = true;
    this.#onReady?.reject(error);
    this.#running?.end({ ok: false, failure: toCodeFailure(error) });
    void this.#worker.terminate();
  }
}

function failureOfSignal({ reason }: AbortSignal): CodeFailure {
  if (reason instanceof CallError) return { code: reason.code, message: reason.message };
  return { code: "ABORTED", message: "The caller gave up the run." };
}

function tooLarge(length: number): CallError {
  const message = `The answer has ${length} characters, more than the memory of the program holds (limits.memory).`;
  return new CallError("PAYLOAD_TOO_LARGE", message);
}
