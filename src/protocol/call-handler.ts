import { CallError } from "../errors/call-error.ts";
import type { Identity } from "../operation/access-control.ts";
import type { OperationSpec } from "../operation/operation-spec.ts";
import type { OperationRegistry } from "../registry/operation-registry.ts";
import { afterArrivals, atEndOfTick } from "../shared/turns.ts";
import type { PendingRequestMap, Responder } from "./pending-request-map.ts";
import type { CallerEvent, CallRequested } from "./protocol-event.ts";
import { RunningCall } from "./running-call.ts";
import type { AnsweredRequest, Running } from "./running-call.ts";
import { RunningStream } from "./running-stream.ts";

type MaybePromise<T> = T | Promise<T>;

/** Who makes a call; throws a `CallError` to refuse it. */
export type IdentifyCaller = (event: CallRequested) => MaybePromise<Identity | undefined>;

export interface CallHandlerOptions {
  readonly registry: OperationRegistry;
  readonly callMap: PendingRequestMap;
  /** Decides who makes a call. Default: whoever is at the other end of the link. */
  readonly identify?: IdentifyCaller | undefined;
  /** Which operations can be called at all, whoever calls: to others any other is not there. Default: every one. */
  readonly mayCall?: ((spec: OperationSpec) => boolean) | undefined;
  /** Milliseconds that a call may take, streams apart. Default: as long as its caller allows. */
  readonly callTimeoutMs?: number | undefined;
  /** What callers get to know this side as. */
  readonly responderId?: string | undefined;
  /** Is told of errors of which callers see only a part. */
  readonly onError?: ((error: CallError, operationId: string) => void) | undefined;
}

/** How long nothing more may arrive before calls start, after this process was stopped for a while. Milliseconds. */
const QUIET_AFTER_STALL = 25;

/** The longest delay that `setTimeout` keeps. */
const LONGEST_DELAY = 2 ** 31 - 1;

/** How often that is waited for: where calls never stop arriving, they must start all the same. */
const MOST_WAITS = 8;

interface Arrived {
  readonly event: CallRequested;
  /** Milliseconds since the epoch: the time until the call starts counts. */
  readonly deadline: number | undefined;
}

/** Answers the calls that arrive over a link. */
export class CallHandler implements Responder {
  readonly #options: CallHandlerOptions;
  readonly #callMap: PendingRequestMap;
  readonly #stopAnswering: () => void;
  readonly #running = new Map<string, Running>();
  /** Calls that arrived, and start when everything that arrived with them has been looked at. */
  readonly #arrived = new Map<string, Arrived>();
  #arrivedAt = 0;
  #drained: Array<() => void> = [];
  #isDraining = false;

  constructor(options: CallHandlerOptions) {
    this.#options = options;
    this.#callMap = options.callMap;
    this.#stopAnswering = options.callMap.answerWith(this);
  }

  /** How many calls and streams run or are about to. */
  get size(): number {
    return this.#running.size + this.#arrived.size;
  }

  receive(event: CallerEvent): void {
    switch (event.type) {
      case "call.requested":
        return this.#arrive(event);
      case "call.aborted":
        // The caller has ended the call on its side: it expects no answer.
        if (!this.#arrived.delete(event.requestId)) this.#running.get(event.requestId)?.abort(event.reason);
        this.#forget(event.requestId);
        return;
      case "call.credit":
        this.#running.get(event.requestId)?.credit(event.n);
    }
  }

  /** Nothing keeps running for a caller that has gone. */
  closed(): void {
    this.#arrived.clear();
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
    const error = new CallError("NO_RESPONDER", "The responder has stopped.");
    for (const requestId of this.#arrived.keys()) this.#refuse(requestId, error);
    this.#arrived.clear();
    for (const running of this.#running.values()) running.stop();
    this.#running.clear();
    this.#tellDrained();
  }

  #arrive(event: CallRequested): void {
    const { requestId } = event;
    const { maxCallsInFlight } = this.#callMap.limits;
    // A second call of the same id would run it twice.
    if (this.#arrived.has(requestId) || this.#running.has(requestId)) {
      this.#callMap.counters.refusedCalls++;
      return;
    }
    if (this.#isDraining) return this.#refuse(requestId, new CallError("NO_RESPONDER", "The responder is stopping."));
    if (this.size >= maxCallsInFlight) {
      const message = `${maxCallsInFlight} calls of this peer are running already (maxCallsInFlight).`;
      return this.#refuse(requestId, new CallError("OVERLOADED", message));
    }
    const hidden = this.#findHidden(event);
    if (hidden !== undefined) return this.#refuse(requestId, hidden);
    this.#arrived.set(requestId, { event, deadline: this.#deadlineOf(event) });
    if (this.#arrived.size > 1) return;
    this.#arrivedAt = Date.now();
    afterArrivals(() => this.#startArrived());
  }

  #deadlineOf({ timeoutMs = Infinity, window }: CallRequested): number | undefined {
    const { callTimeoutMs = Infinity } = this.#options;
    const allowed = window === undefined ? Math.min(timeoutMs, callTimeoutMs) : timeoutMs;
    return allowed === Infinity ? undefined : Date.now() + allowed;
  }

  #findHidden({ operationId }: CallRequested): CallError | undefined {
    const { registry, mayCall } = this.#options;
    const spec = mayCall && registry.getSpec(operationId);
    if (mayCall === undefined || spec === undefined || mayCall(spec)) return undefined;
    return new CallError("OPERATION_NOT_FOUND", `There is no operation ${operationId}.`);
  }

  #startArrived(): void {
    // Stopped or blocked in between: callers may have given up, and their aborts are still on the way.
    if (Date.now() - this.#arrivedAt > this.#callMap.limits.heartbeatMs / 2) return this.#startWhenQuiet();
    const starting: Running[] = [];
    for (const [requestId, arrived] of this.#arrived) {
      // One by one: a handler may stop everything that has not started yet.
      this.#arrived.delete(requestId);
      starting.push(this.#start(arrived));
    }
    // Answers of this tick go without: they say themselves that the call was taken.
    atEndOfTick(() => starting.forEach((running) => running.accept()));
  }

  #startWhenQuiet(waits = 1): void {
    const { size } = this.#arrived;
    setTimeout(() => {
      this.#arrivedAt = Date.now();
      if (this.#arrived.size > size && waits < MOST_WAITS) this.#startWhenQuiet(waits + 1);
      else this.#startArrived();
    }, QUIET_AFTER_STALL);
  }

  #start({ event, deadline }: Arrived): Running {
    const { registry, responderId = "responder", onError } = this.#options;
    const onEnd = (): void => this.#forget(event.requestId);
    const request: AnsweredRequest = { registry, callMap: this.#callMap, event, deadline, responderId, onError, onEnd };
    const running = event.window === undefined ? new RunningCall(request) : new RunningStream(request);
    this.#running.set(event.requestId, running);
    const refuse = (thrown: unknown): void => {
      this.#callMap.counters.refusedIdentities++;
      running.fail(thrown);
    };
    try {
      const identity = this.#identify(event);
      if (identity instanceof Promise) identity.then((known) => running.start(known), refuse);
      else running.start(identity);
    } catch (thrown) {
      refuse(thrown);
    }
    return running;
  }

  #identify(event: CallRequested): MaybePromise<Identity | undefined> {
    if (this.#options.identify !== undefined) return this.#options.identify(event);
    const { peer } = this.#callMap.link;
    if (event.identity === undefined) return peer.identity;
    if (peer.isTrusted) return event.identity;
    throw new CallError(
      "UNAUTHENTICATED",
      "Who calls is decided by the connection: the call may not claim an identity.",
    );
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
