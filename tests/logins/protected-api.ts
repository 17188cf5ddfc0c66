/** An HTTP API with an OpenAPI document. It accepts only tokens from an authorization server. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { AuthProvider } from "./auth-provider.ts";

export interface ProtectedAPI {
  readonly url: string;
  readonly document: object;
  /** How many requests it has refused with 401. */
  readonly refused: () => number;
  /** The tokens that it was sent. */
  readonly tokens: readonly string[];
  close(): Promise<void>;
}

export interface ProtectedAPIOptions {
  /** How its document describes the login. Default: not at all; the API's own metadata does (RFC 9728). */
  readonly scheme?: ((provider: AuthProvider) => object) | undefined;
  /** The scope that `writeNote` requires of a token, and names when it is missing (RFC 6750). */
  readonly writeScope?: string | undefined;
  /** The scope that it names instead. */
  readonly namedScope?: string | undefined;
  /** Whether it also has an operation for everyone, one with a key, and redirects. */
  readonly hasMore?: boolean | undefined;
  /** Where its metadata is. Default: the usual place. */
  readonly metadataPath?: string | undefined;
  /** What its metadata says differently; a text is sent as it is. */
  readonly metadata?: ((url: string) => object | string) | undefined;
  /** What a refusal says. Default: where the metadata is. */
  readonly challenge?: ((url: string) => string | undefined) | undefined;
  /** Where it redirects to. */
  readonly elsewhere?: string | undefined;
}

export async function startProtectedAPI(
  provider: Pick<AuthProvider, "url" | "findToken">,
  options: ProtectedAPIOptions,
): Promise<ProtectedAPI> {
  const { scheme, writeScope = "", namedScope = writeScope, hasMore, elsewhere } = options;
  const metadataPath = options.metadataPath ?? "/.well-known/oauth-protected-resource";
  let refused = 0;
  const tokens: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = (status: number, body: object, challenge?: string): void => {
      const fields = { "content-type": "application/json", ...(challenge && { "www-authenticate": challenge }) };
      response.writeHead(status, fields).end(JSON.stringify(body));
    };
    const isSilent = scheme === undefined;
    if (request.url === "/openapi.json") return send(200, document);
    if (request.url === metadataPath && isSilent) {
      const own = { resource: url, authorization_servers: [provider.url], scopes_supported: ["notes:read"] };
      const given = options.metadata?.(url) ?? {};
      if (typeof given === "string") return void response.writeHead(200).end(given);
      return send(200, { ...own, ...given });
    }
    if (request.url === "/ping") return send(200, { user: "anyone" });
    if (request.url === "/away") return void response.writeHead(307, { location: `${elsewhere ?? url}/me` }).end();
    const [, text = ""] = /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? [];
    if (text !== "") tokens.push(text);
    const token = text === "" ? undefined : await provider.findToken(text);
    // Tokens that clients request through the API's own metadata are issued for the API.
    const isMeant = !isSilent || [token?.aud ?? []].flat().some((audience) => new URL(audience).origin === url);
    if (token?.isValid !== true || !isMeant) {
      refused += 1;
      const metadata = `Bearer resource_metadata="${url}${metadataPath}"`;
      const challenge = options.challenge === undefined ? metadata : options.challenge(url);
      return send(401, { error: "log in" }, isSilent ? challenge : undefined);
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
  const document = {
    openapi: "3.1.0",
    info: { title: "Notes", version: "1" },
    servers: [{ url }],
    paths: {
      "/me": { get: { operationId: "whoAmI", responses }, post: { operationId: "writeNote", responses } },
      ...(hasMore === true && {
        "/ping": { get: { operationId: "ping", responses } },
        "/away": { get: { operationId: "goAway", responses } },
        "/keyed": { get: { operationId: "useKey", responses, security: [{ key: [] }] } },
      }),
    },
    ...(hasMore === true && {
      components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
    }),
    ...(scheme && {
      security: [{ login: [] }],
      components: { securitySchemes: { login: scheme(provider as AuthProvider) } },
    }),
  };
  return {
    url,
    refused: () => refused,
    tokens,
    document,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
