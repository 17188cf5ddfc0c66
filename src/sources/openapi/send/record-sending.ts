import { messageOf } from "../../../errors/call-error.ts";
import type { OnExchange, WireAnswer, WireMessage } from "../../../operation/wire-exchange.ts";
import type { OutgoingRequest } from "../request/outgoing-request.ts";
import type { HTTPAnswer } from "../response/answer.ts";

/** How many bytes of a form with files are kept. */
const BEGINNING = 65_536;

/** Tells a listener about a request once its answer has arrived. */
export async function recordSending(
  request: OutgoingRequest,
  sending: Promise<HTTPAnswer>,
  requestId: string,
  onExchange: OnExchange,
): Promise<HTTPAnswer> {
  const { method, url, headers, secrets } = request;
  const [at, since] = [Date.now(), performance.now()];
  const end = async (outcome: { readonly answer: WireAnswer } | { readonly error: string }): Promise<void> => {
    const durationMs = performance.now() - since;
    // The headers were completed when the request left.
    const sent = { method, to: url.href, headers: Object.fromEntries(headers), ...(await bodyOf(request)) };
    onExchange({ protocol: "http", requestId, at, durationMs, request: sent, ...outcome, secrets });
  };
  try {
    const answer = await sending;
    await end({ answer: toWire(answer) });
    return answer;
  } catch (thrown) {
    await end({ error: messageOf(thrown) });
    throw thrown;
  }
}

async function bodyOf({ body }: OutgoingRequest): Promise<Pick<WireMessage, "body" | "size">> {
  if (!(body instanceof Blob)) return { body };
  return { body: new Uint8Array(await body.slice(0, BEGINNING).arrayBuffer()), size: body.size };
}

function toWire({ status, headers, bytes, stream }: HTTPAnswer): WireAnswer {
  const fields = Object.entries(headers).map(([name, value]) => [name, [value ?? ""].flat().join(", ")] as const);
  const head = { status, headers: Object.fromEntries(fields) };
  return stream === undefined ? { ...head, body: bytes } : { ...head, isStream: true };
}
