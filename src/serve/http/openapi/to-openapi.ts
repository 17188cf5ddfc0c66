import type { Identity } from "../../../operation/access-control.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import type { OperationRegistry } from "../../../registry/operation-registry.ts";
import { callableSpecs } from "./describe-spec.ts";
import { ComponentSchemas } from "./component-schemas.ts";
import { describeOperation, SECURITY_SCHEMES, securityOf } from "./describe-operation.ts";
import type { CredentialNeed } from "./describe-operation.ts";
import { PROBLEM_RESPONSE, PROBLEM_SCHEMA } from "./problem-schema.ts";

/** The options of `toOpenAPI`. */
export interface ToOpenAPIOptions {
  /** Whose operations: those that it may call. Default: those that a caller without an identity may call. */
  readonly identity?: Identity | undefined;
  /** Default: `operations`. */
  readonly title?: string | undefined;
  /** Of the service. Default: `1.0.0`. */
  readonly version?: string | undefined;
  /** Default: the origin that the document was read from. */
  readonly serverUrl?: string | undefined;
  /** Whether callers must show a key or token. Default: `optional`. */
  readonly credentials?: CredentialNeed | undefined;
}

/** An OpenAPI 3.1 document: plain JSON. */
export interface OpenAPIDocument {
  readonly openapi: string;
  readonly info: Readonly<Record<string, unknown>>;
  readonly paths: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/**
 * Describes a registry as it is served by `serveHTTP`, as an OpenAPI 3.1 document. What OpenAPI has no words for is in
 * `x-operation`, so that `FromOpenAPI` makes the same operations of it again.
 *
 * @example
 * await writeFile("openapi.json", JSON.stringify(toOpenAPI(registry, { title: "Weather", version: "2.1.0" })));
 */
export function toOpenAPI(registry: OperationRegistry, options: ToOpenAPIOptions = {}): OpenAPIDocument {
  return writeOpenAPI(callableSpecs(registry, options.identity), options);
}

export function writeOpenAPI(specs: readonly OperationSpec[], options: ToOpenAPIOptions): OpenAPIDocument {
  const { title = "operations", version = "1.0.0", serverUrl, credentials = "optional" } = options;
  const schemas = new ComponentSchemas([PROBLEM_SCHEMA.name]);
  const paths: [string, unknown][] = [];
  for (const spec of specs) {
    try {
      paths.push([`/${spec.namespace}/${spec.name}`, { post: describeOperation(spec, { schemas, credentials }) }]);
    } catch {
      // An imported operation whose schemas can't be read can't be called either.
    }
  }
  return {
    openapi: "3.1.0",
    info: { title, version },
    ...(serverUrl !== undefined && { servers: [{ url: serverUrl }] }),
    paths: Object.fromEntries(paths),
    components: {
      schemas: { ...schemas.toJSON(), [PROBLEM_SCHEMA.name]: PROBLEM_SCHEMA.schema },
      responses: { [PROBLEM_RESPONSE.name]: PROBLEM_RESPONSE.response },
      ...(credentials !== "none" && { securitySchemes: SECURITY_SCHEMES }),
    },
    ...(credentials !== "none" && { security: securityOf([], credentials) }),
  };
}
