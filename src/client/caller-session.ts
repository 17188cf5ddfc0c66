import { CallError, withPhase } from "../errors/call-error.ts";
import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import type { Subscription } from "../operation/operation-env.ts";
import type { RemoteCallOptions, ResolvedCallOptions } from "../protocol/caller/call-options.ts";
import { ownOptions } from "../protocol/caller/own-options.ts";
import { PendingCall } from "../protocol/caller/pending-request.ts";
import type {
  PendingRequest,
  QuestionListener,
  QuestionListenerOptions,
  RequestHost,
} from "../protocol/caller/pending-request.ts";
import { RemoteSubscription } from "../protocol/caller/remote-subscription.ts";
import type { ConnectionSession, Joining } from "../protocol/peers/connection.ts";
import type { Channel } from "../protocol/ports/channel.ts";
import type { PeerHello } from "../protocol/wire/protocol-event.ts";
import { SILENT_HEARTBEATS } from "../protocol/wire/protocol-limits.ts";
import type { ProtocolLimits } from "../protocol/wire/protocol-limits.ts";
import { PROTOCOL_VERSION } from "../protocol/wire/protocol-numbers.ts";
import { afterArrivals } from "../shared/time/turns.ts";
import { FrameWriter } from "./frame-writer.ts";
import { heardEvents, isAnswerEvent } from "./heard-event.ts";
import type { HeardEvent } from "./heard-event.ts";

export interface CallerSessionOptions {
  readonly channel: Channel;
  readonly peerId: string;
  readonly limits: ProtocolLimits;
  readonly joining: Joining<CallerSession>;
}

type Timer = ReturnType<typeof setTimeout> & { unref?(): unknown };

/**
 * One connection of a client: only the caller's side of the protocol. It shares the life of calls and streams with full
 * peers (`PendingRequest`), but has its own end of the wire: it offers, answers and forwards nothing.
 */
export class CallerSession implements ConnectionSession, RequestHost {
  readonly counters = { strayAnswers: 0, refusedCalls: 0 };
  readonly link: FrameWriter;
  readonly #options: CallerSessionOptions;
  readonly #pending = new Map<string, PendingRequest>();
  /** Milliseconds between two signs of life, once both sides have said hello. */
  #heartbeatMs = 0;
  /** Times the handshake, then the signs of life. */
  #timer: Timer;
  #lastHeard = 0;
  #lookedAt = 0;
  #toldAt = 0;

  constructor(options: CallerSessionOptions) {
    this.#options = options;
    const { channel, peerId, limits, joining } = options;
    const { handshakeMs, heartbeatMs, maxFrameBytes } = limits;
    this.link = new FrameWriter(channel, limits);
    channel.receive({
      text: (text) => this.#read(text),
      garbage: () => undefined,
      closed: (reason) => this.#lose(connectionLost(`${channel.name}: ${reason}`)),
    });
    this.#timer = setTimeout(
      () => this.close(new CallError("TIMEOUT", `No handshake within ${handshakeMs} ms (handshakeMs).`)),
      handshakeMs,
    );
    const { token } = joining;
    this.link.send({ type: "peer.hello", protocol: PROTOCOL_VERSION, peerId, heartbeatMs, maxFrameBytes, token });
  }

  start(): void {
    this.#lastHeard = this.#lookedAt = this.#toldAt = performance.now();
    // The timer keeps no process alive: an open connection does that by itself.
    this.#timer = setInterval(this.#look, this.#heartbeatMs / 2);
    this.#timer.unref?.();
  }

  call(id: string, input: unknown, given: RemoteCallOptions | undefined): Promise<ResponseEnvelope> {
    return new Promise((resolve, reject) => {
      new PendingCall(this, resolve, reject).begin({ id, input, options: withoutIdentity(given) });
    });
  }

  /** Nothing is sent before the caller asks for the first item. */
  subscribe(id: string, input: unknown, given: RemoteCallOptions): Subscription {
    const { window, windowBytes, maxQueuedBytes } = this.#options.limits;
    return new RemoteSubscription({
      host: this,
      id,
      input,
      options: () => withoutIdentity(given),
      window: { items: given.window ?? window, bytes: windowBytes },
      maxWaitingBytes: maxQueuedBytes,
    });
  }

  add(request: PendingRequest): void {
    const { maxCallsInFlight } = this.#options.limits;
    if (this.#pending.size >= maxCallsInFlight)
      throw new CallError("OVERLOADED", `${maxCallsInFlight} calls are in flight already (maxCallsInFlight).`);
    this.#pending.set(request.requestId, request);
    request.pendingSince = performance.now();
  }

  remove(request: PendingRequest): void {
    this.#pending.delete(request.requestId);
  }

  /** Few calls are asked anything, so the code that answers is loaded with the first question. */
  answerQuestions(options: QuestionListenerOptions): QuestionListener {
    const listener = import("../protocol/caller/answered-questions.ts").then(
      ({ AnsweredQuestions }) => new AnsweredQuestions(options),
    );
    return {
      hear: (event) => void listener.then((loaded) => loaded.hear(event)),
      end: () => void listener.then((loaded) => loaded.end()),
    };
  }

  /** Gives up what is pending, and tells the server. */
  close(reason: CallError): void {
    if (this.link.closedBy !== undefined) return;
    // Short enough for every frame.
    this.link.send({ type: "peer.closed", code: reason.code, message: reason.message.slice(0, 200) });
    this.link.flush();
    this.#lose(reason);
    this.#options.channel.close(reason.message);
  }

  /** Ends without telling the server, which no longer answers. */
  #giveUp(reason: CallError): void {
    this.#lose(reason);
    this.#options.channel.destroy();
  }

  #lose(reason: CallError, answered = false): void {
    if (this.link.closedBy !== undefined) return;
    this.link.closedBy = reason;
    clearInterval(this.#timer);
    const { joining } = this.#options;
    if (this.#heartbeatMs === 0)
      // The server may have given a reason before it closed the connection.
      return joining.onRefused(withPhase(reason.cause instanceof CallError ? reason.cause : reason, "notStarted"));
    // The reason may be a refused token. The calls were not refused: they have lost their connection.
    for (const request of this.#pending.values()) request.lose(connectionLost(reason.message, reason), answered);
    joining.onClosed(this, reason);
  }

  #read(frame: string): void {
    this.#lastHeard = performance.now();
    for (const event of heardEvents(frame)) {
      if (this.link.closedBy !== undefined) return;
      this.#receive(event);
    }
  }

  #receive(event: HeardEvent): void {
    const { channel, joining } = this.#options;
    if (event.type === "peer.closed") {
      const cause = new CallError(event.code, event.message);
      this.#lose(connectionLost(`${channel.name} closed the connection: ${event.message}`, cause), event.answered);
      return channel.close(event.message);
    }
    if (this.#heartbeatMs === 0) return this.#greeted(event);
    if (event.type === "peer.draining")
      return joining.onClosed(this, connectionLost("The server is closing, and takes no more calls."), true);
    if (event.type === "peer.hello") return;
    const request = this.#pending.get(event.requestId);
    if (isAnswerEvent(event)) request?.receive(event);
    else request?.hear(event);
  }

  #greeted(event: HeardEvent): void {
    const { protocol, heartbeatMs = Infinity, maxFrameBytes = Infinity } = event as Partial<PeerHello>;
    if (protocol !== PROTOCOL_VERSION) {
      const message = `The server does not speak this version of the protocol: ${event.type} ${protocol}`;
      return this.close(new CallError("PROTOCOL_ERROR", message));
    }
    clearTimeout(this.#timer);
    // Within the bounds of the protocol: a server must not ask for more.
    this.#heartbeatMs = Math.max(10, Math.min(this.#options.limits.heartbeatMs, heartbeatMs));
    this.link.limitFrames(Math.max(1024, maxFrameBytes));
    this.#options.joining.onReady(this);
  }

  readonly #look = (): void => {
    const now = performance.now();
    const patience = this.#heartbeatMs * SILENT_HEARTBEATS;
    // This process was stopped or busy, and could hear nothing: the server gets its time again.
    if (now - this.#lookedAt > this.#heartbeatMs) {
      this.#lastHeard = now;
      for (const request of this.#pending.values()) request.pendingSince = now;
    }
    this.#lookedAt = now;
    const silentMs = Math.round(now - this.#lastHeard);
    if (silentMs >= patience)
      return this.#giveUp(connectionLost(`Nothing was heard from the other side for ${silentMs} ms.`));
    // By the clock, not by the count of looks: on a busy machine looks come late.
    if (now - this.#toldAt >= this.#heartbeatMs * 0.75) {
      this.#toldAt = now;
      this.link.send({ type: "peer.heartbeat" });
    }
    // A message of the server may still be unread.
    afterArrivals(() => {
      for (const request of this.#pending.values())
        if (!request.isTaken && request.pendingSince + patience <= now)
          request.cancel(connectionLost(`The peer did not take the call within ${patience} ms.`));
    });
  };
}

/** The token of the connection identifies the caller. */
function withoutIdentity(given: RemoteCallOptions | undefined): ResolvedCallOptions {
  const options = ownOptions(given);
  const { onProgress, onElicitation } = options;
  const wants = [onProgress && "progress", onElicitation && "questions"].filter((want) => want !== undefined);
  return { ...options, identity: undefined, wants: wants.length > 0 ? wants : undefined };
}

function connectionLost(message: string, cause?: CallError): CallError {
  return new CallError("CONNECTION_LOST", message, undefined, { cause });
}
