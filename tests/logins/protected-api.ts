/** An HTTP API with an OpenAPI document. It accepts only tokens from an authorization server. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { AuthProvider } from "./auth-provider.ts";

export interface ProtectedAPI {
  readonly url: string;
  readonly document: object;
  close(): Promise<void>;
}

export interface ProtectedAPIOptions {
  /** How its document describes the login. Default: not at all; the API's own metadata does (RFC 9728). */
  readonly scheme?: ((provider: AuthProvider) => object) | undefined;
  /** The scope that `writeNote` requires of a token, and names when it is missing (RFC 6750). */
  readonly writeScope?: string | undefined;
  /** The scope that it names instead. */
  readonly namedScope?: string | undefined;
}

export async function startProtectedAPI(
  provider: Pick<AuthProvider, "url" | "findToken">,
  { scheme, writeScope = "", namedScope = writeScope }: ProtectedAPIOptions,
): Promise<ProtectedAPI> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = (status: number, body: object, challenge?: string): void => {
      const fields = { "content-type": "application/json", ...(challenge && { "www-authenticate": challenge }) };
      response.writeHead(status, fields).end(JSON.stringify(body));
    };
    const isSilent = scheme === undefined;
    if (request.url === "/.well-known/oauth-protected-resource" && isSilent) {
      return send(200, { resource: url, authorization_servers: [provider.url], scopes_supported: ["notes:read"] });
    }
    const [, text = ""] = /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? [];
    const token = text === "" ? undefined : await provider.findToken(text);
    // Tokens that clients request through the API's own metadata are issued for the API.
    const isMeant = !isSilent || [token?.aud ?? []].flat().some((audience) => new URL(audience).origin === url);
    if (token?.isValid !== true || !isMeant) {
      const metadata = `Bearer resource_metadata="${url}/.well-known/oauth-protected-resource"`;
      return send(401, { error: "log in" }, isSilent ? metadata : undefined);
    }
    const isAllowed = request.method === "GET" || (token.scope ?? "").split(" ").includes(writeScope);
    if (!isAllowed) return send(403, {}, `Bearer error="insufficient_scope", scope="${namedScope}"`);
    send(200, { user: token.accountId ?? token.clientId });
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const schema = { type: "object", properties: { user: { type: "string" } } };
  const responses = { 200: { description: "Who", content: { "application/json": { schema } } } };
  return {
    url,
    document: {
      openapi: "3.1.0",
      info: { title: "Notes", version: "1" },
      servers: [{ url }],
      paths: {
        "/me": { get: { operationId: "whoAmI", responses }, post: { operationId: "writeNote", responses } },
      },
      ...(scheme && {
        security: [{ login: [] }],
        components: { securitySchemes: { login: scheme(provider as AuthProvider) } },
      }),
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
