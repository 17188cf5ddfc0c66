import { LONG_INTEGER, parseExactly } from "../../../shared/json/exact-json.ts";
import type { AuthInfo, McpHttpHandler, McpRequestContext, Server } from "@modelcontextprotocol/server";
import { CallError } from "../../../errors/call-error.ts";
import { isTooDense, SHORT_JSON } from "../../../shared/json/is-too-dense.ts";
import { bodyTooLarge } from "../../request/incoming.ts";
import type { AnyReply, Incoming, Reply } from "../../request/incoming.ts";
import { HTTPRefusal } from "../../request/problem.ts";
import { scopeChallenge } from "../../request/protected-resource.ts";
import type { CheckedRequest, RequestTarget } from "../../request/request-handler.ts";
import { DirectCalls, isParams, KnownEnvelopes, plainCallOf, toCallReply } from "./direct-calls.ts";
import type { PlainCall } from "./direct-calls.ts";
import { LegacySessions, rpcError } from "./legacy-sessions.ts";
import { createToolServer } from "./tool-server.ts";
import type { Params } from "../call/run-call.ts";
import type { ServerSDK } from "../options/load-sdk.ts";
import type { ToolServerDeps } from "./tool-server.ts";
import { ListAnswers, plainListOf } from "./list-answers.ts";
import type { PlainList } from "./list-answers.ts";
import { ListenStreams } from "./listen-streams.ts";
import { refuseMismatch } from "./header-mismatch.ts";
import type { HeadedCall } from "./header-mismatch.ts";
import { onListChange } from "./list-changes.ts";
import { watchedURIs } from "./listen-request.ts";
import { ListeningResponses } from "./watched-body.ts";

interface Handlers {
  readonly deps: ToolServerDeps;
  readonly calls: DirectCalls;
  readonly envelopes: KnownEnvelopes;
  readonly modern: McpHttpHandler;
  /** Undefined if there are no sessions. */
  readonly sessions: LegacySessions | undefined;
  readonly streams: ListenStreams;
  readonly lists: ListAnswers;
  readonly stopListening: () => void;
}

type Body = { readonly id?: unknown; readonly method?: unknown; readonly params?: Params | null } | null | undefined;

/** MCP over HTTP: answers checked requests of both eras. */
export class MCPEndpoint implements RequestTarget {
  readonly countsRequests = true;
  /** The SDK's streams would collect unread data without bound. */
  readonly readsAhead = true;
  readonly #start: () => Promise<ToolServerDeps>;
  readonly #listening = new ListeningResponses();
  #handlers: Handlers | undefined;

  /** `start` loads what requests need, and throws once the service is closed. */
  constructor(start: () => Promise<ToolServerDeps>) {
    this.#start = start;
  }

  readonly answer = async (request: CheckedRequest): Promise<AnyReply> => {
    const { incoming } = request;
    const handlers = this.#handlers ?? this.#open(await this.#start());
    const { deps, sessions } = handlers;
    const isPost = incoming.method === "POST";
    const body = isPost ? await readBody(incoming, deps) : undefined;
    if (body instanceof Response) return body;
    if (request.canStepUp) assertScopes(body as Body, request, deps);
    const call = isPost ? plainCallOf(body) : undefined;
    if (incoming.method === "GET") {
      const reply = sessions?.resumeDirectly(request);
      if (reply !== undefined) return reply;
    } else if (isPost && incoming.headers["mcp-session-id"] !== undefined) {
      const reply = sessions?.handleDirectly(request, body, call);
      if (reply !== undefined) return reply;
    } else if (call !== undefined && handlers.envelopes.has(call, incoming.headers)) {
      return refuseMismatch(deps, request, call) ?? callDirectly(handlers, request, call);
    }
    const list = isPost ? plainListOf(body) : undefined;
    const era = list && listEraOf(handlers, request, list);
    if (list === undefined || era === undefined) return await this.#answerBySDK(handlers, request, body);
    return await handlers.lists.answer(list, { era, identity: request.identity }, () =>
      this.#answerBySDK(handlers, request, body),
    );
  };

  async #answerBySDK(handlers: Handlers, request: CheckedRequest, body: unknown): Promise<Response> {
    const { deps, modern, sessions } = handlers;
    const { sdk, settings } = deps;
    const { incoming } = request;
    const isPost = incoming.method === "POST";
    const authInfo = toAuthInfo(request);
    const webRequest = incoming.toRequest();
    const limit = { maxRequestBodySize: settings.maxBodySize };
    const isModern = sessions === undefined || !(await sdk.isLegacyRequest(webRequest, body, limit));
    const headed = isModern ? headedCallOf(body as Body, sdk) : undefined;
    const refused = headed && refuseMismatch(deps, request, headed);
    if (refused !== undefined) return refused;
    const isListen = (body as Body)?.method === "subscriptions/listen";
    const response =
      isModern && isListen
        ? await handlers.streams.open(request, { webRequest, options: { authInfo }, body, watched: watchedURIs(body) })
        : isModern
          ? await modern.fetch(webRequest, isPost ? { authInfo, parsedBody: body } : { authInfo })
          : await sessions.handle({ request: webRequest, body, authInfo, caller: request });
    const listens = isListen || (incoming.method === "GET" && sessions?.resumesRequest(request) !== true);
    return listens ? this.#listening.hold(response, request.onCredentialEnd) : response;
  }

  /** Ends what only listens. Requests with calls are answered. */
  endListening(): void {
    this.#listening.end();
  }

  async close(): Promise<void> {
    const handlers = this.#handlers;
    handlers?.stopListening();
    handlers?.calls.close();
    handlers?.lists.close();
    await Promise.all([handlers?.modern.close(), handlers?.streams.close(), handlers?.sessions?.close()]);
  }

  #open(deps: ToolServerDeps): Handlers {
    // Another request may have opened it meanwhile.
    if (this.#handlers !== undefined) return this.#handlers;
    const modern = createModernHandler(deps);
    const sessions = deps.settings.sessions === false ? undefined : new LegacySessions(deps);
    const streams = new ListenStreams(deps, () => createModernHandler(deps));
    const stopListening = onListChange(deps, (change) => {
      streams.announceChange(change);
      sessions?.announceChange(change);
    });
    const stopLog = deps.settings.serverLog?.((entry) => sessions?.announceLog(entry));
    const calls = new DirectCalls(deps);
    const envelopes = new KnownEnvelopes(deps.sdk);
    const lists = new ListAnswers(deps);
    const stop = (): void => {
      stopListening();
      stopLog?.();
    };
    return (this.#handlers = { deps, calls, envelopes, modern, sessions, streams, lists, stopListening: stop });
  }
}

/**
 * A caller who can log in for more scopes learns which ones a tool needs, through an HTTP 403, which clients
 * understand.
 */
function assertScopes(body: Body, { identity }: CheckedRequest, { catalog }: ToolServerDeps): void {
  const name = body?.method === "tools/call" ? body.params?.["name"] : undefined;
  const required = typeof name === "string" ? catalog.findHidden(name, identity) : undefined;
  const headers = required && scopeChallenge(required, identity);
  if (headers === undefined) return;
  throw new HTTPRefusal(403, `Your token lacks a scope that ${name as string} needs.`, {
    code: "ACCESS_DENIED",
    headers,
  });
}

/** The era of a list that needs no server of the SDK, once its answer is known. */
function listEraOf(
  { envelopes, sessions }: Handlers,
  request: CheckedRequest,
  list: PlainList,
): "legacy" | "modern" | undefined {
  const { headers } = request.incoming;
  if (headers["accept"]?.includes("application/json") !== true) return undefined;
  if (headers["mcp-session-id"] !== undefined) return sessions?.useReady(request) === true ? "legacy" : undefined;
  return envelopes.has(list, headers) ? "modern" : undefined;
}

/** A `tools/call` that says that it is of 2026-07-28 or later. */
function headedCallOf(body: Body, sdk: ServerSDK): HeadedCall | undefined {
  const { id, method, params } = body ?? {};
  const meta = method === "tools/call" && isParams(params) ? params["_meta"] : undefined;
  const isModern = isParams(meta) && meta[sdk.PROTOCOL_VERSION_META_KEY] !== undefined;
  return isModern ? { id, params: params as Params } : undefined;
}

/** From 2026-07-28 on, a client aborts a call by disconnecting. */
function callDirectly({ deps, calls }: Handlers, caller: CheckedRequest, call: PlainCall): Promise<Reply> {
  const { CLIENT_CAPABILITIES_META_KEY, ProtocolErrorCode } = deps.sdk;
  const { incoming } = caller;
  incoming.onLeave((reason) => calls.cancel(call, reason));
  const capabilities = (call.params["_meta"] as Params)[CLIENT_CAPABILITIES_META_KEY];
  return toCallReply(calls.answer(call, { caller, era: "modern", capabilities, connection: undefined }, call), {
    accept: incoming.headers["accept"],
    badRequest: ProtocolErrorCode.MissingRequiredClientCapability,
    cancelled: 499,
  });
}

/** Everything from 2026-07-28 on and, if there are no sessions, earlier revisions without them. */
function createModernHandler(deps: ToolServerDeps): McpHttpHandler {
  const { sdk, settings } = deps;
  const open = ({ era, authInfo }: McpRequestContext): Server =>
    createToolServer(deps, {
      era,
      viewer: authInfo?.extra?.["caller"] as CheckedRequest | undefined,
    });
  return sdk.createMcpHandler(open, {
    legacy: settings.sessions === false ? "stateless" : "reject",
    maxRequestBodySize: settings.maxBodySize,
    ...(settings.onError && { onerror: settings.onError }),
  });
}

/** Carries the caller through the SDK: see `callerOf` of the tool server. */
function toAuthInfo(caller: CheckedRequest): AuthInfo {
  const { id = "", scopes = [] } = caller.identity ?? {};
  // The token itself goes no further than `authenticate`.
  return { token: "", clientId: id, scopes: [...scopes], extra: { caller } };
}

/** The JSON of a POST, read once for both eras; or the response that refuses it. */
async function readBody(incoming: Incoming, { sdk, settings }: ToolServerDeps): Promise<unknown> {
  if (!sdk.isJsonContentType(incoming.headers["content-type"])) {
    return rpcError(415, "Unsupported Media Type: Content-Type must be application/json");
  }
  try {
    const text = (await incoming.readText(settings.maxBodySize)) ?? "";
    if (text.length > SHORT_JSON && isTooDense(text, settings.maxBodySize))
      throw bodyTooLarge(settings.maxBodySize, "values");
    return LONG_INTEGER.test(text) ? parseExactly(text) : (JSON.parse(text) as unknown);
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== "PAYLOAD_TOO_LARGE") {
      return rpcError(400, "Parse error: the request body is not JSON.", { code: -32_700 });
    }
    return rpcError(413, `Payload Too Large: ${error.message}`);
  }
}
