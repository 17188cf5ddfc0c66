import { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import { commonRights } from "./common-rights.ts";
import type { LinkPeer } from "../ports/link.ts";
import type { CallRequested } from "../wire/protocol-event.ts";
import type { TokenCache } from "./token-cache.ts";

/** Of who may call on behalf of others, within its own rights. */
export const DELEGATE_SCOPE = "operations:delegate";

/**
 * Who makes a call over a link: whoever is at its other end, or somebody for whom that one may speak. Throws a
 * `CallError` to refuse it: a call never runs as somebody else than it says.
 */
export function identifyCaller(
  event: CallRequested,
  peer: LinkPeer,
  tokens?: TokenCache,
): Identity | undefined | Promise<Identity | undefined> {
  const { identity, token } = event;
  if (identity === undefined) return token === undefined ? peer.identity : byToken(token, peer.identity, tokens);
  if (peer.isTrusted) return identity;
  throw new CallError("UNAUTHENTICATED", "Who calls is decided by the connection: the call may not claim an identity.");
}

function byToken(
  token: string,
  holder: Identity | undefined,
  tokens: TokenCache | undefined,
): Identity | undefined | Promise<Identity | undefined> {
  if (tokens === undefined)
    throw new CallError(
      "UNAUTHENTICATED",
      "The call is made on behalf of somebody, and this side verifies no tokens: it was given no identity (serve.identitySecret of a hub's config).",
    );
  // Before the signature is looked at: that takes time, which not everybody may ask for.
  if (holder?.scopes.includes(DELEGATE_SCOPE) !== true)
    throw new CallError(
      "ACCESS_DENIED",
      `${holder?.id ?? "Who is not known"} may not call on behalf of others: it needs the scope ${DELEGATE_SCOPE}.`,
    );
  const caller = tokens.identify(token);
  // Each time anew: the rights of a connection's holder may grow while it is open.
  return caller instanceof Promise
    ? caller.then((known) => commonRights(known, holder))
    : caller && commonRights(caller, holder);
}
