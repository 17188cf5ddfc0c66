import type { JSONRPCRequest, Result, Server, ServerContext, StandardSchemaV1 } from "@modelcontextprotocol/server";
import type { TraceContext } from "../../../operation/operation-context.ts";
import type { Caller } from "../options/authenticate.ts";
import { assertClientCapabilities, capabilitiesOfRequest, questionModesOf } from "../call/client-capabilities.ts";
import type { ServerSDK } from "../options/load-sdk.ts";
import type { SendProgress } from "../call/progress.ts";
import { runLegacyCall, runModernCall } from "../call/run-call.ts";
import type { AskingPlace } from "../call/run-call.ts";
import type { AskedTool, CallTarget, SearchTools } from "../search/search-tools.ts";
import type { ToolCatalog } from "../tools/tool-catalog.ts";
import { forLegacyEra } from "../tools/tool-result.ts";
import type { ToolResult } from "../tools/tool-result.ts";
import { toolShapeOf } from "../tools/tool-shape.ts";

/** What every server of one `serveMCP` shares. */
export interface Serving extends AskingPlace {
  readonly ToolServer: typeof Server;
  readonly catalog: ToolCatalog;
  /** Undefined where operations are never searched. */
  readonly search: SearchTools | undefined;
}

export interface ServerKind {
  /** Revisions up to 2025-11-25, or those from 2026-07-28 on. */
  readonly era: "legacy" | "modern";
  /** Who sends a request. */
  readonly callerOf: (context: ServerContext) => Caller;
  /** The one connection that it serves; undefined over HTTP. */
  readonly connection?: object | undefined;
}

/** A server of the SDK's for one connection or, in the modern era over HTTP, one request. */
export function createServer(serving: Serving, kind: ServerKind): Server {
  const { ToolServer, settings } = serving;
  const { name, version, instructions } = settings;
  const server = new ToolServer(
    { name, version },
    { capabilities: { tools: { listChanged: true } }, ...(instructions === undefined ? {} : { instructions }) },
  );
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- servers of the SDK have no other way
  server.onerror = (error) => settings.onError?.(error);
  server.setRequestHandler("tools/list", { params: anyParams }, (params, context) =>
    discreet(serving, () => answerList(serving, kind, { params, context })),
  );
  server.setRequestHandler("tools/call", { params: anyParams }, (params, context) =>
    discreet(serving, () => answerCall(serving, kind, { params, context, server })),
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

type Params = Readonly<Record<string, unknown>>;

interface Asked {
  readonly params: Params;
  readonly context: ServerContext;
}

/** What is asked is checked where it is read. */
const anyParams: StandardSchemaV1<Params> = {
  "~standard": { version: 1, vendor: "operations", validate: (value) => ({ value: value as Params }) },
};

/** The SDK would send the message of whatever is thrown; only protocol errors are meant for clients. */
async function discreet({ sdk, settings }: Serving, answer: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof sdk.ProtocolError) throw error;
    settings.onError?.(error);
    throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InternalError, "Internal error");
  }
}

function answerList({ sdk, catalog, search }: Serving, { callerOf }: ServerKind, { params, context }: Asked): Result {
  const { cursor } = params;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, sdk);
  const { identity } = callerOf(context);
  if (search !== undefined && catalog.isSearched(identity)) return { tools: search.definitions };
  const { tools, nextCursor } = catalog.list(identity, after);
  return { tools, ...(nextCursor === undefined ? {} : { nextCursor: encodeCursor(nextCursor) }) };
}

interface AskedCall extends Asked {
  readonly server: Server;
}

async function answerCall(serving: Serving, kind: ServerKind, asked: AskedCall): Promise<Result> {
  const { params, context, server } = asked;
  const { sdk } = serving;
  const refuse = (message: string): Error => new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, message);
  const { name, arguments: given } = params;
  if (typeof name !== "string") throw refuse("tools/call needs the name of a tool.");
  if (given !== undefined && !isRecord(given)) throw refuse("The arguments of a tool are an object.");
  const caller = kind.callerOf(context);
  const target = targetOf(serving, { name, given, identity: caller.identity });
  if (target === undefined) throw refuse(`Unknown tool: ${name.slice(0, 200)}`);
  if (!("spec" in target)) return { ...target };
  const { spec } = target;
  const isModern = kind.era === "modern";
  if (isModern) assertClientCapabilities(sdk, spec, context);
  const capabilities = isModern ? capabilitiesOfRequest(sdk, context) : server.getClientCapabilities();
  const call = {
    spec,
    arguments: target.arguments,
    caller,
    signal: context.mcpReq.signal,
    trace: traceOf(context),
    sendProgress: progressSender(context),
  };
  const requested = { call, context, connection: kind.connection, modes: questionModesOf(capabilities) };
  const place = { ...serving, registry: target.registry };
  if (isModern) return { ...(await runModernCall(place, requested)) };
  const result = await runLegacyCall(place, requested);
  // A result without structure is the same in both eras, and may come from an operation whose schemas can't be read.
  if (result.structuredContent === undefined) return { ...result };
  return { ...forLegacyEra(result, toolShapeOf(spec).outputSchema) };
}

/** What a tool's name stands for: an operation to call, or the answer already; undefined where there is no such tool. */
function targetOf({ catalog, search, registry }: Serving, asked: AskedTool): CallTarget | ToolResult | undefined {
  const { name, given, identity } = asked;
  const spec = catalog.find(name, identity);
  return spec === undefined ? search?.find(asked) : { registry, spec, arguments: given };
}

function progressSender({ mcpReq }: ServerContext): SendProgress | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
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

function traceOf({ mcpReq }: ServerContext): TraceContext | undefined {
  const { traceparent, tracestate } = (mcpReq._meta ?? {}) as Params;
  if (typeof traceparent !== "string" || !TRACEPARENT.test(traceparent)) return undefined;
  return { traceparent, ...(typeof tracestate === "string" && TRACESTATE.test(tracestate) ? { tracestate } : {}) };
}

/** They go on as header fields, so nothing else passes: W3C trace context, as far as that matters. */
const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;
const TRACESTATE = /^[\x20-\x7e]{1,512}$/;

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
  throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, "Invalid cursor");
}

function isRecord(value: unknown): value is Params {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
