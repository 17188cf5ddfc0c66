/**
 * An MCP server with the SDK. It accepts only tokens from an authorization server that were issued for it (RFC 9728,
 * RFC 8707).
 */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import type { McpHttpHandler, ServerNotifier } from "@modelcontextprotocol/server";
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from "jose";
import type { JWK } from "jose";
import * as z from "zod";
import type { AuthProvider } from "./auth-provider.ts";

export interface ProtectedServer {
  readonly url: string;
  /** The number of requests with a good token. */
  readonly served: () => number;
  /** Tells every session that the lists of tools and prompts have changed. */
  announce(): void;
  /** Tells the sessions of one user. */
  notify(user: string): ServerNotifier;
  close(): Promise<void>;
}

/** Registers what the server offers besides `who_am_i`, to this user. */
export type ExtendServer = (server: McpServer, user: string) => void;

export interface ProtectedServerOptions {
  readonly extend?: ExtendServer | undefined;
  /** Accepts only key-bound tokens, with a proof for each request (RFC 9449). */
  readonly isBound?: boolean | undefined;
}

export async function startProtectedServer(
  provider: Pick<AuthProvider, "url" | "findToken">,
  { extend, isBound = false }: ProtectedServerOptions = {},
): Promise<ProtectedServer> {
  let served = 0;
  const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `${origin}/mcp`;
  const metadata = {
    resource: url,
    authorization_servers: [provider.url],
    scopes_supported: ["notes:read"],
    bearer_methods_supported: ["header"],
  };
  const scheme = isBound ? "DPoP" : "Bearer";
  const proofs = new Set<string>();
  const challenge = `${scheme} resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp", scope="notes:read"`;
  /** One for each user: a handler notifies everybody who listens to it. */
  const handlers = new Map<string, McpHttpHandler>();
  const handlerOf = (user: string): McpHttpHandler => {
    const handler = handlers.get(user) ?? createMcpHandler(() => createServerFor(user));
    handlers.set(user, handler);
    return handler;
  };
  const createServerFor = (user: string): McpServer => {
    const mcp = new McpServer({ name: "notes", version: "1.0.0" });
    mcp.registerTool("who_am_i", { description: "Tells who calls", inputSchema: z.object({}) }, () => ({
      content: [{ type: "text", text: user }],
    }));
    extend?.(mcp, user);
    return mcp;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url?.startsWith("/.well-known/oauth-protected-resource") === true) {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(metadata));
      return;
    }
    const [, used, text = ""] = /^(\w+) (.+)$/.exec(request.headers.authorization ?? "") ?? [];
    const token = text === "" || used !== scheme ? undefined : await provider.findToken(text);
    const audiences = [token?.aud ?? []].flat();
    const isProved = !isBound || (await useProof(request, { token: text, jkt: token?.jkt, url, proofs }));
    if (token?.isValid !== true || !audiences.includes(url) || !isProved) {
      response.writeHead(401, { "www-authenticate": challenge }).end();
      return;
    }
    served++;
    const { clientId = "", accountId } = token;
    const user = accountId ?? clientId;
    const auth = { token: text, clientId, scopes: [], extra: { user } };
    const handle = toNodeHandler(handlerOf(user));
    await handle(Object.assign(request, { auth }) as Parameters<typeof handle>[0], response);
  };
  return {
    url,
    served: () => served,
    announce() {
      for (const { notify } of handlers.values()) {
        notify.toolsChanged();
        notify.promptsChanged();
      }
    },
    notify: (user) => handlerOf(user).notify,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

interface Proof {
  readonly token: string;
  readonly jkt: string | undefined;
  readonly url: string;
  /** The proofs that were used. */
  readonly proofs: Set<string>;
}

/** Uses up the proof of a request. True if it is signed with the key of its token, for itself, and for the first time. */
async function useProof(request: IncomingMessage, { token, jkt, url, proofs }: Proof): Promise<boolean> {
  const proof = String(request.headers["dpop"] ?? "");
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, { typ: "dpop+jwt" });
    const isNew = !proofs.has(String(payload.jti));
    proofs.add(String(payload.jti));
    const isOfKey = jkt !== undefined && (await calculateJwkThumbprint(protectedHeader.jwk as JWK)) === jkt;
    const ath = createHash("sha256").update(token).digest("base64url");
    return isNew && isOfKey && payload["ath"] === ath && payload["htu"] === url && payload["htm"] === request.method;
  } catch {
    return false;
  }
}
