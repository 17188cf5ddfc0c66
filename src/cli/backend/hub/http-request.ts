/**
 * One HTTP request to a hub, with Node's own client. `fetch` gives up after five minutes without an answer, follows
 * redirects with our key, and takes longer to load.
 */
import { request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { CallError } from "../../../entries/index.ts";

export interface HubRequest {
  readonly url: URL;
  /** The Unix socket of a hub of this user, instead of the address. */
  readonly socket?: string | undefined;
  readonly method: "GET" | "POST" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
}

/** Resolves when the head of the answer is there. */
export async function requestHub({
  url,
  socket: path,
  method,
  headers,
  body,
  signal,
}: HubRequest): Promise<IncomingMessage> {
  return await new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? httpsRequest : httpRequest;
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const where = path === undefined ? {} : { socketPath: path };
    const request = send(url, { ...where, method, headers: { ...headers, ...length }, signal, agent: false });
    let isConnected = false;
    request.on("socket", (socket) => {
      const done = url.protocol === "https:" ? "secureConnect" : "connect";
      socket.once(done, () => (isConnected = true));
    });
    request.on("response", resolve);
    request.on("error", (cause) => reject(signal.aborted ? cause : connectionError(cause, { url, isConnected })));
    request.end(body);
  });
}

/** The whole body. Throws `CONNECTION_LOST` if it breaks off. */
export async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of readChunks(response)) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

export async function* readChunks(response: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of response) yield chunk as Buffer;
  } catch (cause) {
    throw new CallError("CONNECTION_LOST", "The connection to the hub broke while it answered.", undefined, { cause });
  }
}

/** Why Node does not trust a certificate, if another authority would help. */
const CERTIFICATE_CODES: ReadonlySet<string> = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

function connectionError(cause: Error, { url, isConnected }: { url: URL; isConnected: boolean }): CallError {
  const why = (cause as { code?: string }).code ?? cause.message;
  const code = isConnected ? "CONNECTION_LOST" : "NO_RESPONDER";
  if (CERTIFICATE_CODES.has(why)) {
    const advice = "Set NODE_EXTRA_CA_CERTS to the file of the authority that issued it.";
    const refused = `The certificate of the hub at ${url.origin} is not trusted (${why}). ${advice}`;
    return new CallError("NO_RESPONDER", refused, undefined, { cause });
  }
  const message = isConnected
    ? `The connection to the hub at ${url.origin} broke (${why}).`
    : `No hub answers at ${url.origin} (${why}). "operations serve" starts one.`;
  return new CallError(code, message, undefined, { cause });
}
