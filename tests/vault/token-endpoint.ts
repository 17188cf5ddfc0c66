/** An authorization server with short-lived tokens. A refresh token works once, and its second use ends the login. */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { LoginRecord } from "../../src/vault/login-record.ts";

export interface TokenEndpoint {
  readonly url: string;
  /** What happened so far. */
  readonly seen: {
    refreshes: number;
    /** Refresh tokens that were used a second time. Each would end the login everywhere. */
    reused: number;
    calls: number;
    /** The age of the youngest token that was replaced, in milliseconds. */
    youngestReplaced: number;
  };
  /** A first login. */
  login(): LoginRecord;
  close(): Promise<void>;
}

export async function startTokenEndpoint(lifeMs: number): Promise<TokenEndpoint> {
  const seen = { refreshes: 0, reused: 0, calls: 0, youngestReplaced: Infinity };
  let current = { access: "", refresh: "", issuedAt: 0 };
  let isRevoked = false;
  /** As at real servers, an access token lasts for its whole life, even after it was replaced. */
  const ends = new Map<string, number>();
  const issue = (): typeof current => {
    current = { access: randomUUID(), refresh: randomUUID(), issuedAt: Date.now() };
    ends.set(`Bearer ${current.access}`, current.issuedAt + lifeMs);
    return current;
  };
  const server = createServer((request, response) => void respond(request, response)).listen(0, "127.0.0.1");
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    if (request.url === "/api") {
      seen.calls++;
      const end = ends.get(request.headers.authorization ?? "") ?? 0;
      return answer(!isRevoked && Date.now() < end ? 200 : 401, {});
    }
    const form = new URLSearchParams(await bodyOf(request));
    if (isRevoked || form.get("refresh_token") !== current.refresh) {
      seen.reused++;
      isRevoked = true;
      return answer(400, { error: "invalid_grant" });
    }
    seen.refreshes++;
    seen.youngestReplaced = Math.min(seen.youngestReplaced, Date.now() - current.issuedAt);
    const { access, refresh } = issue();
    answer(200, { access_token: access, refresh_token: refresh, expires_in: lifeMs / 1000, token_type: "Bearer" });
  };
  // A connection that closes during reuse would fail a call for a reason unrelated to its token.
  server.keepAliveTimeout = 120_000;
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    login() {
      const { access, refresh, issuedAt } = issue();
      return { accessToken: access, refreshToken: refresh, savedAt: issuedAt, expiresAt: issuedAt + lifeMs };
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}
