import type * as NatsClient from "@nats-io/transport-node";
import type { NatsConnection } from "@nats-io/transport-node";
import { CallError, messageOf } from "../../errors/call-error.ts";

export interface NatsBusOptions {
  /** `host:port`, one or several of a cluster. */
  readonly servers: string | readonly string[];
  readonly user?: string | undefined;
  readonly pass?: string | undefined;
  readonly token?: string | undefined;
  /** Milliseconds to wait for a connection. Default: 10,000. */
  readonly connectTimeoutMs?: number | undefined;
  /** Milliseconds between two attempts to connect again, up to twice that. Default: 250. */
  readonly reconnectDelayMs?: number | undefined;
}

/** The options with their defaults. */
export interface NatsSettings extends NatsBusOptions {
  readonly connectTimeoutMs: number;
  readonly reconnectDelayMs: number;
}

export async function connectNats(settings: NatsSettings): Promise<NatsConnection> {
  const { servers, user, pass, token, connectTimeoutMs, reconnectDelayMs } = settings;
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
    const message = `NATS cannot be reached at ${addresses(servers)}: ${messageOf(cause)}`;
    throw new CallError("CONNECTION_LOST", message, undefined, { cause, phase: "notStarted" });
  }
}

/** Without what may be a password before the "@". */
function addresses(servers: string | readonly string[]): string {
  return [servers]
    .flat()
    .map((server) => server.slice(server.lastIndexOf("@") + 1))
    .join(", ");
}

/** Resolves when the server has answered all that was sent to it so far; rejects when it does not in time. */
export async function roundTrip(connection: NatsConnection, timeoutMs: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    const fail = (): void => reject(new CallError("CONNECTION_LOST", "NATS does not answer."));
    timer = setTimeout(fail, timeoutMs);
    // The client leaves a flush without an end when it is closed.
    void connection.closed().then(fail);
  });
  try {
    await Promise.race([connection.flush(), failed]);
  } finally {
    clearTimeout(timer);
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
