import type { McpHttpHandler } from "@modelcontextprotocol/server";
import { clientOf } from "../../identity/client-shares.ts";
import { expiryOf } from "../../identity/credential-watch.ts";
import { authenticate, fromAuthInfo, toAuthInfo } from "../options/authenticate.ts";
import { createServer } from "./create-server.ts";
import type { Serving } from "./create-server.ts";
import { endWithCredential, listens } from "./listening-stream.ts";
import { LegacySessions } from "./legacy-sessions.ts";
import type { MCPFetchOptions } from "../options/mcp-service.ts";
import { refuse } from "../options/refuse.ts";

/** Serves requests of both eras; they must have passed `checkOrigin`. */
export interface HttpHandler {
  handle(request: Request, options: MCPFetchOptions): Promise<Response>;
  announceChange(): void;
  close(): Promise<void>;
}

export function createHttpHandler(serving: Serving): HttpHandler {
  const { sdk, settings } = serving;
  const modern = createModernHandler(serving);
  const sessions = settings.sessions === false ? undefined : new LegacySessions(serving);
  const limit = { maxRequestBodySize: settings.maxBodySize };

  return {
    async handle(request, options) {
      const identity = options.identity ?? (await authenticate(request, settings));
      if (identity instanceof Response) return identity;
      const { onCredentialEnd = expiryOf(identity) } = options;
      // Without `authenticate` everybody has the same identity.
      const client = clientOf(identity === settings.identity ? undefined : identity, options);
      const authInfo = toAuthInfo({ identity, client, onCredentialEnd });
      const body = await readBody(serving, request);
      if (body instanceof Response) return body;
      const asked = { authInfo, ...(body && { parsedBody: body.value }) };
      const isModern = sessions === undefined || !(await sdk.isLegacyRequest(request, body?.value, limit));
      const response = isModern
        ? await modern.fetch(request, asked)
        : await sessions.handle({ request, body: body?.value, authInfo });
      return onCredentialEnd !== undefined && listens(request, body?.value)
        ? endWithCredential(response, onCredentialEnd)
        : response;
    },
    announceChange() {
      modern.notify.toolsChanged();
      sessions?.announceChange();
    },
    async close() {
      await Promise.all([modern.close(), sessions?.close()]);
    },
  };
}

/** Everything from 2026-07-28 on and, where there are no sessions, earlier revisions without them. */
function createModernHandler(serving: Serving): McpHttpHandler {
  const { sdk, settings } = serving;
  return sdk.createMcpHandler(
    ({ era }) => createServer(serving, { era, callerOf: ({ http }) => fromAuthInfo(http?.authInfo) }),
    {
      legacy: settings.sessions === false ? "stateless" : "reject",
      maxRequestBodySize: settings.maxBodySize,
      ...(settings.onError && { onerror: settings.onError }),
    },
  );
}

/** The JSON of a POST, read once for both eras; nothing for other methods; or the answer that refuses it. */
async function readBody(
  { sdk, settings }: Serving,
  request: Request,
): Promise<{ readonly value: unknown } | undefined | Response> {
  if (request.method !== "POST") return undefined;
  if (!sdk.isJsonContentType(request.headers.get("content-type"))) {
    return refuse({ status: 415, message: "Unsupported Media Type: Content-Type must be application/json" });
  }
  try {
    const read = await sdk.readRequestBody(request, settings.maxBodySize);
    if (!read.tooLarge) return { value: JSON.parse(read.text) as unknown };
    const message = `Payload Too Large: a request may have ${settings.maxBodySize} bytes.`;
    return refuse({ status: 413, message });
  } catch {
    return refuse({ status: 400, code: -32_700, message: "Parse error: the request's body is no JSON." });
  }
}
