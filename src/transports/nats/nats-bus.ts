import type * as NatsClient from "@nats-io/transport-node";
import type { NatsConnection } from "@nats-io/transport-node";
import { CallError, messageOf } from "../../errors/call-error.ts";
import type { Bus, BusState } from "../../protocol/bus.ts";
import { BusStates } from "../bus-states.ts";
import { withinGrace } from "../within-grace.ts";

export interface NatsBusOptions {
  /** `host:port`, one or several of a cluster. */
  readonly servers: string | readonly string[];
  readonly user?: string | undefined;
  readonly pass?: string | undefined;
  readonly token?: string | undefined;
  /** Milliseconds to wait for the first connection. Default: 10,000. */
  readonly connectTimeoutMs?: number | undefined;
  /** Milliseconds between two attempts to connect again, up to twice that. Default: 250. */
  readonly reconnectDelayMs?: number | undefined;
}

/**
 * A bus over NATS, by its official client. Publishing with own correlation costs a sixth of the client's
 * request/reply.
 *
 * @example
 * const peer = await connectBus({ transport: await natsBus({ servers: "localhost:4222" }), registry });
 */
export async function natsBus(options: NatsBusOptions): Promise<Bus> {
  const connection = await connect(options);
  const states = new BusStates();
  states.set("connected");
  void follow(connection, states);
  return {
    name: "nats",
    maxTextBytes: connection.info?.max_payload ?? 1024 * 1024,
    get state(): BusState {
      return states.current;
    },
    // The client keeps what it has not written to itself.
    bufferedBytes: 0,
    publish(topic, text) {
      if (states.current !== "connected") return false;
      try {
        connection.publish(topic, text);
        return true;
      } catch {
        return false;
      }
    },
    async subscribe(topic, receiver) {
      const subscription = connection.subscribe(topic, {
        callback: (error, message) => {
          if (error === null) receiver.text(message.string());
        },
      });
      // The server has it when it has answered what came after it.
      await connection.flush();
      return {
        async stop() {
          if (!subscription.isClosed()) subscription.unsubscribe();
        },
      };
    },
    onState: (listener) => states.listen(listener),
    reconnect() {
      void connection.reconnect().catch(() => undefined);
    },
    async close() {
      if (states.current === "closed") return;
      if (states.current === "connected") await withinGrace(connection.flush());
      states.set("closed");
      await withinGrace(connection.close());
    },
  };
}

/** The client takes its subscriptions up again by itself; `flush` tells when the server has them. */
async function follow(connection: NatsConnection, states: BusStates): Promise<void> {
  for await (const status of connection.status()) {
    switch (status.type) {
      case "disconnect":
      case "staleConnection":
        states.set("disconnected");
        break;
      case "reconnect":
        void connection.flush().then(
          () => states.set("connected"),
          () => undefined,
        );
    }
  }
  states.set("closed");
}

async function connect(options: NatsBusOptions): Promise<NatsConnection> {
  const { servers, user, pass, token, connectTimeoutMs = 10_000, reconnectDelayMs = 250 } = options;
  const client = await loadClient();
  try {
    return await client.connect({
      servers: typeof servers === "string" ? servers : [...servers],
      ...(user !== undefined && { user }),
      ...(pass !== undefined && { pass }),
      ...(token !== undefined && { token }),
      timeout: connectTimeoutMs,
      maxReconnectAttempts: -1,
      reconnectTimeWait: reconnectDelayMs,
      reconnectJitter: reconnectDelayMs,
      noAsyncTraces: true,
    });
  } catch (cause) {
    throw new CallError("CONNECTION_LOST", `NATS cannot be reached: ${messageOf(cause)}`, undefined, {
      cause,
      phase: "notStarted",
    });
  }
}

async function loadClient(): Promise<typeof NatsClient> {
  try {
    return await import("@nats-io/transport-node");
  } catch (cause) {
    const message = "natsBus needs the package @nats-io/transport-node: npm install @nats-io/transport-node";
    throw new CallError("EXECUTION_ERROR", message, undefined, { cause });
  }
}
