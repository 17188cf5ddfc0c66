import variant from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant, newVariant } from "quickjs-emscripten-core";
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, QuickJSSyncVariant } from "quickjs-emscripten-core";
import type { CodeFailure, CodeLimits, CodeLog, CodeOutcome } from "../executor/code-executor.ts";
import { CODE_PRELUDE } from "../executor/code-prelude.ts";
import { failureOf, FILE, TIME_IS_UP, toFailure } from "./program-failure.ts";
import { syntaxProblem, toFunction } from "./strip-types.ts";
import type { RunMessage, SettleMessage, StartedCall } from "./worker-messages.ts";

/** Its declarations are those of a CommonJS module, which it is not. */
const engineVariant = variant as unknown as QuickJSSyncVariant;

/** Pages of 64 KiB: what the engine needs to start, and the most that it gets where its own limit fails. */
const FIRST_PAGES = 256;
const MOST_PAGES = 16_384;
/** Bytes of the engine's stack. A program that recurses further gets an error; the thread has room for much more. */
const STACK = 256 * 1024;
const JOBS_AT_ONCE = 1000;
/** What a line of the log costs beside its text, so that empty ones end too. */
const LINE = 16;

export interface SandboxEvents {
  log(line: CodeLog): void;
}

/** How far a program is after it was given something. */
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
  readonly #settle: QuickJSHandle;
  #limits: CodeLimits | undefined;
  #computeLeft = 0;
  #sliceEnd = Infinity;
  #callCount = 0;
  #open = 0;
  #logRoom = 0;
  #calls: StartedCall[] = [];
  /** Calls that never leave the sandbox. */
  #refused: Array<{ readonly number: number; readonly failure: CodeFailure }> = [];
  #outcome: CodeOutcome | undefined;

  private constructor(context: QuickJSContext, events: SandboxEvents) {
    this.#events = events;
    this.#context = context;
    this.#runtime = context.runtime;
    this.#runtime.setMaxStackSize(STACK);
    this.#runtime.setInterruptHandler(() => performance.now() > this.#sliceEnd);
    const prelude = context.unwrapResult(context.evalCode(CODE_PRELUDE, "prelude.js"));
    const parts = context.unwrapResult(
      context.callFunction(prelude, context.undefined, this.#invokeHandle(), this.#logHandle(), this.#finishHandle()),
    );
    this.#start = context.getProp(parts, "start");
    this.#settle = context.getProp(parts, "settle");
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
      const begun = performance.now();
      const code = this.#toFunction(source);
      if (code === undefined) return;
      // The parser of types can't be interrupted: the host ends a thread that says nothing.
      if (performance.now() - begun > limits.computeTime) return this.#end(TIME_IS_UP);
      this.#runtime.setMemoryLimit(limits.memory);
      const context = this.#context;
      const program = context.evalCode(code, FILE, { type: "global", strict: true });
      if (program.error) return this.#end(failureOf(context.dump(program.error), "syntax"));
      if (context.typeof(program.value) !== "function")
        return this.#end({ code: "VALIDATION_ERROR", message: "The program can't be read: its braces do not match." });
      const started = context.callFunction(this.#start, context.undefined, program.value, context.newNumber(now));
      if (started.error) this.#end(failureOf(context.dump(started.error)));
    });
  }

  /** Ends a call, and goes on until the program waits or ends. */
  settle({ number, result, failure }: SettleMessage): SandboxStep {
    this.#open--;
    return this.#step(() => this.#settleCall(number, result, failure));
  }

  #toFunction(source: string): string | undefined {
    try {
      return toFunction(source);
    } catch (error) {
      const { message, line } = syntaxProblem(error);
      this.#end({ code: "VALIDATION_ERROR", message: `The program can't be read: ${message}.`, line });
      return undefined;
    }
  }

  /** Whatever breaks out of the engine ends the run: the engine may be broken too. */
  #step(work: () => void): SandboxStep {
    const begun = performance.now();
    this.#sliceEnd = begun + this.#computeLeft;
    let isBroken = false;
    try {
      work();
      this.#runJobs();
    } catch (error) {
      isBroken = true;
      this.#end(toFailure(error));
    }
    const now = performance.now();
    this.#computeLeft -= now - begun;
    if (now > this.#sliceEnd) {
      isBroken = true;
      this.#outcome = { ok: false, failure: TIME_IS_UP };
    }
    const calls = this.#calls;
    this.#calls = [];
    this.#open += calls.length;
    if (this.#outcome === undefined && this.#open === 0) this.#end(NOTHING_COMES);
    return this.#outcome === undefined ? { calls } : { calls, outcome: this.#outcome, isBroken };
  }

  #runJobs(): void {
    for (;;) {
      while (this.#outcome === undefined && this.#runtime.hasPendingJob()) {
        if (performance.now() > this.#sliceEnd) return;
        // A job that fails has no one to tell: what waits for it waits for ever, which is noticed.
        this.#runtime.executePendingJobs(JOBS_AT_ONCE).dispose();
      }
      const refused = this.#refused;
      if (this.#outcome !== undefined || refused.length === 0) return;
      this.#refused = [];
      for (const { number, failure } of refused) this.#settleCall(number, undefined, JSON.stringify(failure));
    }
  }

  #settleCall(number: number, result: string | undefined, failure: string | undefined): void {
    const context = this.#context;
    const text = (value: string | undefined): QuickJSHandle =>
      value === undefined ? context.undefined : context.newString(value);
    const settled = context.callFunction(
      this.#settle,
      context.undefined,
      context.newNumber(number),
      text(result),
      text(failure),
    );
    if (settled.error) this.#end(failureOf(context.dump(settled.error)));
    else settled.dispose();
  }

  #end(failure: CodeFailure): void {
    this.#outcome ??= { ok: false, failure };
  }

  #invokeHandle(): QuickJSHandle {
    const context = this.#context;
    return context.newFunction("invoke", (nameHandle, inputHandle) => {
      const number = this.#callCount++;
      const [name, input] = [context.getString(nameHandle), context.getString(inputHandle)];
      const failure = this.#refusal(input);
      if (failure === undefined) this.#calls.push({ number, name, input });
      else this.#refused.push({ number, failure });
      return context.newNumber(number);
    });
  }

  #refusal(input: string): CodeFailure | undefined {
    const { calls = 0, inputLength = 0 } = this.#limits ?? {};
    if (this.#callCount > calls)
      return { code: "OVERLOADED", message: `A program may make ${calls} calls, and this would be one more.` };
    if (input.length > inputLength) {
      const message = `The input of a call may have ${inputLength} characters; this has ${input.length}.`;
      return { code: "PAYLOAD_TOO_LARGE", message };
    }
    return undefined;
  }

  #logHandle(): QuickJSHandle {
    const context = this.#context;
    return context.newFunction("log", (levelHandle, textHandle) => {
      if (this.#logRoom <= 0) return;
      const level = context.getString(levelHandle) as CodeLog["level"];
      const text = context.getString(textHandle);
      this.#events.log({ level, text: text.slice(0, this.#logRoom) });
      this.#logRoom -= text.length + LINE;
      if (this.#logRoom <= 0) this.#events.log({ level: "warn", text: "… the rest of the log is left out." });
    });
  }

  #finishHandle(): QuickJSHandle {
    const context = this.#context;
    return context.newFunction("finish", (okHandle, textHandle) => {
      if (this.#outcome !== undefined) return;
      const text = context.getString(textHandle);
      const { outputLength = 0 } = this.#limits ?? {};
      if (context.dump(okHandle) !== true) return this.#end(failureOf(JSON.parse(text)));
      if (text.length > outputLength) {
        const message = `The program returned ${text.length} characters of JSON, and may return ${outputLength}: return less.`;
        return this.#end({ code: "PAYLOAD_TOO_LARGE", message });
      }
      this.#outcome = { ok: true, result: text === "" ? undefined : text };
    });
  }
}

const NOTHING_COMES: CodeFailure = {
  code: "EXECUTION_ERROR",
  message: "The program waits for a promise that nothing will settle. There are no timers here.",
};
