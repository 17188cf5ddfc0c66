import { messageOf } from "../../../errors/call-error.ts";
import type { WireAnswer } from "../../../operation/wire-exchange.ts";
import type { Asked, ServerConnection } from "./server-connection.ts";

/** Sends a request, and tells the caller's listener what went over the wire. */
export async function recordRequest(
  server: string,
  asked: Asked,
  connection: Pick<ServerConnection, "request">,
): Promise<unknown> {
  const { call, method, params, credentials = {} } = asked;
  const [at, since] = [Date.now(), performance.now()];
  const end = (outcome: { readonly result: unknown } | { readonly error: string }): void => {
    const { message, http } = call?.seen ?? {};
    const head: WireAnswer = http === undefined ? {} : { status: http.status, headers: http.answerHeaders };
    const sent = message ?? { method, params };
    call?.context.onExchange?.({
      protocol: "mcp",
      requestId: call.context.requestId,
      at,
      durationMs: performance.now() - since,
      request: { method, to: http?.url ?? server, headers: http?.headers, body: textOf(sent) },
      ...("error" in outcome
        ? { error: outcome.error, ...(http === undefined ? {} : { answer: head }) }
        : { answer: { ...head, body: textOf({ jsonrpc: "2.0", id: message?.id, result: outcome.result }) } }),
      secrets: Object.values(credentials),
    });
  };
  try {
    const result = await connection.request(asked);
    end({ result });
    return result;
  } catch (thrown) {
    end({ error: messageOf(thrown) });
    throw thrown;
  }
}

function textOf(message: object): string | undefined {
  try {
    return JSON.stringify(message);
  } catch {
    return undefined;
  }
}
