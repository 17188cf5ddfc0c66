import { errorResult } from "../tools/tool-result.ts";
import type { JSONRPCRequest, Result, Server, ServerContext, StandardSchemaV1 } from "@modelcontextprotocol/server";
import { readTrace } from "../../request/trace-context.ts";
import type { ToolCaller } from "../call/call-tool.ts";
import type { SendProgress } from "../call/progress.ts";
import { runCall } from "../call/run-call.ts";
import type { Era, RequestedCall, RunCallDeps } from "../call/run-call.ts";
import type { ServerSDK } from "../options/load-sdk.ts";
import type { SearchTools } from "../search/search-tools.ts";
import type { ToolCatalog } from "../tools/tool-catalog.ts";
import { forLegacyEra } from "../tools/tool-result.ts";
import { toolShapeOf } from "../tools/tool-shape.ts";

/** What every server of one `serveMCP` shares. */
export interface ToolServerDeps extends RunCallDeps {
  readonly ToolServer: typeof Server;
  readonly catalog: ToolCatalog;
  /** Undefined where operations are never searched. */
  readonly search: SearchTools | undefined;
}

/** What a server serves: one connection, one session, or one request. */
export interface ToolSession {
  readonly era: Era;
  /** Who calls, on a connection of its own. Over HTTP it comes with each request. */
  readonly caller?: ToolCaller | undefined;
  /** The one connection that it serves; undefined over HTTP. */
  readonly connection?: object | undefined;
}

/** A server of the SDK for one connection or, in the modern era over HTTP, one request. */
export function createToolServer(deps: ToolServerDeps, session: ToolSession): Server {
  const { ToolServer, settings } = deps;
  const { name, version, instructions } = settings;
  const server = new ToolServer(
    { name, version },
    { capabilities: { tools: { listChanged: true } }, ...(instructions === undefined ? {} : { instructions }) },
  );
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- servers of the SDK have no other way
  server.onerror = (error) => settings.onError?.(error);
  const conceal = (error: unknown): never => concealError(deps, error);
  server.setRequestHandler("tools/list", { params: anyParams }, (params, context) =>
    answerList(deps, callerOf(session, context), params).catch(conceal),
  );
  server.setRequestHandler("tools/call", { params: anyParams }, (params, context) =>
    answerCall(deps, toCallRequest(deps, { params, context, server, session })).catch(conceal),
  );
  return server;
}

/** Made once: a class per request would cost more than the request. */
export function defineToolServer(sdk: ServerSDK): typeof Server {
  return class ToolServer extends sdk.Server {
    /**
     * The SDK would check here the results of tools against the content blocks that it knows, and drop fields that it
     * doesn't: a proxied tool would lose what it said.
     */
    protected override _wrapHandler(_method: string, handler: RequestHandler): RequestHandler {
      return handler;
    }
  };
}

type RequestHandler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

export type Params = Readonly<Record<string, unknown>>;

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
  { sdk, catalog, search }: ToolServerDeps,
  { identity }: ToolCaller,
  { cursor }: Params,
): Promise<Result> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, sdk);
  if (search !== undefined && catalog.isSearched(identity)) return { tools: search.definitions };
  const { tools, nextCursor } = catalog.list(identity, after);
  return { tools, ...(nextCursor === undefined ? {} : { nextCursor: encodeCursor(nextCursor) }) };
}

/** A `tools/call`, whichever way it came in. */
export interface CallRequest extends Omit<RequestedCall, "call"> {
  readonly params: Params;
  readonly caller: ToolCaller;
  /** Undefined where the client asked for no progress. */
  readonly sendProgress?: SendProgress | undefined;
}

interface SDKCall {
  readonly params: Params;
  readonly context: ServerContext;
  readonly server: Server;
  readonly session: ToolSession;
}

function toCallRequest({ sdk }: ToolServerDeps, { params, context, server, session }: SDKCall): CallRequest {
  const { mcpReq } = context;
  const { era, connection } = session;
  const common = {
    params,
    caller: callerOf(session, context),
    signal: mcpReq.signal,
    connection,
    era,
    sendProgress: mcpReq._meta?.progressToken === undefined ? undefined : progressSender(context),
  };
  if (era === "legacy") return { ...common, capabilities: server.getClientCapabilities(), legacy: context };
  const state: unknown = mcpReq.requestState();
  return {
    ...common,
    capabilities: (mcpReq.envelope as Params | undefined)?.[sdk.CLIENT_CAPABILITIES_META_KEY],
    resumed: state === undefined ? undefined : { state, answers: mcpReq.inputResponses ?? {} },
  };
}

export async function answerCall(deps: ToolServerDeps, request: CallRequest): Promise<Result> {
  const { params, caller, era, sendProgress } = request;
  const { sdk, catalog, search } = deps;
  const { name, arguments: given, _meta } = params;
  const isObject = given === undefined || (typeof given === "object" && given !== null && !Array.isArray(given));
  if (typeof name !== "string") throw invalidParams(sdk, "tools/call needs the name of a tool.");
  if (!isObject) throw invalidParams(sdk, "The arguments of a tool are an object.");
  const found = catalog.find(name, caller.identity);
  const target =
    found === undefined
      ? search?.find({ name, given: given as Params | undefined, identity: caller.identity })
      : { registry: deps.registry, spec: found, arguments: given as Params | undefined };
  if (target === undefined) {
    const quarantined = catalog.findQuarantined(name, caller.identity);
    if (quarantined === undefined) throw invalidParams(sdk, `Unknown tool: ${name.slice(0, 200)}`);
    return { ...errorResult(`${quarantined.code}: ${quarantined.message}`) };
  }
  if (!("spec" in target)) return { ...target };
  const { spec, registry } = target;
  const { traceparent } = (_meta as Params | undefined) ?? {};
  const trace = traceparent === undefined ? undefined : readTrace(_meta as Params);
  const result = await runCall(registry === deps.registry ? deps : { ...deps, registry }, {
    ...request,
    call: { spec, arguments: target.arguments, caller, trace, sendProgress },
  });
  // A result without structure is the same in both eras, and may come from an operation whose schemas can't be read.
  if (era === "modern" || "requestState" in result || result.structuredContent === undefined) return { ...result };
  return { ...forLegacyEra(result, toolShapeOf(spec).outputSchema) };
}

function invalidParams(sdk: ServerSDK, message: string): Error {
  return new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, message);
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
