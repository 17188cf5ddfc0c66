import type { Subscription } from "../operation/operation-env.ts";
import type { RemoteCallOptions } from "../protocol/caller/call-options.ts";
import { Connection } from "../protocol/peers/connection.ts";
import type { PeerConnectOptions, SpokeState, StateListener } from "../protocol/peers/spoke-options.ts";
import { keepDeadline } from "../shared/time/steady-clock.ts";
import { openWebSocket } from "../transports/websocket/open-websocket.ts";
import { CallerSession } from "./caller-session.ts";
import { nameParts } from "./client-options.ts";
import type { RemoteCaller } from "./create-client.ts";
import { ResumingSubscription } from "../protocol/caller/resuming-subscription.ts";

/** The options of `overWebSocket`. */
export interface WebSocketCallerOptions extends Omit<PeerConnectOptions, "peerId"> {
  /** Milliseconds that a call waits for a connection if there is none, within its deadline. Default: 30,000. */
  readonly waitForConnection?: number | undefined;
}

/** A connection to a hub that only calls. */
export interface WebSocketCaller extends RemoteCaller {
  readonly state: SpokeState;
  /** Calls the listener at every change from now on. Returns a function that stops it. */
  onState(listener: StateListener): () => void;
  /** Closes permanently: running calls end, and nothing reconnects. */
  close(): void;
}

const DEFAULT_WAIT = 30_000;

/**
 * A connection to a hub over WebSocket, for `createClient`. It connects by itself, and again whenever the connection is
 * lost. Calls wait for a connection within their deadline; calls in flight fail with the phase that is known; streams
 * with ids continue after their last item.
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
    join: (channel, joining) => {
      const { limits, peerId } = connection;
      void new CallerSession({ channel, joining, limits, peerId });
    },
  });
  // Waiting calls get the error. If none waits, it can be dropped.
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
      const named = given && nameParts(given);
      if (session !== undefined) return session.call(id, input, named);
      const kept = keepDeadline(named);
      return connected(kept).then((next) => next.call(id, input, kept));
    },
    subscribe(id, input, given) {
      const kept: RemoteCallOptions = keepDeadline(nameParts(given));
      return new ResumingSubscription({
        open: async (lastEventId): Promise<Subscription> => {
          const session = await connected(kept);
          return session.subscribe(id, input, { ...kept, lastEventId });
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
