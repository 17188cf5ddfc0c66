import variant from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant, newVariant } from "quickjs-emscripten-core";
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, QuickJSSyncVariant } from "quickjs-emscripten-core";
import type { CodeFailure, CodeLimits, CodeLog, CodeOutcome } from "../executor/code-executor.ts";
import { CODE_PRELUDE } from "../executor/code-prelude.ts";
import { failureOf, FILE, OUT_OF_MEMORY, TIME_IS_UP, toCodeFailure, writtenFailure } from "./program-failure.ts";
import { asPlainFunction, syntaxProblem, toFunction } from "./strip-types.ts";
import type { RunMessage, StartedCall } from "./worker-messages.ts";

/** The package declares a CommonJS module, but it is not one. */
const engineVariant = variant as unknown as QuickJSSyncVariant;

/** Pages of 64 KiB: what the engine needs to start, and the most that it gets even if its own limit fails. */
const FIRST_PAGES = 256;
const MOST_PAGES = 16_384;
/** Bytes of the engine's stack. A program that recurses further gets an error; the thread has room for much more. */
const STACK = 256 * 1024;
const JOBS_AT_ONCE = 1000;
/** `CODE_PRELUDE` gives so many characters of calls at once, or a few more. */
const PIECE = 1e6;
/** Lines of the log. Each is a message to the host. */
const MOST_LINES = 5000;

export interface SandboxEvents {
  log(line: CodeLog): void;
}

/** How far a program is after a message. */
export type SandboxStep =
  | { readonly outcome: CodeOutcome; readonly calls: readonly StartedCall[]; readonly isBroken: boolean }
  /** It waits for these calls, and for earlier ones. */
  | { readonly outcome?: undefined; readonly calls: readonly StartedCall[] };

/**
 * One instance of the engine, for one program. It is never cleaned up: the whole instance is dropped, with all that the
 * program left in it.
 */
export class Sandbox {
  readonly #events: SandboxEvents;
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #start: QuickJSHandle;
  readonly #takeCalls: QuickJSHandle;
  readonly #settle: QuickJSHandle;
  readonly #endProgram: QuickJSHandle;
  #limits: CodeLimits | undefined;
  #computeLeft = 0;
  #sliceEnd = Infinity;
  #callCount = 0;
  #open = 0;
  #logRoom = 0;
  #lineCount = 0;
  #outcome: CodeOutcome | undefined;

  private constructor(context: QuickJSContext, events: SandboxEvents) {
    this.#events = events;
    this.#context = context;
    this.#runtime = context.runtime;
    this.#runtime.setMaxStackSize(STACK);
    this.#runtime.setInterruptHandler(() => performance.now() > this.#sliceEnd);
    const prelude = context.unwrapResult(context.evalCode(CODE_PRELUDE, "prelude.js"));
    const parts = context.unwrapResult(
      context.callFunction(prelude, context.undefined, this.#logHandle(), this.#finishHandle()),
    );
    this.#start = context.getProp(parts, "start");
    this.#takeCalls = context.getProp(parts, "takeCalls");
    this.#settle = context.getProp(parts, "settle");
    this.#endProgram = context.getProp(parts, "end");
  }

  static async create(wasm: WebAssembly.Module, events: SandboxEvents): Promise<Sandbox> {
    const wasmMemory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MOST_PAGES });
    const engine = await newQuickJSWASMModuleFromVariant(newVariant(engineVariant, { wasmModule: wasm, wasmMemory }));
    return new Sandbox(engine.newContext(), events);
  }

  /** Runs the program until it waits or ends. */
  run({ source, limits, now }: RunMessage): SandboxStep {
    this.#limits = limits;
    this.#computeLeft = limits.computeTime;
    this.#logRoom = limits.outputLength;
    return this.#step(() => {
      this.#runtime.setMemoryLimit(limits.memory);
      const program = this.#read(source, limits);
      if (program === undefined) return;
      const context = this.#context;
      const numbers = [now, limits.calls, limits.inputLength].map((number) => context.newNumber(number));
      const started = context.callFunction(this.#start, context.undefined, program, ...numbers);
      if (started.error) this.#end(failureOf(context.dump(started.error)));
    });
  }

  /** Settles these calls, and continues until the program waits or ends. */
  settle(count: number, answers: string): SandboxStep {
    this.#open -= count;
    return this.#step(() => {
      const context = this.#context;
      const settled = context.callFunction(this.#settle, context.undefined, context.newString(answers));
      if (settled.error) this.#end(failureOf(context.dump(settled.error)));
    });
  }

  /** The program as a function. Undefined, with the failure as the outcome, if it can't be read. */
  #read(source: string, { computeTime }: CodeLimits): QuickJSHandle | undefined {
    const plain = asPlainFunction(source);
    const program = plain === undefined ? undefined : this.#evaluate(plain);
    if (program !== undefined && !program.error) return this.#asFunction(program.value);
    const begun = performance.now();
    const code = this.#withoutTypes(source);
    if (code === undefined) return undefined;
    // The parser of types can't be interrupted: the host ends a silent thread.
    if (performance.now() - begun > computeTime) {
      this.#end(TIME_IS_UP);
      return undefined;
    }
    const stripped = this.#evaluate(code);
    if (!stripped.error) return this.#asFunction(stripped.value);
    this.#end(failureOf(this.#context.dump(stripped.error), "syntax"));
    return undefined;
  }

  #evaluate(code: string): ReturnType<QuickJSContext["evalCode"]> {
    return this.#context.evalCode(code, FILE, { type: "global", strict: true });
  }

  #asFunction(program: QuickJSHandle): QuickJSHandle | undefined {
    if (this.#context.typeof(program) === "function") return program;
    this.#end({ code: "VALIDATION_ERROR", message: "The program can't be read: its braces do not match." });
    return undefined;
  }

  #withoutTypes(source: string): string | undefined {
    try {
      return toFunction(source);
    } catch (error) {
      const { message, line } = syntaxProblem(error);
      this.#end({ code: "VALIDATION_ERROR", message: `The program can't be read: ${message}.`, line });
      return undefined;
    }
  }

  /** Any exception that escapes from the engine ends the run: the engine may be broken too. */
  #step(work: () => void): SandboxStep {
    const begun = performance.now();
    this.#sliceEnd = begun + this.#computeLeft;
    let isBroken = false;
    let calls: readonly StartedCall[] = [];
    try {
      work();
      this.#runJobs();
      calls = this.#madeCalls();
      this.#open += calls.length;
      if (this.#outcome === undefined && this.#open === 0 && performance.now() <= this.#sliceEnd) this.#finish();
    } catch (error) {
      isBroken = true;
      // A result counts for nothing if the last calls could not be taken over.
      if (this.#outcome?.ok === true) this.#outcome = undefined;
      this.#end(toCodeFailure(error));
    }
    const now = performance.now();
    this.#computeLeft -= now - begun;
    if (now > this.#sliceEnd) {
      isBroken = true;
      this.#outcome = { ok: false, failure: TIME_IS_UP };
    }
    return this.#outcome === undefined ? { calls } : { calls, outcome: this.#outcome, isBroken };
  }

  #runJobs(): void {
    while (this.#outcome === undefined && this.#runtime.hasPendingJob()) {
      if (performance.now() > this.#sliceEnd) return;
      // A failing job cannot report its error. Code that waits for it waits forever, which the sandbox notices.
      this.#runtime.executePendingJobs(JOBS_AT_ONCE).dispose();
    }
  }

  #madeCalls(): readonly StartedCall[] {
    const context = this.#context;
    const calls: StartedCall[] = [];
    for (;;) {
      const taken = context.unwrapResult(context.callFunction(this.#takeCalls, context.undefined));
      if (context.typeof(taken) === "undefined") return calls;
      const text = context.getString(taken);
      // What the engine gives if it has no memory for a copy. A result counts for nothing then.
      if (text === "") this.#outcome = { ok: false, failure: OUT_OF_MEMORY };
      for (let at = 0; at < text.length;) {
        const [space, line] = [text.indexOf(" ", at), text.indexOf("\n", at)];
        const end = line + 1 + Number(text.slice(space, line));
        calls.push({ number: this.#callCount++, name: text.slice(at, space), input: text.slice(line + 1, end) });
        at = end;
      }
      if (text.length < PIECE) return calls;
    }
  }

  /** Nothing runs any longer, and nothing will come. */
  #finish(): void {
    const context = this.#context;
    const ended = context.callFunction(this.#endProgram, context.undefined);
    if (ended.error) this.#end(failureOf(context.dump(ended.error)));
    this.#end(NOTHING_COMES);
  }

  #end(failure: CodeFailure): void {
    this.#outcome ??= { ok: false, failure };
  }

  #logHandle(): QuickJSHandle {
    const context = this.#context;
    return context.newFunction("log", (levelHandle, textHandle) => {
      if (this.#logRoom <= 0 || this.#lineCount >= MOST_LINES) return;
      const level = context.getString(levelHandle) as CodeLog["level"];
      const text = context.getString(textHandle);
      this.#events.log({ level, text: text.slice(0, this.#logRoom) });
      this.#logRoom -= text.length;
      if (this.#logRoom <= 0 || ++this.#lineCount >= MOST_LINES)
        this.#events.log({ level: "warn", text: "… the rest of the log is left out." });
    });
  }

  #finishHandle(): QuickJSHandle {
    const context = this.#context;
    return context.newFunction("finish", (okHandle, textHandle) => {
      if (this.#outcome !== undefined) return;
      const hasText = context.typeof(textHandle) === "string";
      const text = hasText ? context.getString(textHandle) : undefined;
      const { outputLength = 0 } = this.#limits ?? {};
      if (context.dump(okHandle) !== true) return this.#end(writtenFailure(text ?? ""));
      if (text === undefined) return void (this.#outcome = { ok: true, result: undefined });
      // No JSON is empty: the engine has no memory for a copy.
      if (text === "") return this.#end(OUT_OF_MEMORY);
      if (text.length > outputLength) {
        const message = `The program returned ${text.length} characters of JSON; it may return ${outputLength} (limits.outputLength).`;
        return this.#end({ code: "PAYLOAD_TOO_LARGE", message });
      }
      this.#outcome = { ok: true, result: text };
    });
  }
}

const NOTHING_COMES: CodeFailure = {
  code: "EXECUTION_ERROR",
  message: "The program waits for a promise that nothing will settle. There are no timers here.",
};
