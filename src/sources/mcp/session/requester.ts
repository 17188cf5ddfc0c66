import type { AccessControl } from "../../../operation/access-control.ts";
import type { CallContext, OperationContext, TraceContext } from "../../../operation/operation-context.ts";
import type { CallerTracker, TrackedCall } from "./caller-tracker.ts";
import type { IsolatedSessions } from "./isolated-sessions.ts";
import type { CalledTool, ServerLane } from "./server-lane.ts";
import type { Asked, ServerConnection } from "./server-connection.ts";
import { recordRequest } from "./record-request.ts";
import { CallScope } from "../../../registry/call/call-scope.ts";
import { contextOf } from "../../../registry/call/context-of.ts";
import { DEFAULT_TIMEOUT } from "../config/mcp-client-config.ts";
import type { MCPClientConfig, MCPLogEntry } from "../config/mcp-client-config.ts";
import { MOST_VALUES } from "../../../shared/json/json-limits.ts";
import { ANSWER_TOKENS_KEY } from "../../../shared/mcp-meta.ts";

/** A request of a handler. */
export interface HandlerRequest {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly inputSchema?: unknown;
  /** For `tools/call`: the tool. */
  readonly tool?: CalledTool | undefined;
  /** Whether the tool only runs as a task. */
  readonly needsTask?: boolean | undefined;
  /** Whether the request still makes sense after another session has opened. Default: it does. */
  readonly isCurrent?: (() => boolean) | undefined;
  /** What the request is for, in messages. */
  readonly what: string;
}

/** What an operation is made from: the method that it calls and, for a tool or a prompt, the name at the server. */
export interface ServerOffer {
  readonly method: string;
  readonly name?: string | undefined;
}

/** What the handlers of one server share. */
export interface Requester {
  /** The name given to `createMCPClient`. */
  readonly server: string;
  /** The command or the address, for `origin`. */
  readonly location: string;
  /** Who may call the operation that is made from this offer. */
  accessTo(offer: ServerOffer): AccessControl;
  /** Whether the server cuts long answers for models. We are not a model, and then ask for whole answers. */
  cutsAnswers: boolean;
  /** How many values a text that is JSON may hold. */
  readonly maxValues: number;
  /** Writes a warning to the log. */
  warn(text: string): void;
  /** Asks the server on behalf of a caller. Rejects with a `CallError`. */
  ask(request: HandlerRequest, context: CallContext | undefined): Promise<unknown>;
  /** The header fields of a caller, if the config gives callers their own. */
  credentials(context: OperationContext): Promise<CallerCredentials | undefined>;
  /** The connection that serves a caller, for as long as it is held. */
  hold(context: OperationContext): Promise<HeldConnection>;
}

type CallerCredentials = Readonly<Record<string, string>>;

/** A connection in use. */
export interface HeldConnection {
  readonly connection: ServerConnection;
  /** Ends the use. Call it exactly once. */
  release(): void;
}

/** A server, and the way to it. */
export interface ConnectedServer {
  readonly name: string;
  readonly config: MCPClientConfig;
  /** The command or the address. */
  readonly location: string;
  readonly connection: ServerConnection;
  readonly calls: CallerTracker;
  /** Set if callers have their own sessions. The connection above then only says what the server offers. */
  readonly isolated?: IsolatedSessions<ServerLane> | undefined;
  /** Set if the sessions of callers say what each of them sees. */
  readonly limit?: ((accessControl: AccessControl, offer: ServerOffer) => AccessControl) | undefined;
  readonly log: (kind: MCPLogEntry["kind"], text: string) => void;
}

export function createRequester(server: ConnectedServer): Requester {
  const { name, location, config, connection, calls, isolated, limit, log } = server;
  const { accessControl = { requiredScopes: [] } } = config;
  const timeout = config.timeout ?? DEFAULT_TIMEOUT;
  const credentialsOf = async ({ identity }: OperationContext): Promise<CallerCredentials | undefined> =>
    await config.credentials?.(identity);
  const requester: Requester = {
    server: name,
    location,
    cutsAnswers: false,
    maxValues: config.maxValues ?? MOST_VALUES,
    warn: (text) => log("warning", text),
    accessTo: (offer) => limit?.(accessControl, offer) ?? accessControl,
    async ask(request, given) {
      const context = contextOf(given);
      const work = context instanceof CallScope ? context.passOn() : { phase: "notStarted" };
      const credentials = config.credentials === undefined ? undefined : await credentialsOf(context);
      const params = withMeta(request.params, context.trace, requester.cutsAnswers);
      const onSend = (): void => {
        if (work.phase === "notStarted") work.phase = "unknown";
      };
      // Each member by name: spreading objects costs as much as the request.
      const toAsked = (call: TrackedCall, isCurrent = request.isCurrent): Asked => ({
        method: request.method,
        params,
        inputSchema: request.inputSchema,
        needsTask: request.needsTask,
        what: request.what,
        isCurrent,
        timeout,
        // A signal is made for a call only if it is needed.
        cancellation: context instanceof CallScope ? context.cancellation : undefined,
        signal: context instanceof CallScope ? undefined : context.signal,
        onProgress: context.onProgress,
        credentials,
        onSend,
        call,
      });
      if (isolated === undefined)
        return await calls.during(context, (call) =>
          call.seen === undefined ? connection.request(toAsked(call)) : recordRequest(name, toAsked(call), connection),
        );
      const { lane, release } = await isolated.hold(context);
      try {
        await lane.tools?.settled();
        const isCurrent = currentIn(lane, request);
        return await lane.calls.during(context, (call) => {
          const asked = toAsked(call, isCurrent);
          return call.seen === undefined ? lane.connection.request(asked) : recordRequest(name, asked, lane.connection);
        });
      } finally {
        release();
      }
    },
    credentials: credentialsOf,
    hold: async (context) => {
      if (isolated === undefined) return { connection, release: () => {} };
      const { lane, release } = await isolated.hold(context);
      return { connection: lane.connection, release };
    },
  };
  return requester;
}

/** Checked once the lane is connected: only then is it known what the session lists. */
function currentIn({ tools }: ServerLane, { tool, isCurrent }: HandlerRequest): HandlerRequest["isCurrent"] {
  if (tools === undefined || tool === undefined) return isCurrent;
  return () => {
    tools.assertListed(tool);
    return isCurrent?.() !== false;
  };
}

/** Adds to `_meta` the trace and, if the server cuts answers, that we want whole ones. */
function withMeta(
  params: HandlerRequest["params"],
  trace: TraceContext | undefined,
  cutsAnswers: boolean,
): HandlerRequest["params"] {
  if (trace === undefined && !cutsAnswers) return params;
  const { traceparent, tracestate } = trace ?? {};
  const _meta = {
    ...(params?.["_meta"] as object | undefined),
    ...(traceparent && { traceparent }),
    ...(tracestate && { tracestate }),
    ...(cutsAnswers && { [ANSWER_TOKENS_KEY]: "all" }),
  };
  return { ...params, _meta };
}
