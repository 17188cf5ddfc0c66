import type { AuthProvider, DpopSession } from "@modelcontextprotocol/client";
import type { ClientModule } from "./load-sdk.ts";

/** An auth provider whose tokens may be bound to a key (DPoP, RFC 9449). */
export interface BoundTokens extends AuthProvider {
  /** Signs requests with the key of the present token; undefined where the token needs none. */
  signer(): Promise<DpopSession | undefined>;
}

/** A `fetch` that signs each request whose token is bound to a key, and once more with the nonce that a server asks for. */
export function withBoundTokens(
  provider: object | undefined,
  sdk: ClientModule,
  send: typeof fetch,
): Parameters<ReturnType<ClientModule["withDpop"]>>[0] {
  if (!hasBoundTokens(provider)) return send;
  return sdk.withDpop(
    () => provider.signer(),
    () => provider.token(),
  )(send);
}

function hasBoundTokens(provider: object | undefined): provider is BoundTokens {
  return provider !== undefined && "signer" in provider;
}
