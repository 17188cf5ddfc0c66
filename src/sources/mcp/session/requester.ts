import type { AccessControl } from "../../../operation/access-control.ts";
import type { OperationContext, TraceContext } from "../../../operation/operation-context.ts";
import type { CallerTracker } from "./caller-tracker.ts";
import type { IsolatedSessions } from "./isolated-sessions.ts";
import type { CalledTool, ServerLane } from "./server-lane.ts";
import type { Asked, ServerConnection } from "./server-connection.ts";
import { CallScope } from "../../../registry/call-scope.ts";
import { DEFAULT_TIMEOUT } from "../config/mcp-client-config.ts";
import type { MCPClientConfig, MCPLogEntry } from "../config/mcp-client-config.ts";
import { ANSWER_TOKENS_KEY } from "../../../shared/mcp-meta.ts";

/** A request of a handler. */
export interface HandlerRequest {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly inputSchema?: unknown;
  /** Of `tools/call`. */
  readonly tool?: CalledTool | undefined;
  /** Whether the tool only runs as a task. */
  readonly needsTask?: boolean | undefined;
  /** Whether the request still makes sense after another session was opened. Default: it does. */
  readonly isCurrent?: (() => boolean) | undefined;
  /** What it is for, in messages. */
  readonly what: string;
}

/** What the handlers of one server share. */
export interface Requester {
  /** The name given to `createMCPClient`. */
  readonly server: string;
  /** The command or the address, for `origin`. */
  readonly location: string;
  readonly accessControl: AccessControl;
  /** Whether the server cuts long answers for models. It is asked for the whole then: we are no model. */
  cutsAnswers: boolean;
  /** Writes a warning to the log. */
  warn(text: string): void;
  /** Asks the server on behalf of a caller. Rejects with a `CallError`. */
  ask(request: HandlerRequest, context: OperationContext): Promise<unknown>;
  /** The header fields of a caller, where the config has some for each. */
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
  /** Where callers have sessions of their own. The connection above then only says what the server offers. */
  readonly isolated?: IsolatedSessions<ServerLane> | undefined;
  readonly log: (kind: MCPLogEntry["kind"], text: string) => void;
}

export function createRequester(server: ConnectedServer): Requester {
  const { name, location, config, connection, calls, isolated, log } = server;
  const timeout = config.timeout ?? DEFAULT_TIMEOUT;
  const credentialsOf = async ({ identity }: OperationContext): Promise<CallerCredentials | undefined> =>
    await config.credentials?.(identity);
  const requester: Requester = {
    server: name,
    location,
    cutsAnswers: false,
    warn: (text) => log("warning", text),
    accessControl: config.accessControl ?? { requiredScopes: [] },
    async ask(request, context) {
      const work = context instanceof CallScope ? context.passOn() : { phase: "notStarted" };
      const credentials = config.credentials === undefined ? undefined : await credentialsOf(context);
      const params = withMeta(request.params, context.trace, requester.cutsAnswers);
      const { onProgress } = context;
      const onSend = (): void => {
        if (work.phase === "notStarted") work.phase = "unknown";
      };
      const asked = { ...request, ...params, timeout, ...endOf(context), onProgress, credentials, onSend };
      if (isolated === undefined) return await calls.during(context, (call) => connection.request({ ...asked, call }));
      const { lane, release } = await isolated.hold(context);
      try {
        await lane.tools?.settled();
        return await lane.calls.during(context, (call) => lane.connection.request({ ...inLane(lane, asked), call }));
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

/** Checked when the lane is connected: only then it is known what the session lists. */
function inLane<T extends HandlerRequest>({ tools }: ServerLane, asked: T): T {
  const { tool, isCurrent } = asked;
  if (tools === undefined || tool === undefined) return asked;
  const isStillCurrent = (): boolean => {
    tools.assertSame(tool);
    return isCurrent?.() !== false;
  };
  return { ...asked, isCurrent: isStillCurrent };
}

/** What the server reads in `_meta`: the trace and, where it would cut them, that answers are wanted whole. */
function withMeta(
  params: HandlerRequest["params"],
  trace: TraceContext | undefined,
  cutsAnswers: boolean,
): Pick<HandlerRequest, "params"> {
  if (trace === undefined && !cutsAnswers) return {};
  const { traceparent, tracestate } = trace ?? {};
  const _meta = {
    ...(params?.["_meta"] as object | undefined),
    ...(traceparent && { traceparent }),
    ...(tracestate && { tracestate }),
    ...(cutsAnswers && { [ANSWER_TOKENS_KEY]: "all" }),
  };
  return { params: { ...params, _meta } };
}

/** What ends the call; nothing where nothing can. A signal is not made for it: that costs more than the rest of the request. */
function endOf(context: OperationContext): Pick<Asked, "signal" | "cancellation"> {
  return context instanceof CallScope ? { cancellation: context.cancellation } : { signal: context.signal };
}
