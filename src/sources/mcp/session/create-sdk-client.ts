import type { Client, ClientOptions, Transport } from "@modelcontextprotocol/client";
import { CallError, messageOf } from "../../../errors/call-error.ts";
import { Cancellation } from "../../../shared/time/cancellation.ts";
import { shorten } from "../../../shared/short-text.ts";
import type { CallerTracker } from "./caller-tracker.ts";
import { answerElicitation, takesQuestions } from "../config/elicitation.ts";
import type { ClientModule } from "./load-sdk.ts";
import { DEFAULT_CONNECT_TIMEOUT } from "../config/mcp-client-config.ts";
import type { MCPClientConfig, MCPEra, MCPLogEntry } from "../config/mcp-client-config.ts";
import { tapResults } from "./raw-results.ts";
import type { TappedTransport } from "./raw-results.ts";

/** The parts of a connection, over stdio and over HTTP. */
export interface ConnectionPlan {
  readonly name: string;
  readonly config: MCPClientConfig;
  readonly sdk: ClientModule;
  readonly log: (kind: MCPLogEntry["kind"], text: string) => void;
  readonly calls: CallerTracker;
  /** Ends connecting. */
  readonly signal: AbortSignal;
}

/** The SDK quotes whole messages of the server. */
const LONGEST_WARNING = 500;
const UI_EXTENSION = "io.modelcontextprotocol/ui";
const APP_PAGE = "text/html;profile=mcp-app";
const MODERN_REVISION = "2026-07-28";
/** A local server that does not answer the first question in this time counts as an old one. */
const STDIO_PROBE_TIMEOUT = 5000;

/** A client of the SDK that is not connected yet. */
export function createSDKClient({ name, config, sdk, log, calls }: ConnectionPlan, era: MCPEra): Client {
  const { clientInfo } = config;
  const mayAsk = takesQuestions(config);
  const mode = era === "modern" ? { pin: MODERN_REVISION } : era;
  const options: ClientOptions = {
    capabilities: {
      ...(mayAsk ? { elicitation: { form: {}, url: {} } } : {}),
      // Pages of MCP Apps are resources, and pass through us: servers offer them only to clients that say so.
      ...(config.resources === true ? { extensions: { [UI_EXTENSION]: { mimeTypes: [APP_PAGE] } } } : {}),
    },
    versionNegotiation: {
      mode,
      ...(config.command === undefined ? {} : { probe: { timeoutMs: STDIO_PROBE_TIMEOUT } }),
    },
  };
  const client = new sdk.Client(clientInfo ?? { name: "alkdev-operations", version: "0.1.0" }, options);
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's clients have no addEventListener
  client.onerror = (error) => log("warning", shorten(messageOf(error), LONGEST_WARNING));
  client.setNotificationHandler("notifications/message", ({ params }) => {
    const { data } = params;
    log("message", typeof data === "string" ? data : (JSON.stringify(data) ?? ""));
  });
  if (mayAsk) {
    client.setRequestHandler("elicitation/create", async ({ params }, { mcpReq }) => {
      const context = { server: name, call: calls.current, signal: mcpReq.signal };
      const answer = await answerElicitation(params, context, config);
      return { action: answer.action, ...(answer.content === undefined ? {} : { content: { ...answer.content } }) };
    });
  }
  return client;
}

/** Connects a client, with results as the server sends them. */
export async function connectTapped(client: Client, transport: unknown, plan: ConnectionPlan): Promise<void> {
  const startTapping = tapResults(transport as TappedTransport, onceLate(plan));
  const timeout = plan.config.connectTimeout ?? DEFAULT_CONNECT_TIMEOUT;
  const connecting = client.connect(transport as Transport, { timeout, signal: plan.signal });
  await withinTime(connecting, timeout, plan);
  startTapping();
}

/** A server that is always late must not fill the log. */
function onceLate({ log }: ConnectionPlan): () => void {
  let isFirst = true;
  return () => {
    if (isFirst) log("debug", "A result of a call that has ended is dropped. Further ones are dropped in silence.");
    isFirst = false;
  };
}

/** The SDK bounds its requests, but not its wait for the stream of HTTP+SSE, which `signal` does not end either. */
async function withinTime(connecting: Promise<void>, timeout: number, { name, signal }: ConnectionPlan): Promise<void> {
  const attempt = new Cancellation();
  attempt.followSignal(signal);
  // A little later than the SDK, which can say what it waited for.
  attempt.followDeadline(performance.now() + timeout + 100);
  try {
    await attempt.race(connecting);
  } catch (error) {
    if (attempt.reason === undefined) throw error;
    const message = `The MCP server ${name} was not ready within ${timeout} ms.`;
    throw new CallError("TIMEOUT", message, undefined, { phase: "notStarted" });
  } finally {
    attempt.release();
  }
}
