import type { JSONRPCRequest, Result, Server, ServerContext, StandardSchemaV1 } from "@modelcontextprotocol/server";
import type { Identity } from "../../../operation/access-control.ts";
import type { CallSession } from "../../../operation/call-session.ts";
import type { ToolCaller } from "../call/call-tool.ts";
import { isLogLevel } from "../../../operation/caller-log.ts";
import type { LogLevel } from "../../../operation/caller-log.ts";
import type { ClientLog, SendProgress } from "../call/notifications.ts";
import { Cancellation } from "../../../shared/time/cancellation.ts";
import { answerCall, invalidParams } from "../call/run-call.ts";
import type { ToolCallRequest, Era, Params } from "../call/run-call.ts";
import type { ServerSDK } from "../options/load-sdk.ts";
import { complete } from "../prompts/complete.ts";
import { getPrompt } from "../prompts/get-prompt.ts";
import { CALL_OPERATION, DESCRIBE_OPERATIONS, SEARCH_OPERATIONS } from "../tools/tool-catalog.ts";
import type { PromptDeps } from "../prompts/get-prompt.ts";
import { listResources, RESOURCES, TEMPLATES } from "../resources/list-resources.ts";
import { readResource } from "../resources/read-resource.ts";
import { connectionEnded } from "../../request/incoming.ts";
import { ResourceWatches } from "../resources/resource-watches.ts";

/** What every server of one `serveMCP` shares. */
export interface ToolServerDeps extends PromptDeps {
  readonly ToolServer: ToolServerClass;
}

/** A server of the SDK that knows which log messages its client wants. */
export interface ToolServer extends Server {
  /** Up to 2025-11-25: the least severe level, once the client has said it. */
  logLevel: LogLevel | undefined;
}

export type ToolServerClass = new (...args: ConstructorParameters<typeof Server>) => ToolServer;

/** What a server serves: one connection, one session, or one request. */
export interface ToolSession {
  readonly era: Era;
  /** The caller, on a separate connection. Over HTTP, each request names its caller. */
  readonly caller?: ToolCaller | undefined;
  /** Over HTTP: who began the session, or sent the request. Decides what the server says about itself. */
  readonly viewer?: ToolCaller | undefined;
  /** The one connection or session that it serves; undefined if it serves single requests. */
  readonly connection?: CallSession | undefined;
}

/** A server of the SDK for one connection or, in the modern era over HTTP, one request. */
export function createToolServer(deps: ToolServerDeps, session: ToolSession): ToolServer {
  const { ToolServer, settings } = deps;
  const { name, version } = settings;
  const instructions = instructionsFor(deps, (session.caller ?? session.viewer)?.identity);
  const subscribe = session.era === "modern" || session.connection !== undefined;
  const server = new ToolServer(
    { name, version },
    {
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { listChanged: true, subscribe },
        completions: {},
        logging: {},
      },
      ...(instructions === undefined ? {} : { instructions }),
    },
  );
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- servers of the SDK have no other way
  server.onerror = (error) => settings.onError?.(error);
  const conceal = (error: unknown): never => concealError(deps, error);
  server.setRequestHandler("tools/list", { params: anyParams }, (params, context) =>
    answerList(deps, callerOf(session, context), params).catch(conceal),
  );
  const answerWith =
    (answer: (request: ToolCallRequest) => Promise<Result>) =>
    async (params: Params, context: ServerContext): Promise<Result> => {
      const request = toCallRequest(deps, { params, context, server, session });
      try {
        return await answer(request);
      } catch (error) {
        return conceal(error);
      } finally {
        request.cancellation.release();
      }
    };
  const on = (method: string, answer: (request: ToolCallRequest) => Promise<Result>): void =>
    server.setRequestHandler(method as "ping", { params: anyParams }, answerWith(answer) as never);
  on("tools/call", (request) => answerCall(deps, request));
  on("resources/list", (request) => listResources(deps, request, RESOURCES));
  on("resources/templates/list", (request) => listResources(deps, request, TEMPLATES));
  on("resources/read", (request) => readResource(deps, request));
  on("prompts/list", async ({ caller, params }) => listPrompts(deps, caller, params));
  on("prompts/get", (request) => getPrompt(deps, request));
  on("completion/complete", (request) => complete(deps, request));
  // From 2026-07-28 on clients watch by `subscriptions/listen`.
  if (session.era === "legacy" && subscribe) offerWatches(deps, server, { on, session: session.connection });
  if (session.era === "legacy") {
    server.setRequestHandler("logging/setLevel", { params: anyParams }, async ({ level }) => {
      if (!isLogLevel(level)) throw invalidParams(deps.sdk, `Unknown log level: ${String(level).slice(0, 50)}`);
      server.logLevel = level;
      return {};
    });
  }
  return server;
}

type SetHandler = (method: string, answer: (request: ToolCallRequest) => Promise<Result>) => void;

interface Watched {
  readonly on: SetHandler;
  readonly session: CallSession | undefined;
}

function offerWatches(deps: ToolServerDeps, server: Server, { on, session }: Watched): void {
  const watches = new ResourceWatches(deps, (uri) => void server.sendResourceUpdated({ uri }).catch(() => {}), session);
  on("resources/subscribe", async ({ params, caller }) => {
    await watches.subscribe(params["uri"], caller);
    return {};
  });
  on("resources/unsubscribe", async ({ params }) => {
    watches.unsubscribe(String(params["uri"]));
    return {};
  });
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- servers of the SDK have no other way
  server.onclose = () => watches.close(connectionEnded());
}

/** What the server says about itself, to this caller. */
function instructionsFor(deps: ToolServerDeps, identity: Identity | undefined): string | undefined {
  const { settings, catalog, search } = deps;
  const { instructions } = settings;
  const given = typeof instructions === "function" ? instructions(identity) : instructions;
  if (search === undefined || !catalog.isSearched(identity)) return given;
  return given === undefined ? SEARCH_INSTRUCTIONS : `${SEARCH_INSTRUCTIONS}\n\n${given}`;
}

/** For models, if operations are searched instead of listed. */
const SEARCH_INSTRUCTIONS = `This server has more operations than it lists as tools.
1. ${SEARCH_OPERATIONS}: say in a few words what you need to do. An empty query lists the namespaces.
2. ${DESCRIBE_OPERATIONS}: read the TypeScript signatures of the operations that fit. Where a type is only in outline, ask for a part of it.
3. ${CALL_OPERATION}: run one, with the input that its signature asks for.`;

function listPrompts({ sdk, prompts }: ToolServerDeps, { identity }: ToolCaller, { cursor }: Params): Result {
  const { items, nextCursor } = prompts.list(identity, cursor === undefined ? undefined : decodeCursor(cursor, sdk));
  return { prompts: items, ...(nextCursor === undefined ? {} : { nextCursor: encodeCursor(nextCursor) }) };
}

/** Made once: a class per request would cost more than the request. */
export function defineToolServer(sdk: ServerSDK): ToolServerClass {
  return class extends sdk.Server {
    logLevel: LogLevel | undefined = undefined;

    /**
     * Here the SDK would check the results of tools against the content blocks that it knows, and drop fields that it
     * does not know: a proxied tool would lose parts of its result.
     */
    protected override _wrapHandler(_method: string, handler: RequestHandler): RequestHandler {
      return handler;
    }
  };
}

type RequestHandler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** The code that reads the parameters checks them. */
const anyParams: StandardSchemaV1<Params> = {
  "~standard": { version: 1, vendor: "operations", validate: (value) => ({ value: value as Params }) },
};

/** The SDK hands the `authInfo` of a request on to the handlers; the caller travels in it. */
function callerOf({ caller }: ToolSession, { http }: ServerContext): ToolCaller {
  return caller ?? (http?.authInfo?.extra?.["caller"] as ToolCaller | undefined) ?? {};
}

/** The SDK would send the message of whatever is thrown; only protocol errors are meant for clients. */
export function concealError({ sdk, settings }: ToolServerDeps, error: unknown): never {
  if (error instanceof sdk.ProtocolError) throw error;
  settings.onError?.(error);
  throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InternalError, "Internal error");
}

async function answerList(
  { sdk, catalog, search, reader, budget }: ToolServerDeps,
  { identity }: ToolCaller,
  { cursor }: Params,
): Promise<Result> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, sdk);
  const own = budget.isBound(identity) ? [reader.definition] : [];
  if (search !== undefined && catalog.isSearched(identity)) {
    return { tools: [...search.definitions, ...own, ...catalog.pinned(identity)] };
  }
  const { items, nextCursor } = catalog.list(identity, after);
  if (nextCursor !== undefined) return { tools: items, nextCursor: encodeCursor(nextCursor) };
  // Without tools there is nothing to read.
  return { tools: items.length === 0 ? items : [...items, ...own] };
}

interface SDKCall {
  readonly params: Params;
  readonly context: ServerContext;
  readonly server: ToolServer;
  readonly session: ToolSession;
}

function toCallRequest({ sdk }: ToolServerDeps, { params, context, server, session }: SDKCall): ToolCallRequest {
  const { mcpReq } = context;
  const { era, connection } = session;
  const envelope = mcpReq.envelope as Params | undefined;
  const cancellation = new Cancellation();
  cancellation.followSignal(mcpReq.signal);
  const common = {
    // The SDK may have removed `_meta`.
    params: params["_meta"] === undefined ? { ...params, _meta: mcpReq._meta } : params,
    caller: callerOf(session, context),
    cancellation,
    connection,
    era,
    sendProgress: mcpReq._meta?.progressToken === undefined ? undefined : progressSender(context),
    log: logOf(context, era === "legacy" ? server.logLevel : envelope?.[sdk.LOG_LEVEL_META_KEY]),
  };
  if (era === "legacy") {
    const revision = server.getNegotiatedProtocolVersion();
    return { ...common, capabilities: server.getClientCapabilities(), revision, legacy: context };
  }
  const state: unknown = mcpReq.requestState();
  return {
    ...common,
    capabilities: envelope?.[sdk.CLIENT_CAPABILITIES_META_KEY],
    resumed: state === undefined ? undefined : { state, answers: mcpReq.inputResponses ?? {} },
  };
}

/** A client gets a call's log once it has named a level: for its session or, from 2026-07-28 on, with the call. */
function logOf({ mcpReq }: ServerContext, level: unknown): ClientLog | undefined {
  if (!isLogLevel(level)) return undefined;
  return { level, send: (params) => mcpReq.notify({ method: "notifications/message", params: { ...params } }) };
}

function progressSender({ mcpReq }: ServerContext): SendProgress {
  const progressToken = mcpReq._meta?.progressToken as string | number;
  return ({ progress, total, message }) =>
    mcpReq.notify({
      method: "notifications/progress",
      params: {
        progressToken,
        progress,
        ...(total === undefined ? {} : { total }),
        ...(message === undefined ? {} : { message }),
      },
    });
}

/** Clients must not read anything into a cursor, so it does not look like a name. */
function encodeCursor(name: string): string {
  return btoa(name);
}

function decodeCursor(cursor: unknown, sdk: ServerSDK): string {
  try {
    if (typeof cursor === "string") return atob(cursor);
  } catch {
    // Refused below.
  }
  throw invalidParams(sdk, "Invalid cursor");
}
