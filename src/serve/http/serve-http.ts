import type { OperationRegistry } from "../../registry/operation-registry.ts";
import type { HTTPService } from "./http-service.ts";
import { toSettings } from "./serve-http-options.ts";
import type { ServeHTTPOptions } from "./serve-http-options.ts";

/**
 * Serves the operations of a registry as an HTTP API.
 *
 * @example
 * const service = serveHTTP(registry, { name: "weather" });
 * const { url } = await service.listen({ port: 8080 });
 */
export function serveHTTP(registry: OperationRegistry, options: ServeHTTPOptions = {}): HTTPService {
  void registry;
  toSettings(options);
  throw new Error("not yet");
}
