import type { OnCredentialEnd } from "../identity/credential-watch.ts";

/** Whether the answer to a request only listens: it carries no call, and stays open for as long as both sides like. */
export function listens(request: Request, body: unknown): boolean {
  if (request.method === "GET") return true;
  return typeof body === "object" && body !== null && "method" in body && body.method === "subscriptions/listen";
}

/** The same answer, which ends when the credential that opened it no longer holds: the client has to come anew. */
export function endWithCredential(response: Response, onCredentialEnd: OnCredentialEnd): Response {
  if (response.body === null) return response;
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  // What is being read ends by it.
  const stopWatching = onCredentialEnd((reason) => void reader.cancel(reason).catch(() => undefined));
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        stopWatching();
        controller.close();
      } catch (error) {
        stopWatching();
        controller.error(error);
      }
    },
    async cancel(reason) {
      stopWatching();
      await reader.cancel(reason);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}
