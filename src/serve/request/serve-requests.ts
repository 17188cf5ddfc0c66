import { CallError } from "../../errors/call-error.ts";
import { LOOPBACK_NAMES } from "../../shared/connections/loopback-names.ts";
import { CredentialWatch } from "../identity/credential-watch.ts";
import type { CallLimits } from "./client-limits.ts";
import type { HTTPServer, HTTPService } from "./http-service.ts";
import { hostInURL } from "./node-http.ts";
import { startNodeServer } from "./node-server.ts";
import { OriginRules } from "./origin-rules.ts";
import { RequestHandler } from "./request-handler.ts";
import type { EntryPoint, RequestRouter } from "./request-handler.ts";
import type { RequestSettings } from "./request-options.ts";
import { fromRequest, toResponse } from "./web-incoming.ts";

/** Serves what a router finds, by `fetch` and on servers of Node. */
export function serveRequests(router: RequestRouter, settings: RequestSettings, limits: CallLimits): HTTPService {
  const { authenticate, credentialWatch = authenticate && new CredentialWatch(authenticate) } = settings;
  const handler = new RequestHandler(router, { settings, limits, credentialWatch });
  const entry: EntryPoint = { rules: new OriginRules(settings), isClosing: false };
  const servers = new Set<HTTPServer>();

  return {
    async fetch(request, info) {
      const reply = await handler.answer(fromRequest(request, info?.address), entry, info);
      return reply instanceof Response ? reply : toResponse(reply, request.method);
    },
    async listen({ host = "127.0.0.1", port, tls } = {}) {
      const { allowedHosts = [...LOOPBACK_NAMES, hostInURL(host)] } = settings;
      const assertOpen = (): void => {
        if (entry.isClosing) throw new CallError("PROTOCOL_ERROR", "This service has been closed.");
      };
      assertOpen();
      const server = await startNodeServer(handler, new OriginRules({ ...settings, allowedHosts }), {
        host,
        port,
        tls,
      });
      servers.add(server);
      // `close` may have run before this server was there.
      if (entry.isClosing) await server.close({ graceMs: 0 });
      assertOpen();
      return {
        ...server,
        async close(options) {
          await server.close(options);
          servers.delete(server);
        },
      };
    },
    async close(options) {
      entry.isClosing = true;
      await Promise.all(Array.from(servers, (server) => server.close(options)));
      servers.clear();
    },
  };
}
