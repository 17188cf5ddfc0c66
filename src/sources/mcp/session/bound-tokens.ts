import type { AuthProvider, DpopSession } from "@modelcontextprotocol/client";
import type { ClientModule } from "./load-sdk.ts";

/** An auth provider whose tokens may be bound to a key (DPoP, RFC 9449). */
export interface BoundTokens extends AuthProvider {
  /** Signs requests with the key of the present token; undefined if the token needs none. */
  signer(): Promise<DpopSession | undefined>;
  /** Called with the token that a server has refused, before `onUnauthorized` gets the same response. */
  noteRefused(token: string, response: Response): void;
}

/** A `fetch` that signs each request whose token is bound to a key, and signs again if a server asks for a nonce. */
export function withBoundTokens(
  provider: object | undefined,
  sdk: ClientModule,
  send: typeof fetch,
): Parameters<ReturnType<ClientModule["withDpop"]>>[0] {
  if (!hasBoundTokens(provider)) return send;
  return sdk.withDpop(
    () => provider.signer(),
    () => provider.token(),
  )(async (url, init) => {
    const response = await send(url, init);
    if (response.status === 401) {
      const token = new Headers(init?.headers).get("authorization")?.replace(/^\w+ /, "");
      if (token !== undefined) provider.noteRefused(token, response);
    }
    return response;
  });
}

function hasBoundTokens(provider: object | undefined): provider is BoundTokens {
  return provider !== undefined && "signer" in provider;
}
