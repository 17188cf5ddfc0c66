import { furthestPhase } from "../../errors/call-error.ts";
import type { CallPhase } from "../../errors/error-table.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { CallSession } from "../../operation/call-session.ts";
import { fail } from "../../operation/declared-error.ts";
import type { CallerLog } from "../../operation/caller-log.ts";
import type { OnExchange } from "../../operation/wire-exchange.ts";
import type { Elicit, ListRoots, Sample } from "../../operation/caller-request.ts";
import type { CallContext, OperationContext, Progress, TraceContext } from "../../operation/operation-context.ts";
import type { OperationEnv } from "../../operation/operation-env.ts";
import { addBriefDeadline } from "../../shared/time/brief-deadlines.ts";
import { Cancellation } from "../../shared/time/cancellation.ts";
import { recentOffset, recentTime } from "../../shared/time/shared-clock.ts";
import { Moment } from "../../shared/time/steady-clock.ts";
import { nextRequestId } from "../../shared/request-id.ts";
import { askInTime } from "./ask-in-time.ts";
import { assertContext } from "./assert-context.ts";
import { createEnv, isChecked } from "./build-env.ts";
import type { CallPort, GivenContext } from "./call-port.ts";

/** Fields of a context that are not on its prototype. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  "checked",
  "parent",
  "cancellation",
  "forwardedTo",
  "startListener",
  "sourceWarning",
] satisfies Array<keyof CallScope>);

/**
 * The context of one call. It is lazy, and a class with getters on its prototype: making one must cost no more than an
 * object with a few fields. (A literal with getters costs six times as much, see ADR 3.)
 */
export class CallScope implements OperationContext {
  /** Whether calls through `env` are checked. Once set, it holds for every call below, however deep. */
  readonly checked: boolean;
  /** The context of the handler that made this call. */
  readonly parent: CallScope | undefined;
  /** Set when something can end the call from outside. */
  cancellation: Cancellation | undefined;
  /** Set by a handler that only passes the work on: what is known about the work itself. */
  forwardedTo: { readonly phase: CallPhase } | undefined;
  /** Told when the work that such a handler passes on has begun. No closure: see ADR 56. */
  startListener: { workStarted(): void } | undefined;
  /** Set for a stream: tells the registry of a line that its source had to skip. Declared only, as calls need no room for it. */
  declare sourceWarning?: (message: string) => void;
  readonly #port: CallPort;
  readonly #given: CallContext | undefined;
  #deadline: Moment | undefined;
  #requestId: string | undefined;
  #env: OperationEnv | undefined;
  #trace: TraceContext | undefined;

  constructor(port: CallPort, context: GivenContext | undefined, checked: boolean) {
    this.#port = port;
    if (context === undefined) {
      this.checked = checked;
      return;
    }
    if (context instanceof CallScope) {
      this.parent = context;
      this.checked = checked || context.checked;
      if (context.cancellation !== undefined) this.bound().followParent(context.cancellation);
      return;
    }
    // This comes before the signal is followed, because nothing releases a call that is refused here. Only these two
    // can be wrong.
    if (context.deadline !== undefined || "forwardedTo" in context) assertContext(context);
    this.#given = context;
    this.checked = checked || isChecked(context);
    const { signal, deadline } = this.#given;
    if (signal !== undefined) this.bound().followSignal(signal);
    if (deadline === undefined) return;
    const { at } = (this.#deadline = new Moment(deadline, recentOffset()));
    this.bound().followDeadline(at, recentTime(at), addBriefDeadline);
  }

  /** Makes it possible to end the call from outside. */
  bound(): Cancellation {
    return (this.cancellation ??= new Cancellation());
  }

  /**
   * A handler that only passes the work on calls this first, and records in the result how far the work has come. A
   * handler that is entered again continues from there.
   */
  passOn(): { phase: CallPhase } {
    const passedOn = { phase: this.forwardedTo?.phase ?? "notStarted" };
    this.forwardedTo = passedOn;
    return passedOn;
  }

  /**
   * Tells the call how far its request to another server has come, so that its deadline or abort ends it with that
   * phase. That the handler here was entered says nothing about the server. An earlier attempt may have come further.
   */
  passedOnTo(request: { readonly phase: CallPhase }): void {
    const earlier = this.forwardedTo?.phase ?? "notStarted";
    this.forwardedTo = earlier === "notStarted" ? request : new FurthestPhase(earlier, request);
  }

  /** Reports that the work that was passed on has begun. */
  workStarted(): void {
    this.startListener?.workStarted();
  }

  get requestId(): string {
    return (this.#requestId ??= this.#given?.requestId ?? nextRequestId());
  }

  get parentRequestId(): string | undefined {
    return this.parent?.requestId ?? this.#given?.parentRequestId;
  }

  get identity(): Identity | undefined {
    return this.parent === undefined ? this.#given?.identity : this.parent.identity;
  }

  get session(): CallSession | undefined {
    return this.parent === undefined ? this.#given?.session : this.parent.session;
  }

  get deadline(): number | undefined {
    return this.parent === undefined ? this.#deadline?.wallTime : this.parent.deadline;
  }

  /** The deadline on the steady clock. */
  get endsAt(): number | undefined {
    return this.parent === undefined ? this.#deadline?.at : this.parent.endsAt;
  }

  get signal(): AbortSignal {
    return (this.cancellation ??= new Cancellation()).signal;
  }

  get trace(): TraceContext | undefined {
    if (this.#trace !== undefined) return this.#trace;
    return this.parent === undefined ? this.#given?.trace : this.parent.trace;
  }

  /** Set by a middleware that makes this call a separate span. */
  set trace(trace: TraceContext) {
    this.#trace = trace;
  }

  get env(): OperationEnv {
    return (this.#env ??= createEnv(this.#port, this, this.checked) as OperationEnv);
  }

  /** What the caller gave with this call itself. */
  get ownGiven(): CallContext | undefined {
    return this.#given;
  }

  /** What came with the outermost call. Its caller answers questions, and reads the log. */
  get outermostGiven(): CallContext | undefined {
    return this.parent === undefined ? this.#given : this.parent.outermostGiven;
  }

  get onProgress(): ((progress: Progress) => void) | undefined {
    return this.#given?.onProgress;
  }

  get onElicitation(): Elicit | undefined {
    return this.#elicitWhile(() => this.holdDeadline());
  }

  #elicitWhile(hold: () => () => void): Elicit | undefined {
    if (this.parent !== undefined) return this.parent.#elicitWhile(hold);
    const ask = this.#given?.onElicitation;
    return ask && askInTime(ask, hold, this.#port.questionTimeout);
  }

  /** Stops the clock of the call while a person is asked. Returns a function that lets it go on. */
  holdDeadline(): () => void {
    const { cancellation, parent } = this;
    if (parent !== undefined) {
      // Besides the clocks of its parents, a call may have another: that of the program that makes it.
      const releases = [cancellation?.holdDeadline(), parent.holdDeadline()];
      return () => releases.splice(0).forEach((release) => release?.());
    }
    if (cancellation === undefined) return () => undefined;
    const before = cancellation.at;
    const release = cancellation.holdDeadline();
    return () => {
      release();
      const stood = cancellation.at - before;
      if (Number.isFinite(stood)) this.#deadline = this.#deadline?.later(stood);
    };
  }

  get onSampling(): Sample | undefined {
    return this.outermostGiven?.onSampling;
  }

  get onRoots(): ListRoots | undefined {
    return this.outermostGiven?.onRoots;
  }

  get callerLog(): CallerLog | undefined {
    return this.outermostGiven?.callerLog;
  }

  get onExchange(): OnExchange | undefined {
    return this.parent === undefined ? this.#given?.onExchange : this.parent.onExchange;
  }

  get callMeta(): Readonly<Record<string, unknown>> | undefined {
    return this.#given?.callMeta;
  }

  get lastEventId(): string | undefined {
    return this.#given?.lastEventId;
  }

  /** Adds members from a middleware. A middleware that tries again may replace its own additions. */
  extend(added: object): void {
    if (typeof added !== "object" || added === null)
      throw new TypeError("next({ context }) takes an object: next({ context: { tenant } }).");
    for (const [name, value] of Object.entries(added)) {
      if (name in CallScope.prototype || OWN_FIELDS.has(name))
        throw new TypeError(`next({ context }) cannot replace context.${name}: choose another name.`);
      Object.defineProperty(this, name, { value, enumerable: true, configurable: true });
    }
  }

  get fail(): typeof fail {
    return fail;
  }
}

/** How far a call that is passed on again has come. */
class FurthestPhase {
  readonly #earlier: CallPhase;
  readonly #request: { readonly phase: CallPhase };

  constructor(earlier: CallPhase, request: { readonly phase: CallPhase }) {
    this.#earlier = earlier;
    this.#request = request;
  }

  get phase(): CallPhase {
    return furthestPhase(this.#earlier, this.#request.phase);
  }
}

/** Warns of a line of a stream that a source had to skip. */
export function warnOfLine(context: OperationContext<unknown>, message: string): void {
  if (context instanceof CallScope && context.sourceWarning !== undefined) return context.sourceWarning(message);
  // oxlint-disable-next-line no-console -- without a registry, nobody else would learn of it
  console.warn(`[operations] ${message}`);
}

/** Does what `holdDeadline` does, for a context that the registry may not have made. */
export function holdDeadline(context: OperationContext<unknown>): () => void {
  return context instanceof CallScope ? context.holdDeadline() : () => undefined;
}

/** Does what `passedOnTo` does, for a context that the registry may not have made. */
export function forwardCall(context: OperationContext<unknown>, request: { readonly phase: CallPhase }): void {
  if (context instanceof CallScope) context.passedOnTo(request);
}
