import type { Client, ClientOptions, Implementation, Transport } from "@modelcontextprotocol/client";
import { CallError, messageOf } from "../../../errors/call-error.ts";
import { isLogged, isLogLevel } from "../../../operation/caller-log.ts";
import { tellListener } from "../../../shared/listeners.ts";
import { Cancellation } from "../../../shared/time/cancellation.ts";
import { shorten } from "../../../shared/short-text.ts";
import { requestCapabilities, sessionCapabilities } from "./client-capabilities.ts";
import { answerServerRequests } from "./server-requests.ts";
import type { ServerRequestDeps } from "./server-requests.ts";
import { DEFAULT_CONNECT_TIMEOUT } from "../config/mcp-client-config.ts";
import type { MCPClientConfig, MCPEra } from "../config/mcp-client-config.ts";
import type { Launch } from "../process/launch.ts";
import type { DirectRequests, DirectRequestsOptions } from "./direct-requests.ts";
import { OWN_CLIENT_INFO } from "./own-client-info.ts";
import { tapResults } from "./raw-results.ts";
import type { TappedTransport } from "./raw-results.ts";

/** The parts of a connection, over stdio and over HTTP. */
export interface ConnectionPlan extends ServerRequestDeps {
  /** Ends connecting. */
  readonly signal: AbortSignal;
}

/** Bounds warnings: the SDK quotes whole messages of the server. */
const LONGEST_WARNING = 500;
const LONGEST_LOGGER = 256;
const MODERN_REVISION = "2026-07-28";
/** A local server that does not answer the first request in this time counts as an old one. */
const STDIO_PROBE_TIMEOUT = 5000;

/** A client of the SDK that is not connected yet. */
export function createSDKClient(plan: ConnectionPlan, era: MCPEra): Client {
  const { config, sdk, log } = plan;
  const mode = era === "modern" ? { pin: MODERN_REVISION } : era;
  const options: ClientOptions = {
    capabilities: sessionCapabilities(config),
    versionNegotiation: {
      mode,
      ...(config.command === undefined ? {} : { probe: { timeoutMs: STDIO_PROBE_TIMEOUT } }),
    },
  };
  const client = new sdk.Client(clientInfoOf(config), options);
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's clients have no addEventListener
  client.onerror = (error) => {
    // We ended a stream ourselves, as at the end of every session.
    if (error instanceof CallError && error.code === "ABORTED") return;
    log("warning", shorten(messageOf(error), LONGEST_WARNING));
  };
  answerServerRequests(client, plan);
  return client;
}

function clientInfoOf({ clientInfo }: MCPClientConfig): Implementation {
  return clientInfo ?? OWN_CLIENT_INFO;
}

interface TapParts {
  readonly launch?: Launch | undefined;
  readonly post?: DirectRequestsOptions["post"];
}

/** Connects a client that gets results as the server sends them. */
export async function connectTapped(
  client: Client,
  transport: unknown,
  plan: ConnectionPlan,
  { launch, post }: TapParts = {},
): Promise<DirectRequests> {
  const { calls, sdk, config } = plan;
  const { hasPerRequestStream } = transport as Transport;
  const isModern = (): boolean => client.getProtocolEra() === "modern";
  const startTapping = tapResults(transport as TappedTransport, {
    sdk,
    calls,
    post,
    leavesStreams: () => hasPerRequestStream === true && isModern(),
    envelope: (context) => {
      if (!isModern()) return undefined;
      return {
        [sdk.PROTOCOL_VERSION_META_KEY]: client.getNegotiatedProtocolVersion(),
        [sdk.CLIENT_INFO_META_KEY]: clientInfoOf(config),
        [sdk.CLIENT_CAPABILITIES_META_KEY]: requestCapabilities(config, context),
      };
    },
    onLate: onceLate(plan),
    onLog: (message) => passLog(plan, message),
  });
  const timeout = launch?.longest ?? plan.config.connectTimeout ?? DEFAULT_CONNECT_TIMEOUT;
  const connecting = client.connect(transport as Transport, { timeout, signal: plan.signal });
  await withinTime(connecting, timeout, plan, launch);
  return startTapping();
}

/** A log message goes to the caller that it belongs to, and to the operator. */
function passLog(
  { name, config: { onLog }, calls, log }: ConnectionPlan,
  { level, data, logger, _meta }: Readonly<Record<string, unknown>>,
): void {
  log("message", typeof data === "string" ? data : (JSON.stringify(data) ?? ""));
  const callerLog = calls.find(_meta).call?.context.callerLog;
  if (!isLogLevel(level)) return;
  const from = (typeof logger === "string" ? `${name}/${logger}` : name).slice(0, LONGEST_LOGGER);
  const message = { level, data, logger: from };
  if (callerLog !== undefined && isLogged(level, callerLog.level))
    tellListener(callerLog.write.bind(callerLog), message);
  // A message that may belong to a call must not reach other callers.
  else if (calls.isIdle) tellListener(onLog, message);
}

/** A server that is always late must not fill the log. */
function onceLate({ log }: ConnectionPlan): () => void {
  let isFirst = true;
  return () => {
    if (isFirst) log("debug", "A result of a call that has ended was dropped. Further ones are dropped silently.");
    isFirst = false;
  };
}

/** The SDK bounds its requests, but not its wait for the stream of HTTP+SSE, which `signal` does not end either. */
async function withinTime(
  connecting: Promise<void>,
  timeout: number,
  { name, signal }: ConnectionPlan,
  launch?: Launch,
): Promise<void> {
  const attempt = new Cancellation();
  attempt.followSignal(signal);
  if (launch !== undefined) attempt.followSignal(launch.overdue);
  // A little later than the SDK's own timeout, which can say what it waited for.
  attempt.followDeadline(performance.now() + timeout + 100);
  try {
    await attempt.race(connecting);
  } catch (error) {
    if (attempt.reason === undefined) throw error;
    const message = `The MCP server ${name} was not ready within ${launch?.limit ?? timeout} ms.`;
    throw new CallError("TIMEOUT", message, undefined, { phase: "notStarted" });
  } finally {
    attempt.release();
  }
}
