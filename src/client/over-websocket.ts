import { CallError } from "../errors/call-error.ts";
import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import type { Subscription } from "../operation/operation-env.ts";
import type { RemoteCallOptions, ResolvedCallOptions } from "../protocol/caller/call-options.ts";
import { OpeningSubscription } from "../protocol/caller/opening-subscription.ts";
import { OutgoingCalls } from "../protocol/caller/outgoing-calls.ts";
import { ownOptions } from "../protocol/caller/own-options.ts";
import { createCallerLink } from "../protocol/links/caller-link.ts";
import { Connection } from "../protocol/peers/connection.ts";
import type { ConnectionSession, JoinedLink } from "../protocol/peers/connection.ts";
import { watchLiveness } from "../protocol/peers/liveness.ts";
import type { ConnectOptions, SpokeState, StateListener } from "../protocol/peers/spoke-options.ts";
import type { CallerEvent, MalformedRequest, PeerEvent } from "../protocol/wire/protocol-event.ts";
import { SILENT_HEARTBEATS } from "../protocol/wire/protocol-limits.ts";
import type { ProtocolLimits } from "../protocol/wire/protocol-limits.ts";
import { keepDeadline } from "../shared/time/steady-clock.ts";
import { openWebSocket } from "../transports/websocket/open-websocket.ts";
import { nameParts } from "./client-options.ts";
import type { ClientCallOptions } from "./client-options.ts";
import type { RemoteCaller } from "./create-client.ts";
import { ResumingSubscription } from "./resuming-subscription.ts";

/** The options of `overWebSocket`. */
export interface WebSocketCallerOptions extends Omit<ConnectOptions, "peerId"> {
  /** Milliseconds that a call waits for a connection if there is none, within its deadline. Default: 30,000. */
  readonly waitForConnection?: number | undefined;
}

/** A connection to a hub that only calls. */
export interface WebSocketCaller extends RemoteCaller {
  readonly state: SpokeState;
  /** Calls the listener at every change from now on. Returns a function that stops it. */
  onState(listener: StateListener): () => void;
  /** Closes for good: what runs ends, and nothing connects again. */
  close(): void;
}

const DEFAULT_WAIT = 30_000;

/**
 * A connection to a hub over WebSocket, for `createClient`. It connects by itself, and again whenever the connection is
 * lost. Calls wait for a connection within their deadline; calls in flight fail with the phase that is known; streams
 * with ids go on after their last item.
 *
 * @example
 * const connection = overWebSocket({ url: "wss://hub.example/operations", token });
 * const client = createClient<Operations>(connection);
 */
export function overWebSocket(options: WebSocketCallerOptions): WebSocketCaller {
  const { waitForConnection: withinMs = DEFAULT_WAIT, reconnect } = options;
  const connection: Connection<CallerSession> = new Connection({
    ...options,
    url: options.url.replace(/^http/, "ws"),
    reconnect: reconnect === false ? false : { ...reconnect, initially: true },
    open: openWebSocket,
    createLink: createCallerLink,
    join: (joined) => new CallerSession(joined, connection.limits),
    report: () => undefined,
  });
  // Calls that wait hear of it; without any, there is nobody to tell.
  connection.connect().catch(() => undefined);
  const connected = ({ deadline, signal }: RemoteCallOptions = {}): Promise<CallerSession> =>
    connection.connected({ deadline, signal, withinMs });
  return {
    get state() {
      return connection.state;
    },
    onState: (listener) => connection.onState(listener),
    close: () => connection.close(),
    call(id, input, given) {
      const { session } = connection;
      if (session !== undefined) return session.call(id, input, given);
      const kept = keepDeadline(given && nameParts(given));
      return connected(kept).then((next): Promise<ResponseEnvelope> => next.call(id, input, kept));
    },
    subscribe(id, input, given) {
      const kept: RemoteCallOptions = keepDeadline(nameParts(given));
      return new ResumingSubscription({
        open: (lastEventId) => {
          // A copy would read the deadline now: it is a getter.
          const own = Object.defineProperties({}, Object.getOwnPropertyDescriptors(kept)) as RemoteCallOptions;
          Object.assign(own, { lastEventId });
          const open = async (): Promise<Subscription> => (await connected(kept)).subscribe(id, input, own);
          return new OpeningSubscription({ open });
        },
        lastEventId: kept.lastEventId,
        deadline: kept.deadline,
        signal: kept.signal,
        reconnect,
        isClosed: () => connection.state === "closed",
      });
    },
  };
}

/** One connection of a client that answers no calls. */
class CallerSession extends OutgoingCalls implements ConnectionSession {
  readonly #joined: JoinedLink;
  #stopWatching: (() => void) | undefined;

  constructor(joined: JoinedLink, limits: ProtocolLimits) {
    super(joined.link, {
      limits,
      acceptWithin: joined.heartbeatMs * SILENT_HEARTBEATS,
      resolve: (given) => withoutIdentity(given as ClientCallOptions | undefined),
    });
    this.#joined = joined;
  }

  start(): void {
    const { link, heartbeatMs } = this.#joined;
    if (link.closedBy !== undefined) return this.linkClosed(link.closedBy);
    this.#stopWatching = watchLiveness(link, heartbeatMs);
  }

  protected override receiveOther(event: CallerEvent | PeerEvent | MalformedRequest): void {
    if (event.type !== "call.requested") return;
    const error = new CallError("NO_RESPONDER", "This peer answers no calls.");
    this.link.send({ type: "call.error", requestId: event.requestId, ...error.toJSON() });
  }

  protected override linkClosed(reason: CallError): void {
    this.#stopWatching?.();
    this.#joined.onClosed(reason);
  }
}

/** The token of the connection decides who calls. */
function withoutIdentity(given: ClientCallOptions | undefined): ResolvedCallOptions {
  if (given === undefined) return ownOptions(undefined);
  const { identity: _identity, ...options } = ownOptions(nameParts(given));
  return options;
}
