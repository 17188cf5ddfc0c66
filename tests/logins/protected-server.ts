/** An MCP server of the SDK that takes only tokens of an authorization server, made for itself (RFC 9728, RFC 8707). */
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { AuthProvider } from "./auth-provider.ts";

export interface ProtectedServer {
  readonly url: string;
  /** Requests with a good token. */
  readonly served: () => number;
  close(): Promise<void>;
}

/** Registers what the server offers besides `who_am_i`, to this user. */
export type ExtendServer = (server: McpServer, user: string) => void;

export async function startProtectedServer(provider: AuthProvider, extend?: ExtendServer): Promise<ProtectedServer> {
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
  const challenge = `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp", scope="notes:read"`;
  const handle = toNodeHandler(
    createMcpHandler(({ authInfo }) => {
      const mcp = new McpServer({ name: "notes", version: "1.0.0" });
      const user = String(authInfo?.extra?.["user"]);
      mcp.registerTool("who_am_i", { description: "Tells who calls", inputSchema: z.object({}) }, () => ({
        content: [{ type: "text", text: user }],
      }));
      extend?.(mcp, user);
      return mcp;
    }),
  );
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url?.startsWith("/.well-known/oauth-protected-resource") === true) {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(metadata));
      return;
    }
    const [, text = ""] = /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? [];
    const token = text === "" ? undefined : await provider.findToken(text);
    const audiences = [token?.aud ?? []].flat();
    if (token?.isValid !== true || !audiences.includes(url)) {
      response.writeHead(401, { "www-authenticate": challenge }).end();
      return;
    }
    served++;
    const { clientId = "", accountId } = token;
    const auth = { token: text, clientId, scopes: [], extra: { user: accountId ?? clientId } };
    await handle(Object.assign(request, { auth }) as Parameters<typeof handle>[0], response);
  };
  return {
    url,
    served: () => served,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
