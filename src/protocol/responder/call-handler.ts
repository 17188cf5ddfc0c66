import { CallError, toCallError } from "../../errors/call-error.ts";
import type { ErrorCode } from "../../errors/error-table.ts";
import { withoutStack } from "../../errors/without-stack.ts";
import type { Identity } from "../../operation/access-control.ts";
import { OpenCallSession } from "../../operation/call-session.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { tellListener } from "../../shared/listeners.ts";
import { RENEW_AFTER, renewedMap } from "../../shared/renewed-map.ts";
import { LONGEST_DELAY } from "../../shared/time/deadline-timer.ts";
import { afterArrivals, atEndOfTick } from "../../shared/time/turns.ts";
import { endsWithin } from "../../shared/time/wait.ts";
import type { PendingRequestMap, Responder } from "../caller/pending-request-map.ts";
import { callerByToken } from "../identity/delegated-caller.ts";
import type { TokenCache } from "../identity/token-cache.ts";
import type { LinkPeer } from "../ports/link.ts";
import type { CallerEvent, CallRequested, MalformedRequest } from "../wire/protocol-event.ts";
import { RunningCall } from "./running-call.ts";
import type { Running, RunningHost } from "./running-call.ts";
import { RunningStream } from "./running-stream.ts";
import type { MaybePromise } from "../../shared/maybe-promise.ts";

/** Decides who makes a call. Throws a `CallError` to refuse it. */
export type IdentifyCaller = (event: CallRequested) => MaybePromise<Identity | undefined>;

/** Counts a call, and throws a `CallError` to refuse it. Returns a function that is called when the call has ended. */
export type EnterCall = () => () => void;

/** The options of `buildCallHandler`. */
export interface CallHandlerOptions {
  readonly registry: OperationRegistry;
  readonly callMap: PendingRequestMap;
  /** Decides who makes a call. Default: the peer at the other end of the link. */
  readonly identify?: IdentifyCaller | undefined;
  /**
   * Which operations can be called at all. A call to any other is answered as if the operation did not exist; so is one
   * for which this throws. Default: all.
   */
  readonly mayCall?: ((spec: OperationSpec, id: string) => boolean) | undefined;
  /** Milliseconds that a call may take; streams have no such limit. Default: as long as the caller allows. */
  readonly callTimeoutMs?: number | undefined;
  /** Counts every accepted call. Default: only `maxCallsInFlight` bounds them. */
  readonly enterCall?: EnterCall | undefined;
  /** The name of this side in answers. */
  readonly responderId?: string | undefined;
  /** Gets the error of every call that fails, with its cause and everything else that the caller does not see. */
  readonly onError?: ((error: CallError, operationId: string) => void) | undefined;
}

/** Milliseconds without arrivals before calls start, after this process was stopped for a while. */
const QUIET_AFTER_STALL = 25;

/** How many times to wait for that. Calls must start even if they never stop arriving. */
const MOST_WAITS = 8;

/** Calls of one link that start in one turn of the event loop. */
const MOST_STARTED = 64;

/** Answers the calls that arrive over a link. */
export class CallHandler implements Responder {
  readonly #options: CallHandlerOptions;
  readonly #callMap: PendingRequestMap;
  readonly #stopAnswering: () => void;
  /** What the calls that run here share. */
  readonly #host: RunningHost;
  /** The session of the other side's calls. */
  readonly session = new OpenCallSession();
  #running = new Map<string, Running>();
  /** How many calls have ended since the map was last renewed. */
  #ended = 0;
  /** Calls that start once everything that arrived with them has been read. */
  #arrived: Running[] = [];
  #arrivedAt = 0;
  /** Calls that started in this tick. */
  #started: Running[] = [];
  #onDrained: Array<() => void> = [];
  #isDraining = false;

  constructor(options: CallHandlerOptions) {
    const { registry, callMap, responderId = "responder" } = options;
    this.#options = options;
    this.#callMap = callMap;
    this.#stopAnswering = callMap.answerWith(this);
    const running = this.#running;
    const { session } = this;
    this.#host = { registry, callMap, responderId, session, running, onError: this.#report, ended: this.#forget };
  }

  /** How many calls and streams run or are about to. */
  get size(): number {
    return this.#running.size;
  }

  receive(event: CallerEvent | MalformedRequest): void {
    const { requestId } = event;
    switch (event.type) {
      case "call.requested": {
        try {
          const refused = this.#refusalOf(event);
          if (refused !== undefined) throw refused;
          this.#take(event, this.#options.enterCall?.());
        } catch (thrown) {
          this.#refuse(requestId, toCallError(thrown));
        }
        return;
      }
      case "call.aborted":
        // The caller has ended the call on its side and expects no answer.
        this.#running.get(requestId)?.abort(event.reason);
        this.#forget(requestId);
        return;
      case "call.credit":
        this.#running.get(requestId)?.credit(event.n);
        return;
      case "call.answer":
        if (this.#running.get(requestId)?.answer(event) !== true) this.#callMap.counters.strayAnswers++;
        return;
      case "malformed":
        this.#refuse(
          requestId,
          refusal(event.isInvalidInput === true ? "VALIDATION_ERROR" : "PROTOCOL_ERROR", event.problem),
        );
    }
  }

  /** Stops everything: the link has ended, and nobody waits for an answer. */
  closed(): void {
    const lost = this.#callMap.link.closedBy ?? new CallError("CONNECTION_LOST", "The link was closed.");
    for (const running of this.#running.values()) running.end(lost);
    this.#clear();
    this.session.end();
  }

  /** Takes no more calls, and resolves when those in flight have ended, at the latest after `graceMs`. */
  async drain(graceMs = 10_000): Promise<void> {
    this.#isDraining = true;
    const { link } = this.#callMap;
    if (link.closedBy === undefined) link.send({ type: "peer.draining" });
    if (this.size === 0) return;
    const drained = new Promise<void>((resolve) => void this.#onDrained.push(resolve));
    await endsWithin(drained, Math.min(graceMs, LONGEST_DELAY));
  }

  /** Stops answering: aborts running calls, and tells their callers. */
  close(): void {
    this.#stopAnswering();
    // Stopping one may end another.
    for (const running of this.#running.values()) if (!running.isOver) running.stop();
    this.#clear();
    this.session.end();
  }

  #take(event: CallRequested, leave: (() => void) | undefined): void {
    const { callTimeoutMs = Infinity } = this.#options;
    const { timeoutMs = Infinity, window } = event;
    const allowed = window === undefined ? Math.min(timeoutMs, callTimeoutMs) : timeoutMs;
    const request = { event, leave, endsAt: allowed === Infinity ? undefined : performance.now() + allowed };
    const running =
      window === undefined ? new RunningCall(this.#host, request) : new RunningStream(this.#host, request);
    this.#running.set(event.requestId, running);
    if (this.#arrived.push(running) > 1) return;
    this.#arrivedAt = performance.now();
    const allIsRead = this.#callMap.link.hasDeliveredAll === true ? atEndOfTick : afterArrivals;
    allIsRead(this.#startArrived);
  }

  /** Why a call is not taken. */
  #refusalOf({ requestId, operationId }: CallRequested): CallError | undefined {
    const { registry, mayCall } = this.#options;
    const { maxCallsInFlight } = this.#callMap.limits;
    if (this.#running.has(requestId)) return refusal("PROTOCOL_ERROR", "A call of this id is running already.");
    if (this.#isDraining) return refusal("NO_RESPONDER", "The responder is stopping.");
    if (this.#running.size >= maxCallsInFlight) {
      const message = `${maxCallsInFlight} calls of this peer are running already (maxCallsInFlight).`;
      return refusal("OVERLOADED", message);
    }
    if (mayCall === undefined) return undefined;
    const spec = registry.getSpec(operationId);
    try {
      if (spec === undefined || mayCall(spec, operationId)) return undefined;
    } catch (thrown) {
      // A filter that throws has not allowed the call, and the rest of this frame must still be read.
      this.#report(toCallError(thrown), operationId);
    }
    return refusal("OPERATION_NOT_FOUND", `There is no operation ${operationId}.`);
  }

  #refuse(requestId: string, error: CallError): void {
    this.#callMap.counters.refusedCalls++;
    // An answer would end the running call of this id.
    if (this.#running.has(requestId) || this.#callMap.link.closedBy !== undefined) return;
    this.#callMap.emitError(requestId, error);
  }

  /** A listener that throws must not keep the caller from its answer. */
  readonly #report = (error: CallError, operationId: string): void =>
    tellListener(() => this.#options.onError?.(error, operationId), undefined);

  readonly #startArrived = (): void => {
    // This process was stopped or busy in between: callers may have aborted, and their aborts are still on the way.
    if (performance.now() - this.#arrivedAt > this.#callMap.limits.heartbeatMs / 2) return this.#startWhenQuiet();
    const starting = this.#arrived;
    this.#arrived = starting.length > MOST_STARTED ? starting.splice(MOST_STARTED) : [];
    if (this.#arrived.length > 0) {
      this.#arrivedAt = performance.now();
      afterArrivals(this.#startArrived);
    }
    for (const running of starting) {
      // The caller may have given it up meanwhile, or the handler of a call before it may have stopped this side.
      if (!running.isOver) this.#start(running);
      if (this.#started.push(running) === 1) atEndOfTick(this.#acceptStarted);
    }
  };

  #startWhenQuiet(waits = 1): void {
    const count = this.#arrived.length;
    setTimeout(() => {
      this.#arrivedAt = performance.now();
      if (this.#arrived.length > count && waits < MOST_WAITS) this.#startWhenQuiet(waits + 1);
      else this.#startArrived();
    }, QUIET_AFTER_STALL);
  }

  /** A call that is answered within its first tick needs no `call.accepted`: the answer shows that it was taken. */
  readonly #acceptStarted = (): void => {
    const started = this.#started;
    this.#started = [];
    for (const running of started) if (!running.isOver) running.accept();
  };

  #start(running: Running): void {
    const { identify } = this.#options;
    const { event } = running.request;
    try {
      const identity = identify === undefined ? identifyCaller(event, this.#callMap.link.peer) : identify(event);
      if (identity instanceof Promise)
        identity.then(
          (known) => {
            if (!running.isOver) running.start(known);
          },
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

  readonly #forget = (requestId: string): void => {
    this.#running.get(requestId)?.request.leave?.();
    this.#running.delete(requestId);
    if (++this.#ended > RENEW_AFTER + this.#running.size) {
      this.#ended = 0;
      this.#host.running = this.#running = renewedMap(this.#running);
    }
    if (this.#running.size === 0 && this.#onDrained.length > 0) this.#clear();
  };

  #clear(): void {
    for (const { request } of this.#running.values()) request.leave?.();
    this.#running.clear();
    for (const resolve of this.#onDrained.splice(0)) resolve();
  }
}

function refusal(code: ErrorCode, message: string): CallError {
  return withoutStack(() => new CallError(code, message));
}

/**
 * Who makes a call over a link: the peer at its other end, or a caller that the peer may speak for. Throws a
 * `CallError` to refuse the call: it never runs as a caller other than the one it names.
 */
export function identifyCaller(
  { identity, token }: CallRequested,
  peer: LinkPeer,
  tokens?: TokenCache,
): MaybePromise<Identity | undefined> {
  if (identity === undefined) return token === undefined ? peer.identity : callerByToken(token, peer.identity, tokens);
  if (peer.isTrusted) return identity;
  throw new CallError("UNAUTHENTICATED", "The connection decides who calls: the call may not claim an identity.");
}

/**
 * Answers the calls that arrive at a call map. Each call is checked against its caller's rights and runs through the
 * registry like any other.
 *
 * @example
 * const handler = buildCallHandler({ registry, callMap });
 * // …
 * handler.close();
 */
export function buildCallHandler(options: CallHandlerOptions): CallHandler {
  return new CallHandler(options);
}
