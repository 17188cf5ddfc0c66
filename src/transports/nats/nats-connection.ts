import { installCommand } from "../../shared/install-command.ts";
import type { NatsConnection } from "@nats-io/transport-node";
import { CallError, messageOf } from "../../errors/call-error.ts";
import { within } from "../../shared/time/wait.ts";
import { loadPackage } from "../load-package.ts";

/** The options of `natsBus`. */
export interface NatsBusOptions {
  /** `host:port` of a server, or of several in a cluster. */
  readonly servers: string | readonly string[];
  readonly user?: string | undefined;
  readonly pass?: string | undefined;
  readonly token?: string | undefined;
  /** Milliseconds to wait for a connection. Default: 10,000. */
  readonly connectTimeoutMs?: number | undefined;
  /** Milliseconds between two attempts to connect again. Jitter may double it. Default: 250. */
  readonly reconnectDelayMs?: number | undefined;
}

/** The options with their defaults. */
export interface NatsSettings extends NatsBusOptions {
  readonly connectTimeoutMs: number;
  readonly reconnectDelayMs: number;
}

export async function openNatsConnection(settings: NatsSettings): Promise<NatsConnection> {
  const { servers, user, pass, token, connectTimeoutMs, reconnectDelayMs } = settings;
  const missing = `natsBus needs the package @nats-io/transport-node: ${installCommand("@nats-io/transport-node")}`;
  const client = await loadPackage(() => import("@nats-io/transport-node"), missing);
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

/** Leaves out what comes before the "@": it may be a password. */
function addresses(servers: string | readonly string[]): string {
  return [servers]
    .flat()
    .map((server) => server.slice(server.lastIndexOf("@") + 1))
    .join(", ");
}

/** Resolves when the server has answered everything that it was sent so far. Rejects if it does not in time. */
export async function roundTrip(connection: NatsConnection, timeoutMs: number): Promise<void> {
  const answered = connection.flush().then(() => true);
  // The client never settles a flush if it is closed meanwhile.
  const closed = connection.closed().then(() => false);
  if (await within(Promise.race([answered, closed]), timeoutMs, false)) return;
  throw new CallError("CONNECTION_LOST", "NATS does not answer.");
}
