import { CallError, furthestPhase, toCallError } from "../errors/call-error.ts";
import type { CallPhase } from "../errors/error-table.ts";
import { identityKey } from "../operation/access-control.ts";
import type { GivenContext } from "../registry/call/call-port.ts";
import { CallScope } from "../registry/call/call-scope.ts";
import type { OperationRegistry } from "../registry/operation-registry.ts";
import { nextRequestId } from "../shared/request-id.ts";
import { Cancellation } from "../shared/time/cancellation.ts";
import { CodeCalls, rounded } from "./code-calls.ts";
import type { CodeCall } from "./code-calls.ts";
import type { CodeExecutor, CodeFailure, CodeLimits, CodeLog, CodeOutcome } from "./executor/code-executor.ts";
import { toCodeLimits } from "./code-limits.ts";
import { lookUp } from "./code-lookup.ts";
import type { CodeLookup } from "./code-lookup.ts";
import { markCodeRun } from "./code-runs.ts";
import { createCodeExecutor } from "./sandbox/quickjs-executor.ts";

/** The options of `runCode`. */
export interface RunCodeOptions {
  /** The operations that the program may call, if its caller may. */
  readonly registry: OperationRegistry;
  /** Who runs the program: the identity, deadline, signal and trace of every call. In a handler, its own context. */
  readonly context?: GivenContext | undefined;
  readonly limits?: Partial<CodeLimits> | undefined;
  /** What runs it. Default: threads with QuickJS, which all runs of this process share. */
  readonly executor?: CodeExecutor | undefined;
  /** What `search` and `describe` answer in the program. Default: `createSearch`, and signatures. */
  readonly lookup?: CodeLookup | undefined;
  /** Whether the program sees the messages of escaped exceptions. Default: false. */
  readonly exposeErrors?: boolean | undefined;
  /** Ids of operations that the program can't call. */
  readonly refuse?: Iterable<string> | undefined;
}

/** Why a program failed. */
export interface CodeError extends CodeFailure {
  /** Whether any call of the program ran. */
  readonly phase: CallPhase;
}

/** The outcome of a run: its result or error, and in both cases its log and its calls. */
export interface CodeReport {
  /** What the program returned, after a round trip through JSON. Undefined if it failed, or returned nothing. */
  readonly result: unknown;
  /** Undefined if it succeeded. */
  readonly error: CodeError | undefined;
  readonly logs: readonly CodeLog[];
  /** In the order in which they ended. */
  readonly calls: readonly CodeCall[];
  /** Milliseconds. */
  readonly duration: number;
}

/**
 * Runs a TypeScript or JavaScript program in a sandbox. The program calls operations with `env.namespace.name(input)`,
 * and finds them with `search(words)` and `describe(id)`. The report has what it returns. A failed program gives a
 * report too; this rejects only if the sandbox can't run the program.
 *
 * @example
 * const { result, error } = await runCode("const { data } = await env.math.add({ a: 1, b: 2 }); return data", {
 *   registry,
 *   context: { identity },
 * });
 */
export async function runCode(source: string, options: RunCodeOptions): Promise<CodeReport> {
  const { registry, context = {}, executor = sharedExecutor(), lookup = lookUp(registry) } = options;
  const limits = toCodeLimits(options.limits);
  const begun = performance.now();
  const run = new Cancellation();
  const logs: CodeLog[] = [];
  run.followDeadline(begun + limits.timeout);
  if (context.signal !== undefined) run.followSignal(context.signal);
  const calls = new CodeCalls({
    registry,
    // Its clock stands still while a person is asked. So does that of the calls that come afterwards.
    context: contextOfCalls(context, limits, () => run.at - begun - limits.timeout),
    identity: context.identity,
    lookup,
    refused: new Set(options.refuse),
    parallel: limits.parallelCalls,
    exposeErrors: options.exposeErrors ?? false,
    cancellation: run,
  });
  let outcome: CodeOutcome;
  try {
    outcome =
      tooLong(source, limits) ??
      (await executor.execute(
        {
          source,
          limits,
          caller: context.identity && identityKey(context.identity),
          signal: run.signal,
          now: Date.now(),
        },
        { invoke: (name, input) => calls.invoke(name, input), log: (line) => void logs.push(line) },
      ));
    // Unless the program failed, calls that it did not wait for may finish.
    if (outcome.ok) await calls.ended();
    if (run.reason !== undefined) outcome = { ok: false, failure: failureOf(run.reason) };
  } catch (thrown) {
    // A run may be aborted before it has a thread.
    if (run.reason === undefined || thrown !== run.reason) throw thrown;
    outcome = { ok: false, failure: failureOf(run.reason) };
  } finally {
    run.cancel(new CallError("ABORTED", "The program that made this call has ended."));
    await calls.ended();
  }
  const ran = calls.made.map(({ error, phase }) => (error === undefined ? "started" : (phase ?? "unknown")));
  const phase = ran.reduce<CallPhase>(furthestPhase, "notStarted");
  return {
    result: outcome.ok && outcome.result !== undefined ? (JSON.parse(outcome.result) as unknown) : undefined,
    error: outcome.ok ? undefined : { ...outcome.failure, phase },
    logs,
    calls: calls.made,
    duration: rounded(performance.now() - begun),
  };
}

function tooLong(source: string, { codeLength }: CodeLimits): CodeOutcome | undefined {
  if (source.length <= codeLength) return undefined;
  const message = `The program has ${source.length} characters; it may have ${codeLength} (limits.codeLength).`;
  return { ok: false, failure: { code: "PAYLOAD_TOO_LARGE", message } };
}

function failureOf(reason: CallError): CodeFailure {
  const { code, message } = toCallError(reason);
  return { code, message: code === "TIMEOUT" ? "The run took longer than it may (limits.timeout)." : message };
}

/**
 * The calls of a run within a handler are children of that handler's call. Other runs get a parent id of their own.
 * `stood`: for how many milliseconds the clock of the run has stood still.
 */
function contextOfCalls(context: GivenContext, { timeout }: CodeLimits, stood: () => number): () => GivenContext {
  if (context instanceof CallScope) {
    markCodeRun(context);
    return () => context;
  }
  const deadline = Math.min(context.deadline ?? Infinity, Date.now() + timeout);
  const parentRequestId = context.requestId ?? nextRequestId();
  const shared = { ...context, requestId: undefined, parentRequestId, signal: undefined };
  return () => ({ ...shared, deadline: deadline + stood() });
}

let shared: CodeExecutor | undefined;

/** Its threads keep no process alive. */
function sharedExecutor(): CodeExecutor {
  return (shared ??= createCodeExecutor());
}
