import { CallError, toCallError } from "../errors/call-error.ts";
import type { CallPhase } from "../errors/error-table.ts";
import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import { toRemoteError } from "../errors/remote-error.ts";
import { unwritableResult } from "../errors/unwritable-result.ts";
import type { Identity } from "../operation/access-control.ts";
import type { Subscription } from "../operation/operation-env.ts";
import { passesOn } from "../operation/passes-on.ts";
import type { GivenContext } from "../registry/call/call-port.ts";
import type { OperationRegistry } from "../registry/operation-registry.ts";
import { decodeData, encodeData } from "../shared/json/encode-data.ts";
import { isRecord } from "../shared/json/is-record.ts";
import { isTooDeep, MOST_LEVELS, tooDeepProblem } from "../shared/json/is-too-deep.ts";
import { shorten } from "../shared/short-text.ts";
import { Cancellation } from "../shared/time/cancellation.ts";
import type { CodeLookup } from "./code-lookup.ts";
import { RefusedCall } from "./executor/code-executor.ts";
import { Turns } from "./turns.ts";

/** A call of an operation that a program made. */
export interface CodeCall {
  /** The id of the operation. */
  readonly id: string;
  /** Milliseconds from the start of the run to the call. */
  readonly at: number;
  /** Milliseconds that it took. */
  readonly duration: number;
  /** The code of its error. Absent if it succeeded. */
  readonly error?: string | undefined;
  /** Whether its handler ran, if the call failed. */
  readonly phase?: CallPhase | undefined;
}

export interface CodeCallsOptions {
  readonly registry: OperationRegistry;
  /** The caller's context: the identity, deadline and trace of the next call. */
  readonly context: () => GivenContext;
  readonly identity: Identity | undefined;
  readonly lookup: CodeLookup;
  /** Operations that programs can't call. */
  readonly refused: ReadonlySet<string>;
  readonly parallel: number;
  readonly exposeErrors: boolean;
  /** Ends every call. */
  readonly cancellation: Cancellation;
}

type Members = Readonly<Record<string, unknown>>;

const LONGEST_ID = 200;
const OVER = '{"done":true}';

/** The calls of one run. Each is checked, and made on behalf of the caller. */
export class CodeCalls {
  readonly made: CodeCall[] = [];
  readonly #options: CodeCallsOptions;
  readonly #turns: Turns;
  readonly #begun = performance.now();
  readonly #running = new Set<Promise<unknown>>();
  readonly #streams = new Map<number, OpenStream>();
  #streamCount = 0;

  constructor(options: CodeCallsOptions) {
    this.#options = options;
    this.#turns = new Turns(options.parallel);
  }

  /** One call of the program, as JSON in and out. */
  invoke(name: string, input: string): Promise<string | undefined> {
    const answer = this.#turns.run(async () => {
      const { cancellation } = this.#options;
      if (cancellation.reason !== undefined) throw cancellation.reason;
      const given = input === "" ? undefined : (JSON.parse(input) as unknown);
      // The input of an operation is a member of it.
      if (isTooDeep(given, MOST_LEVELS + 1)) throw this.#refuse(name, given);
      return await this.#answer(name, given);
    });
    const running = answer.catch(() => undefined).finally(() => this.#running.delete(running));
    this.#running.add(running);
    return answer;
  }

  #refuse(name: string, given: unknown): RefusedCall {
    const error = new RefusedCall("VALIDATION_ERROR", tooDeepProblem("input"));
    if (name === "call") new RunningCall((given as { id: string }).id, this.#begun, this.made).failed(error);
    return error;
  }

  /** Resolves when no call runs. */
  async ended(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
    const stopping = Array.from(this.#streams.keys(), (handle) => this.#stop(handle).catch(() => undefined));
    await Promise.all(stopping);
  }

  async #answer(name: string, input: unknown): Promise<string | undefined> {
    switch (name) {
      case "call":
        return await this.#call(input as { id: string; input?: unknown });
      case "next":
        return await this.#next(input as number);
      case "stop":
        await this.#stop(input as number);
        return undefined;
      case "search":
        return JSON.stringify(await this.#search(input));
      case "describe":
        return JSON.stringify(await this.#describe(input));
      default:
        throw new CallError("OPERATION_NOT_FOUND", `A program has no function ${shorten(name, LONGEST_ID)}.`);
    }
  }

  async #call({ id, input }: { readonly id: string; readonly input?: unknown }): Promise<string> {
    const { registry, context, cancellation, refused } = this.#options;
    const call = new RunningCall(id, this.#begun, this.made);
    if (refused.has(id)) {
      const message = `A program can't call ${id}: it would run within itself.`;
      throw call.failed(new CallError("ACCESS_DENIED", message));
    }
    const own = new Cancellation();
    own.followParent(cancellation);
    const request = { id, input: decodeData(input), context: context(), checked: true, cancellation: own };
    if (registry.isStream(id)) {
      const stream = registry.stream(request);
      const handle = this.#streamCount++;
      this.#streams.set(handle, { stream, call, own });
      return JSON.stringify({ stream: handle });
    }
    try {
      const text = written({ envelope: forProgram(await registry.call(request)) });
      call.succeeded();
      return text;
    } catch (thrown) {
      throw call.failed(this.#shown(id, thrown));
    } finally {
      own.release();
    }
  }

  async #next(handle: number): Promise<string> {
    const open = this.#streams.get(handle);
    if (open === undefined) return OVER;
    try {
      const { done, value } = await open.stream.next();
      if (done !== true) return written({ done: false, value: forProgram(value) });
    } catch (thrown) {
      this.#forget(handle);
      // An item that can't be written has not ended its stream.
      void open.stream.return().catch(() => undefined);
      throw open.call.failed(this.#shown(open.call.id, thrown));
    }
    open.call.succeeded();
    this.#forget(handle);
    return OVER;
  }

  async #stop(handle: number): Promise<void> {
    const open = this.#streams.get(handle);
    if (open === undefined) return;
    this.#forget(handle);
    open.call.succeeded();
    await open.stream.return();
  }

  #forget(handle: number): void {
    this.#streams.get(handle)?.own.release();
    this.#streams.delete(handle);
  }

  async #search(input: unknown): Promise<unknown> {
    const { query, limit } = isRecord(input) ? input : ({} as Members);
    if (typeof query !== "string") throw badArgument('search takes a text: search("create an issue").');
    const { lookup, identity } = this.#options;
    return await lookup.search({ query, limit: typeof limit === "number" ? limit : undefined }, identity);
  }

  async #describe(input: unknown): Promise<unknown> {
    const { ids } = isRecord(input) ? input : ({} as Members);
    if (!Array.isArray(ids) || !ids.every((id) => typeof id === "string"))
      throw badArgument('describe takes ids of operations: describe("github.issues_create").');
    const { lookup, identity } = this.#options;
    return await lookup.describe(ids, identity);
  }

  /** The part of an error that the program and its author may read. */
  #shown(id: string, thrown: unknown): CallError {
    const { registry, exposeErrors: expose } = this.#options;
    const error = toCallError(thrown);
    const spec = registry.getSpec(id);
    const shown = { declared: spec?.errorSchemas, passesOn: spec && passesOn(spec), expose };
    const { code, message, details, retryable, phase } = toRemoteError(error, shown);
    return new CallError(code, message, details, { retryable, phase });
  }
}

interface OpenStream {
  readonly stream: Subscription;
  readonly call: RunningCall;
  readonly own: Cancellation;
}

/** Measures one call, and records it when it has ended. */
class RunningCall {
  readonly id: string;
  readonly #runBegan: number;
  readonly #made: CodeCall[];
  readonly #begun = performance.now();

  constructor(id: string, runBegan: number, made: CodeCall[]) {
    this.id = id;
    this.#runBegan = runBegan;
    this.#made = made;
  }

  succeeded(): void {
    this.#made.push(this.#measured());
  }

  failed(error: CallError): CallError {
    this.#made.push({ ...this.#measured(), error: error.code, phase: error.phase });
    return error;
  }

  #measured(): CodeCall {
    const now = performance.now();
    return {
      id: shorten(this.id, LONGEST_ID),
      at: rounded(this.#begun - this.#runBegan),
      duration: rounded(now - this.#begun),
    };
  }
}

/** A handler's own envelope may have more members, which are not for callers. */
function forProgram({ data, meta }: ResponseEnvelope): ResponseEnvelope {
  return { data, meta };
}

/** What the program gets, as JSON. Throws the error that every interface has for what JSON can't express. */
function written(answer: object): string {
  try {
    return JSON.stringify(encodeData(answer));
  } catch (cause) {
    throw unwritableResult(cause);
  }
}

function badArgument(message: string): CallError {
  return new CallError("VALIDATION_ERROR", message);
}

/** To a tenth of a millisecond. */
export function rounded(time: number): number {
  return Math.round(time * 10) / 10;
}
