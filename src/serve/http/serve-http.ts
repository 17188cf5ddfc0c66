import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { CallLimits, ClientLimits } from "../request/client-limits.ts";
import type { HTTPService } from "../request/http-service.ts";
import { serveRequests } from "../request/serve-requests.ts";
import { CatalogueReader } from "./catalogue-reader.ts";
import { HTTPAnswers } from "./http-answers.ts";
import { HTTPQuestions } from "./http-questions.ts";
import { OperationRouter } from "./operation-router.ts";
import { toHTTPSettings } from "./serve-http-options.ts";
import type { ServeHTTPOptions } from "./serve-http-options.ts";

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
  const limits = new CallLimits(settings.clientLimits ?? new ClientLimits(settings));
  const catalogue = new CatalogueReader(registry, settings);
  const questions = new HTTPQuestions(settings);
  const answers = new HTTPAnswers(settings);
  const router = new OperationRouter({ registry, settings, limits, catalogue, questions, answers });
  const service = serveRequests(router, settings, limits);
  return {
    ...service,
    async close({ graceMs = DEFAULT_GRACE, until } = {}) {
      await Promise.all([limits.drain(graceMs), service.close({ graceMs, until })]);
      catalogue.close();
      router.close();
      answers.close();
    },
  };
}
