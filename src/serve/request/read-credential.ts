import type { Credential } from "../../operation/authenticate.ts";

const BEARER = /^Bearer +(\S+) *$/i;

/** The credential in these header fields. Undefined where there is none, or `authorization` is of another kind. */
export function readCredential(
  authorization: string | null | undefined,
  apiKey: string | null | undefined,
): Pick<Credential, "token" | "kind"> | undefined {
  const hasAuthorization = authorization !== undefined && authorization !== null;
  const token = hasAuthorization ? BEARER.exec(authorization)?.[1] : apiKey;
  if (token === undefined || token === null || token === "") return undefined;
  return { token, kind: hasAuthorization ? "bearer" : "api-key" };
}
