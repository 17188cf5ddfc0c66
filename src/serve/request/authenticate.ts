import type { Identity } from "../../operation/access-control.ts";
import type { Credential } from "../../operation/authenticate.ts";
import type { Incoming } from "./incoming.ts";
import { HTTPRefusal } from "./problem.ts";
import type { ServeHTTPSettings } from "./serve-http-options.ts";

/** Who sends a request; undefined for nobody. Throws a 401 (a promise of one, where the verifier takes its time). */
export function authenticate(
  incoming: Incoming,
  settings: ServeHTTPSettings,
): Identity | undefined | Promise<Identity | undefined> {
  const { authenticate: ask, identity, anonymous = false } = settings;
  if (ask === undefined) return identity;
  const credential = credentialOf(incoming);
  if (credential === undefined) {
    if (anonymous) return undefined;
    throw unauthorised("The request carries no credential: send `Authorization: Bearer <key>` or `x-api-key`.");
  }
  let verified: ReturnType<typeof ask>;
  try {
    verified = ask(credential);
  } catch (error) {
    return refused(error, settings);
  }
  return verified instanceof Promise
    ? verified.then(known, (error: unknown) => refused(error, settings))
    : known(verified);
}

function known(identity: Identity | undefined): Identity {
  if (identity === undefined) throw unauthorised("The credential is not valid.", "invalid_token");
  return identity;
}

/** Why a verifier failed is nobody's business but ours. */
function refused(error: unknown, { onError }: ServeHTTPSettings): never {
  onError?.(error);
  throw unauthorised("The credential is not valid.", "invalid_token");
}

const BEARER = /^Bearer +(\S+) *$/i;

/** What a request shows, if anything. */
export function credentialOf(incoming: Incoming): Credential | undefined {
  const authorization = incoming.header("authorization");
  const token = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
  if (token !== undefined) return { token, kind: "bearer" };
  if (authorization !== undefined) throw unauthorised("Only `Authorization: Bearer` is understood.", "invalid_request");
  const key = incoming.header("x-api-key");
  return key === undefined || key === "" ? undefined : { token: key, kind: "api-key" };
}

function unauthorised(message: string, error?: string): HTTPRefusal {
  const challenge = error === undefined ? "Bearer" : `Bearer error="${error}"`;
  return new HTTPRefusal(401, message, { code: "UNAUTHENTICATED", headers: ["www-authenticate", challenge] });
}
