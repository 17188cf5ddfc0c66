import type { OnCredentialEnd } from "../../identity/credential-watch.ts";
import { watchBody } from "./watched-body.ts";

/** Whether the answer to a request only listens: it carries no call, and stays open for as long as both sides like. */
export function listens(request: Request, body: unknown): boolean {
  if (request.method === "GET") return true;
  return typeof body === "object" && body !== null && "method" in body && body.method === "subscriptions/listen";
}

/** The same answer, which ends when the credential that opened it no longer holds: the client has to come anew. */
export function endWithCredential(response: Response, onCredentialEnd: OnCredentialEnd): Response {
  if (response.body === null) return response;
  const watched = watchBody(response, () => stopWatching());
  // What is being read ends by it.
  const stopWatching = onCredentialEnd((reason) => watched.cancel(reason));
  return watched.response;
}
