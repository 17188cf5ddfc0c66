/** An HTTP API with an OpenAPI document, which takes only tokens of an authorization server. */
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

/** `scheme`: how its document describes the login. */
export async function startProtectedAPI(
  provider: AuthProvider,
  scheme: (provider: AuthProvider) => object,
): Promise<ProtectedAPI> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, text = ""] = /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? [];
    const token = text === "" ? undefined : await provider.findToken(text);
    const isGood = token?.isValid === true;
    const body = isGood ? { user: token.accountId ?? token.clientId } : { error: "log in" };
    response.writeHead(isGood ? 200 : 401, { "content-type": "application/json" }).end(JSON.stringify(body));
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
      paths: { "/me": { get: { operationId: "whoAmI", security: [{ login: [] }], responses } } },
      components: { securitySchemes: { login: scheme(provider) } },
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
