import { CallError } from "../../errors/call-error.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { ClientShares, defaultShare } from "../identity/client-shares.ts";
import { CredentialWatch } from "../identity/credential-watch.ts";
import { CallsInFlight } from "../request/calls-in-flight.ts";
import { Catalogue } from "./catalogue.ts";
import { originRules } from "../request/check-origin.ts";
import type { HTTPServer, HTTPService } from "../request/http-service.ts";
import { startNodeServer } from "./node-server.ts";
import { Router } from "./router.ts";
import type { Door } from "./router.ts";
import { toHTTPSettings } from "../request/serve-http-options.ts";
import type { ServeHTTPOptions } from "../request/serve-http-options.ts";
import { fromRequest, toResponse } from "../request/web-incoming.ts";

const DEFAULT_GRACE = 10_000;

/**
 * Serves the operations of a registry as an HTTP API: `POST /namespace/name` is a call, `GET /openapi.json` describes
 * them all. See docs/guide/http.md.
 *
 * @example
 * const service = serveHTTP(registry, { name: "weather", authenticate: apiKeys(keys) });
 * const { url } = await service.listen({ port: 8080 });
 */
export function serveHTTP(registry: OperationRegistry, options: ServeHTTPOptions = {}): HTTPService {
  const settings = toHTTPSettings(options);
  const { authenticate, maxConcurrentCalls } = settings;
  const { credentialWatch = authenticate && new CredentialWatch(authenticate) } = settings;
  const shares = new ClientShares(settings.maxCallsPerClient ?? defaultShare(maxConcurrentCalls));
  const calls = new CallsInFlight(maxConcurrentCalls, shares);
  const catalogue = new Catalogue(registry, settings);
  const router = new Router({ registry, settings, calls, catalogue, credentialWatch });
  const servers = new Set<HTTPServer>();
  const door: Door = { rules: originRules(settings), isClosing: false };

  return {
    async fetch(request, info) {
      const reply = await router.answer(fromRequest(request, info?.address), door, info);
      return reply instanceof Response ? reply : toResponse(reply, request.method);
    },
    async listen(where = {}) {
      if (door.isClosing) throw new CallError("PROTOCOL_ERROR", "This HTTP service has been closed.");
      const server = await startNodeServer(router, settings, where);
      servers.add(server);
      return {
        ...server,
        async close(how) {
          await server.close(how);
          servers.delete(server);
        },
      };
    },
    async close({ graceMs = DEFAULT_GRACE } = {}) {
      door.isClosing = true;
      await Promise.all([calls.drain(graceMs), ...Array.from(servers, (server) => server.close({ graceMs }))]);
      servers.clear();
      catalogue.close();
    },
  };
}
