import type { CallPhase } from "../errors/error-table.ts";
import type { Identity } from "../operation/access-control.ts";
import type { Elicit } from "../operation/elicitation.ts";
import type { CallContext, OperationContext, Progress, TraceContext } from "../operation/operation-context.ts";
import type { OperationEnv } from "../operation/operation-env.ts";
import { Cancellation } from "../shared/cancellation.ts";
import { nextRequestId } from "../shared/request-id.ts";
import { createEnv, isChecked } from "./build-env.ts";
import type { CallPort, CallRequest } from "./call-port.ts";

/**
 * The context of one call. A class with getters on its prototype, and lazy: making one must cost no more than an
 * object with a few fields (a literal with getters costs six times as much, see ADR 3).
 */
export class CallScope implements OperationContext {
  /** Whether what is called through `env` is checked. Once set it holds for everything below, however deep. */
  readonly checked: boolean;
  readonly #port: CallPort;
  readonly #parent: CallScope | undefined;
  readonly #given: CallContext | undefined;
  #cancellation: Cancellation | undefined;
  #requestId: string | undefined;
  #env: OperationEnv | undefined;
  /** Set by a handler that only hands the call on: what is known about the one that really runs it. */
  forwardedTo: { readonly phase: CallPhase } | undefined;
  #trace: TraceContext | undefined;

  constructor(port: CallPort, context: CallRequest["context"], checked: boolean) {
    this.#port = port;
    if (context === undefined) {
      this.checked = checked;
      return;
    }
    if (context instanceof CallScope) {
      this.#parent = context;
      this.checked = checked || context.checked;
      if (context.#cancellation !== undefined) this.bound().followParent(context.#cancellation);
      return;
    }
    assertNoCopy(context);
    this.#given = context;
    this.checked = checked || isChecked(context);
    const { signal, deadline } = this.#given;
    // Before the signal is followed: a call that is refused here has nobody who would release it.
    if (deadline !== undefined) assertDeadline(deadline);
    if (signal !== undefined) this.bound().followSignal(signal);
    if (deadline !== undefined) this.bound().followDeadline(deadline);
  }

  /** Set when something can end the call from outside. */
  get cancellation(): Cancellation | undefined {
    return this.#cancellation;
  }

  /** Makes the call one that can be ended from outside. */
  bound(): Cancellation {
    return (this.#cancellation ??= new Cancellation());
  }

  /** The call is over: nothing of it stays at its deadline, its caller's signal or its parent. */
  release(): void {
    this.#cancellation?.release();
  }

  get requestId(): string {
    return (this.#requestId ??= this.#given?.requestId ?? nextRequestId());
  }

  /** The context of the handler that made this call. */
  get parent(): CallScope | undefined {
    return this.#parent;
  }

  get parentRequestId(): string | undefined {
    return this.#parent?.requestId ?? this.#given?.parentRequestId;
  }

  get identity(): Identity | undefined {
    return this.#parent === undefined ? this.#given?.identity : this.#parent.identity;
  }

  get deadline(): number | undefined {
    return this.#parent === undefined ? this.#given?.deadline : this.#parent.deadline;
  }

  get signal(): AbortSignal {
    return this.bound().signal;
  }

  get trace(): TraceContext | undefined {
    if (this.#trace !== undefined) return this.#trace;
    return this.#parent === undefined ? this.#given?.trace : this.#parent.trace;
  }

  /** Set by a middleware that makes this call a span of its own. */
  set trace(trace: TraceContext) {
    this.#trace = trace;
  }

  get env(): OperationEnv {
    return (this.#env ??= createEnv(this.#port, this, this.checked));
  }

  get onProgress(): ((progress: Progress) => void) | undefined {
    // Progress of a nested call is its handler's own business: the outer caller asked about the outer call.
    return this.#given?.onProgress;
  }

  get onElicitation(): Elicit | undefined {
    // A question of a nested call is for whoever made the outermost: nobody else could answer it.
    return this.#parent === undefined ? this.#given?.onElicitation : this.#parent.onElicitation;
  }
}

/**
 * Refuses `{ ...context }`: getters are not copied, so that the call would go on as somebody else, and without an end.
 * A copy that names an identity knows that.
 */
export function assertNoCopy(context: object): void {
  if (!("forwardedTo" in context) || "identity" in context) return;
  throw new TypeError(
    "{ ...context } copies nothing of a handler's context: pass the context itself, or name what goes along, such as { identity: context.identity, signal: context.signal }.",
  );
}

/** Refuses what is no point in time: a NaN would be waited for without end. */
export function assertDeadline(deadline: unknown): void {
  if (typeof deadline === "number" && !Number.isNaN(deadline)) return;
  throw new TypeError("deadline is not a number: give milliseconds since the epoch, such as Date.now() + 5000.");
}
