import { CallError, toCallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { LONGEST_DELAY } from "../../shared/deadline-timer.ts";
import { afterArrivals, atEndOfTick } from "../../shared/turns.ts";
import { identifyCaller } from "../identity/identify-caller.ts";
import type { PendingRequestMap, Responder } from "../caller/pending-request-map.ts";
import type { CallerEvent, CallRequested } from "../wire/protocol-event.ts";
import { RunningCall } from "./running-call.ts";
import type { AnsweredRequest, Running, RunningHost } from "./running-call.ts";
import { RunningStream } from "./running-stream.ts";

type MaybePromise<T> = T | Promise<T>;

/** Who makes a call; throws a `CallError` to refuse it. */
export type IdentifyCaller = (event: CallRequested) => MaybePromise<Identity | undefined>;

export interface CallHandlerOptions {
  readonly registry: OperationRegistry;
  readonly callMap: PendingRequestMap;
  /** Decides who makes a call. Default: whoever is at the other end of the link. */
  readonly identify?: IdentifyCaller | undefined;
  /**
   * Which operations can be called at all, whoever calls: to others any other is not there, nor one at which it throws.
   * Default: every one.
   */
  readonly mayCall?: ((spec: OperationSpec) => boolean) | undefined;
  /** Milliseconds that a call may take, streams apart. Default: as long as its caller allows. */
  readonly callTimeoutMs?: number | undefined;
  /** What callers get to know this side as. */
  readonly responderId?: string | undefined;
  /** Is told of every call that fails: with the cause, and what else its caller does not see of the error. */
  readonly onError?: ((error: CallError, operationId: string) => void) | undefined;
}

/** How long nothing more may arrive before calls start, after this process was stopped for a while. Milliseconds. */
const QUIET_AFTER_STALL = 25;

/** How often that is waited for: where calls never stop arriving, they must start all the same. */
const MOST_WAITS = 8;

/** Answers the calls that arrive over a link. */
export class CallHandler implements Responder {
  readonly #options: CallHandlerOptions;
  readonly #callMap: PendingRequestMap;
  readonly #stopAnswering: () => void;
  /** What the calls that run here have in common. */
  readonly #host: RunningHost;
  readonly #running = new Map<string, Running>();
  /** Those that start when everything that arrived with them has been looked at. */
  #arrived: Running[] = [];
  #arrivedAt = 0;
  #drained: Array<() => void> = [];
  #isDraining = false;

  constructor(options: CallHandlerOptions) {
    const { registry, callMap, responderId = "responder" } = options;
    this.#options = options;
    this.#callMap = callMap;
    this.#stopAnswering = callMap.answerWith(this);
    this.#host = { registry, callMap, responderId, onError: this.#tell, ended: (requestId) => this.#forget(requestId) };
  }

  /** How many calls and streams run or are about to. */
  get size(): number {
    return this.#running.size;
  }

  receive(event: CallerEvent): void {
    switch (event.type) {
      case "call.requested":
        return this.#arrive(event);
      case "call.aborted":
        // The caller has ended the call on its side: it expects no answer.
        this.#running.get(event.requestId)?.abort(event.reason);
        this.#forget(event.requestId);
        return;
      case "call.credit":
        this.#running.get(event.requestId)?.credit(event.n);
        return;
      case "call.answer":
        if (this.#running.get(event.requestId)?.answer(event) !== true) this.#callMap.counters.strayAnswers++;
    }
  }

  /** Nothing keeps running for a caller that has gone. */
  closed(): void {
    for (const running of this.#running.values()) running.abort("ABORTED");
    this.#running.clear();
    this.#tellDrained();
  }

  /** Takes no more calls, and resolves when those in flight have ended, at the latest after `graceMs`. */
  async drain(graceMs = 10_000): Promise<void> {
    this.#isDraining = true;
    if (this.#callMap.link.closedBy === undefined) this.#callMap.link.send({ type: "peer.draining" });
    if (this.size === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      this.#drained.push(resolve);
      timer = setTimeout(resolve, Math.min(graceMs, LONGEST_DELAY));
    });
    clearTimeout(timer);
  }

  /** Stops answering: what runs is aborted, and its callers are told. */
  close(): void {
    this.#stopAnswering();
    for (const running of this.#running.values()) running.stop();
    this.#running.clear();
    this.#tellDrained();
  }

  #arrive(event: CallRequested): void {
    const { requestId } = event;
    const { maxCallsInFlight } = this.#callMap.limits;
    // A second call of the same id would run it twice.
    if (this.#running.has(requestId)) {
      this.#callMap.counters.refusedCalls++;
      return;
    }
    if (event.operationId === "") {
      return this.#refuse(
        requestId,
        new CallError("PROTOCOL_ERROR", event.problem ?? "The request names no operation."),
      );
    }
    if (this.#isDraining) return this.#refuse(requestId, new CallError("NO_RESPONDER", "The responder is stopping."));
    if (this.size >= maxCallsInFlight) {
      const message = `${maxCallsInFlight} calls of this peer are running already (maxCallsInFlight).`;
      return this.#refuse(requestId, new CallError("OVERLOADED", message));
    }
    const hidden = this.#findHidden(event);
    if (hidden !== undefined) return this.#refuse(requestId, hidden);
    const request: AnsweredRequest = { event, deadline: this.#deadlineOf(event) };
    const running =
      event.window === undefined ? new RunningCall(this.#host, request) : new RunningStream(this.#host, request);
    this.#running.set(requestId, running);
    if (this.#arrived.push(running) > 1) return;
    this.#arrivedAt = Date.now();
    const allIsHere = this.#callMap.link.hasDeliveredAll === true ? atEndOfTick : afterArrivals;
    allIsHere(this.#startArrived);
  }

  #deadlineOf({ timeoutMs = Infinity, window }: CallRequested): number | undefined {
    const { callTimeoutMs = Infinity } = this.#options;
    const allowed = window === undefined ? Math.min(timeoutMs, callTimeoutMs) : timeoutMs;
    return allowed === Infinity ? undefined : Date.now() + allowed;
  }

  #findHidden({ operationId }: CallRequested): CallError | undefined {
    const { registry, mayCall } = this.#options;
    const spec = mayCall && registry.getSpec(operationId);
    try {
      if (mayCall === undefined || spec === undefined || mayCall(spec)) return undefined;
    } catch (thrown) {
      // One that throws does not say yes; and what else came in this frame must still be read.
      this.#tell(toCallError(thrown), operationId);
    }
    return new CallError("OPERATION_NOT_FOUND", `There is no operation ${operationId}.`);
  }

  readonly #tell = (error: CallError, operationId: string): void => {
    try {
      this.#options.onError?.(error, operationId);
    } catch {
      // Whoever listens to errors must not keep the caller from its answer.
    }
  };

  readonly #startArrived = (): void => {
    // Stopped or blocked in between: callers may have given up, and their aborts are still on the way.
    if (Date.now() - this.#arrivedAt > this.#callMap.limits.heartbeatMs / 2) return this.#startWhenQuiet();
    const starting = this.#arrived;
    this.#arrived = [];
    for (const running of starting) this.#start(running);
    // Answers of this tick go without: they say themselves that the call was taken.
    atEndOfTick(() => starting.forEach((running) => running.accept()));
  };

  #startWhenQuiet(waits = 1): void {
    const count = this.#arrived.length;
    setTimeout(() => {
      this.#arrivedAt = Date.now();
      if (this.#arrived.length > count && waits < MOST_WAITS) this.#startWhenQuiet(waits + 1);
      else this.#startArrived();
    }, QUIET_AFTER_STALL);
  }

  #start(running: Running): void {
    // Given up meanwhile, or stopped by the handler of one that started before it.
    if (running.isOver) return;
    try {
      const identity = this.#identify(running.request.event);
      if (identity instanceof Promise)
        identity.then(
          (known) => running.start(known),
          (thrown: unknown) => this.#refuseIdentity(running, thrown),
        );
      else running.start(identity);
    } catch (thrown) {
      this.#refuseIdentity(running, thrown);
    }
  }

  #refuseIdentity(running: Running, thrown: unknown): void {
    this.#callMap.counters.refusedIdentities++;
    running.fail(thrown);
  }

  #identify(event: CallRequested): MaybePromise<Identity | undefined> {
    const { identify } = this.#options;
    return identify === undefined ? identifyCaller(event, this.#callMap.link.peer) : identify(event);
  }

  #forget(requestId: string): void {
    this.#running.delete(requestId);
    this.#tellDrained();
  }

  #tellDrained(): void {
    if (this.size > 0 || this.#drained.length === 0) return;
    for (const tell of this.#drained.splice(0)) tell();
  }

  #refuse(requestId: string, error: CallError): void {
    this.#callMap.counters.refusedCalls++;
    if (this.#callMap.link.closedBy === undefined) this.#callMap.emitError(requestId, error);
  }
}

/**
 * Starts to answer the calls that arrive at a call map: each is checked against its caller's rights, and runs through
 * the registry like any other.
 *
 * @example
 * const handler = buildCallHandler({ registry, callMap });
 * // …
 * handler.close();
 */
export function buildCallHandler(options: CallHandlerOptions): CallHandler {
  return new CallHandler(options);
}
