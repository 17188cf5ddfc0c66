/** An authorization server for grants that `oidc-provider` does not know. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { AuthProvider } from "./auth-provider.ts";

type Form = Readonly<Record<string, string>>;

export interface TokenServer {
  readonly provider: Pick<AuthProvider, "url" | "findToken">;
  /** The token requests so far. */
  readonly asked: Form[];
  readonly close: () => Promise<void>;
}

export interface TokenServerOptions {
  readonly accepts: (form: Form) => boolean;
  /** Members of its answers, besides an access token that lives one second. */
  readonly answer?: Readonly<Record<string, unknown>> | undefined;
  /** Members of its metadata. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

export async function startTokenServer({ accepts, answer, metadata }: TokenServerOptions): Promise<TokenServer> {
  const asked: Form[] = [];
  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.url?.startsWith("/.well-known/") === true) {
      const own = {
        issuer: url,
        token_endpoint: `${url}/token`,
        authorization_endpoint: `${url}/authorize`,
        response_types_supported: ["code"],
        token_endpoint_auth_methods_supported: ["none", "client_secret_post"],
      };
      return void response.end(JSON.stringify({ ...own, ...metadata }));
    }
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const form = Object.fromEntries(new URLSearchParams(body));
      asked.push(form);
      const isGood = accepts(form);
      const token = { access_token: `token-${asked.length}`, token_type: "Bearer", expires_in: 1, ...answer };
      response.writeHead(isGood ? 200 : 400).end(JSON.stringify(isGood ? token : { error: "invalid_grant" }));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const findToken: AuthProvider["findToken"] = async (token) =>
    token === `token-${asked.length}`
      ? { isValid: true, aud: asked.at(-1)?.["resource"] ?? "", clientId: "the workload" }
      : undefined;
  return {
    provider: { url, findToken },
    asked,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
