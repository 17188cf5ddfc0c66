import type { Identity } from "../../../operation/access-control.ts";
import type { OperationRegistry } from "../../../registry/operation-registry.ts";

export interface ToOpenAPIOptions {
  /** Whose operations: those that it may call. Default: all operations. */
  readonly identity?: Identity | undefined;
  readonly title?: string | undefined;
  readonly version?: string | undefined;
  /** Default: the origin that the document was read from. */
  readonly serverUrl?: string | undefined;
}

/** An OpenAPI 3.1 document: plain JSON. */
export interface OpenAPIDocument {
  readonly openapi: string;
  readonly info: Readonly<Record<string, unknown>>;
  readonly paths: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

export function toOpenAPI(registry: OperationRegistry, options: ToOpenAPIOptions = {}): OpenAPIDocument {
  void registry;
  return { openapi: "3.1.0", info: { title: options.title, version: options.version }, paths: {} };
}

export function writeOpenAPI(specs: readonly unknown[], options: ToOpenAPIOptions): OpenAPIDocument {
  void specs;
  return { openapi: "3.1.0", info: { title: options.title, version: options.version }, paths: {} };
}
