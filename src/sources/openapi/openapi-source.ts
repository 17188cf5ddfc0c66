import { Type } from "typebox";
import { toAbsolutePath } from "../../shared/file-path.ts";
import type { OpenedSource, OperationSource } from "../source.ts";
import { importOpenAPIFile, importOpenAPIUrl } from "./load-openapi.ts";
import type { HTTPServiceConfig } from "./options/http-service-config.ts";
import type { ImportOptions } from "./options/import-options.ts";

/** The config of an `openAPISource`. */
export interface OpenAPISourceOptions
  extends Omit<HTTPServiceConfig, "namespace">, Omit<ImportOptions, "signal" | "revision"> {
  /** A file or a URL; JSON or YAML. */
  readonly document: string;
  /** Default: the source's name. */
  readonly namespace?: string | undefined;
}

/** The operations of an OpenAPI document. */
export const openAPISource: OperationSource<OpenAPISourceOptions> = {
  configSchema: Type.Object({ document: Type.String({ minLength: 1 }), namespace: Type.Optional(Type.String()) }),
  async open({ document, ...options }, { name, folder, signal, isLocked }): Promise<OpenedSource> {
    const service = { ...options, namespace: options.namespace ?? name, signal, revision: isLocked };
    const { operations, report, revision } = await (/^https?:/i.test(document)
      ? importOpenAPIUrl(document, service)
      : importOpenAPIFile(toAbsolutePath(document, folder), service));
    return { operations, revision, report: () => report, close: () => undefined };
  },
};
