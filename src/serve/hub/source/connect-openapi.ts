import { importOpenAPIFile, importOpenAPIUrl } from "../../../index.ts";
import type { OpenAPISourceConfig } from "../config/hub-config.ts";
import type { ConnectContext, OpenedSource } from "./connector.ts";
import { node } from "../node-modules.ts";

/** Imports an OpenAPI document. */
export async function connectOpenAPI(config: OpenAPISourceConfig, context: ConnectContext): Promise<OpenedSource> {
  const { name, folder } = context;
  const { document, namespace = name, baseUrl, headers, auth, credentials, timeout } = config;
  const { allowedOrigins, allowPrivateNetwork } = config;
  const service = { namespace, baseUrl, headers, auth, credentials, timeout, allowedOrigins, allowPrivateNetwork };
  const { operations, report } = await (/^https?:/i.test(document)
    ? importOpenAPIUrl(document, service)
    : importOpenAPIFile(node.path.resolve(folder, document), service));
  return {
    operations,
    report: () => report,
    close: () => Promise.resolve(),
  };
}
