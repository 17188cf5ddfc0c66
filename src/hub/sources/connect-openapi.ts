import { importOpenAPIFile, importOpenAPIUrl } from "../../sources/openapi/load-openapi.ts";
import type { OpenAPISourceConfig } from "../config/hub-config.ts";
import type { ConnectContext, OpenedSource } from "./connector.ts";
import { node } from "../config/node-modules.ts";

/** Imports an OpenAPI document. */
export async function connectOpenAPI(config: OpenAPISourceConfig, context: ConnectContext): Promise<OpenedSource> {
  const { name, folder, signal } = context;
  const { document, namespace = name, baseUrl, headers, auth, credentials, timeout } = config;
  const { allowedOrigins, allowPrivateNetwork } = config;
  const access = { headers, auth, credentials, allowedOrigins, allowPrivateNetwork };
  const service = { namespace, baseUrl, timeout, ...access, signal };
  const { operations, report } = await (/^https?:/i.test(document)
    ? importOpenAPIUrl(document, service)
    : importOpenAPIFile(node.path.resolve(folder, document), service));
  return {
    operations,
    report: () => report,
    close: () => Promise.resolve(),
  };
}
