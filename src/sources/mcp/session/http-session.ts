import type { AuthProvider, Client, OAuthClientProvider } from "@modelcontextprotocol/client";
import { withBoundTokens } from "./bound-tokens.ts";
import { connectTapped, createSDKClient } from "./create-sdk-client.ts";
import type { ConnectionPlan } from "./create-sdk-client.ts";
import { HTTPExchanges } from "../http/http-exchange.ts";
import { DirectPosts } from "../http/direct-posts.ts";
import type { DirectPostsOptions } from "../http/direct-posts.ts";
import { createGuardedFetch } from "../http/guarded-fetch.ts";
import { LongMessages } from "../http/long-messages.ts";
import { failedResponse } from "../process/json-rpc.ts";
import { DEFAULT_MAX_MESSAGE_BYTES } from "../config/mcp-client-config.ts";
import type { MCPClientConfig, MCPEra } from "../config/mcp-client-config.ts";
import { MOST_VALUES } from "../../../shared/json/json-limits.ts";
import { endsWithin } from "../../../shared/time/wait.ts";
import type { TappedTransport } from "./raw-results.ts";
import { serverAnswers } from "./server-requests.ts";
import { Session } from "./session.ts";
import { withStepUp } from "./step-up.ts";

/** The SDK tries to resume a cut stream for some minutes. */
const RECONNECTION = {
  initialReconnectionDelay: 500,
  maxReconnectionDelay: 30_000,
  reconnectionDelayGrowFactor: 2,
  maxRetries: 10,
};
/** How long the request that ends a session may take. Milliseconds. */
const FAREWELL = 1000;
/** The answers of servers that only know the transport of 2024-11-05. */
const OLD_TRANSPORT_STATUS = new Set([400, 404, 405]);

export interface HttpEndpoint {
  readonly kind: "http" | "sse";
  readonly url: URL;
}

/** Connects over Streamable HTTP, or to a server that only knows HTTP+SSE. */
export async function connectHttp(plan: ConnectionPlan, endpoint: HttpEndpoint): Promise<Session> {
  return await withStepUp(plan.config.authProvider, plan.sdk, () => connect(plan, endpoint));
}

async function connect(plan: ConnectionPlan, { kind, url }: HttpEndpoint): Promise<Session> {
  const { era = "auto", type } = plan.config;
  if (kind === "sse") return await connectOver(plan, { kind, url, era: "legacy" });
  try {
    return await connectOver(plan, { kind, url, era });
  } catch (error) {
    const isOld = plan.sdk.SdkHttpError.isInstance(error) && OLD_TRANSPORT_STATUS.has(error.status);
    if (type !== undefined || era === "modern" || !isOld) throw error;
    return await connectOver(plan, { kind: "sse", url, era: "legacy" }).catch(() => {
      throw error;
    });
  }
}

async function connectOver(plan: ConnectionPlan, target: HttpEndpoint & { era: MCPEra }): Promise<Session> {
  const { config, sdk } = plan;
  const exchanges = new HTTPExchanges();
  const longMessages = new LongMessages();
  const guarded = createGuardedFetch({
    fetch: config.fetch,
    server: target.url,
    ownHeaders: config.headers ?? {},
    exchanges,
    maxMessageBytes: maxMessageBytesOf(config),
    maxValues: config.maxValues ?? MOST_VALUES,
    longMessages,
    onFailed: (message, error) => {
      const { id } = JSON.parse(message) as { id?: number };
      if (id !== undefined) transport.onmessage?.(failedResponse(id, error) as never);
    },
  });
  const authProvider = authProviderOf(config);
  const options = {
    fetch: withBoundTokens(authProvider, sdk, guarded.fetch),
    requestInit: { headers: { ...config.headers } },
    ...(authProvider === undefined ? {} : { authProvider }),
  };
  const transport =
    target.kind === "sse"
      ? new sdk.SSEClientTransport(target.url, options)
      : new sdk.StreamableHTTPClientTransport(target.url, { ...options, reconnectionOptions: RECONNECTION });
  longMessages.restoreFor(transport);
  const posts = createPosts(plan, {
    transport,
    url: target.url,
    exchanges,
    isSettled: () => guarded.standalone.isSettled,
  });
  const client = createSDKClient(plan, target.era);
  const close = async (): Promise<void> => {
    if ("terminateSession" in transport) await endsWithin(transport.terminateSession(), FAREWELL);
    await client.close().catch(() => undefined);
    await transport.close().catch(() => undefined);
    await Promise.all([posts?.close(), guarded.close()]);
  };
  const post = posts?.post.bind(posts);
  const direct = await connectTapped(client, transport, plan, { post }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return new Session({
    client,
    direct,
    answers: serverAnswers(plan),
    exchanges,
    resend: (send) => withStepUp(authProvider, sdk, send),
    close,
    hasSession: () => sessionIdOf(client) !== undefined,
  });
}

/** Calls need no transport if this process alone decides what a request looks like. Logins are left to the SDK. */
function createPosts({ config, sdk }: ConnectionPlan, parts: PostsParts): DirectPosts | undefined {
  const { transport } = parts;
  if (config.fetch !== undefined || config.authProvider !== undefined) return undefined;
  if (!(transport instanceof sdk.StreamableHTTPClientTransport)) return undefined;
  const { token } = config;
  return new DirectPosts({
    ...parts,
    transport,
    // The original `send`, from before the results are tapped.
    send: (transport as TappedTransport).send.bind(transport),
    headers: config.headers ?? {},
    token: typeof token === "string" ? () => token : token,
    maxMessageBytes: maxMessageBytesOf(config),
    maxValues: config.maxValues ?? MOST_VALUES,
  });
}

type PostsParts = Pick<DirectPostsOptions, "url" | "exchanges" | "isSettled"> & { readonly transport: object };

function maxMessageBytesOf({ maxMessageBytes = DEFAULT_MAX_MESSAGE_BYTES }: MCPClientConfig): number {
  return maxMessageBytes;
}

function sessionIdOf(client: Client): string | undefined {
  return client.transport?.sessionId;
}

function authProviderOf({ token, authProvider }: MCPClientConfig): AuthProvider | OAuthClientProvider | undefined {
  if (authProvider !== undefined) return authProvider as AuthProvider;
  if (token === undefined) return undefined;
  return { token: async () => (typeof token === "string" ? token : await token()) };
}
