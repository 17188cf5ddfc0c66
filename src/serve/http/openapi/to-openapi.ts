import type { Identity } from "../../../operation/access-control.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import type { OperationRegistry } from "../../../registry/operation-registry.ts";
import { jsonInSlices } from "../../../shared/time/json-in-slices.ts";
import { runInSlices } from "../../../shared/time/slices.ts";
import { callableSpecs } from "./describe-spec.ts";
import { ComponentSchemas } from "./component-schemas.ts";
import { describeOperation, SECURITY_SCHEMES, securityOf } from "./describe-operation.ts";
import type { CredentialNeed } from "./describe-operation.ts";
import { PROBLEM_RESPONSE, PROBLEM_SCHEMA } from "./problem-schema.ts";

/** The options of `toOpenAPI`. */
export interface ToOpenAPIOptions {
  /** The caller whose operations are described. Default: a caller without an identity. */
  readonly identity?: Identity | undefined;
  /** Default: `operations`. */
  readonly title?: string | undefined;
  /** The version of the service. Default: `1.0.0`. */
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
 * Describes a registry as it is served by `serveHTTP`, as an OpenAPI 3.1 document. What OpenAPI cannot express is in
 * `x-operation`, so that `FromOpenAPI` makes the same operations from it.
 *
 * @example
 * await writeFile("openapi.json", JSON.stringify(toOpenAPI(registry, { title: "Weather", version: "2.1.0" })));
 */
export function toOpenAPI(registry: OperationRegistry, options: ToOpenAPIOptions = {}): OpenAPIDocument {
  return writeOpenAPI(callableSpecs(registry, options.identity), options);
}

export function writeOpenAPI(specs: readonly OperationSpec[], options: ToOpenAPIOptions): OpenAPIDocument {
  const { head, paths, components } = documentOf(specs, options);
  return { ...head, paths: Object.fromEntries(paths), components: components() };
}

/** The same as text, made in slices. */
export async function writeOpenAPIInSlices(
  specs: readonly OperationSpec[],
  options: ToOpenAPIOptions,
): Promise<string> {
  const { head, paths, components } = documentOf(specs, options);
  const texts: string[] = [];
  const steps = function* (): Generator<void> {
    for (const [path, item] of paths) {
      texts.push(`${JSON.stringify(path)}:${JSON.stringify(item)}`);
      if (texts.length % STEP === 0) yield;
    }
  };
  await runInSlices(steps()).ended;
  // After the paths: writing them adds the schemas.
  const shared = await jsonInSlices(components, 2);
  return `${JSON.stringify(head).slice(0, -1)},"paths":{${texts.join(",")}},"components":${shared}}`;
}

/** The number of operations to write between two checks of the clock. */
const STEP = 8;

interface DocumentParts {
  readonly head: Pick<OpenAPIDocument, "openapi" | "info">;
  /** Made as they are read. */
  readonly paths: Iterable<readonly [path: string, item: unknown]>;
  /** To be read after all paths. */
  readonly components: () => Record<string, unknown>;
}

function documentOf(specs: readonly OperationSpec[], options: ToOpenAPIOptions): DocumentParts {
  const { title = "operations", version = "1.0.0", serverUrl, credentials = "optional" } = options;
  const schemas = new ComponentSchemas([PROBLEM_SCHEMA.name]);
  return {
    head: {
      openapi: "3.1.0",
      info: { title, version },
      ...(serverUrl !== undefined && { servers: [{ url: serverUrl }] }),
      ...(credentials !== "none" && { security: securityOf([], credentials) }),
    },
    paths: describeAll(specs, { schemas, credentials }),
    components: () => ({
      schemas: { ...schemas.toJSON(), [PROBLEM_SCHEMA.name]: PROBLEM_SCHEMA.schema },
      responses: { [PROBLEM_RESPONSE.name]: PROBLEM_RESPONSE.response },
      ...(credentials !== "none" && { securitySchemes: SECURITY_SCHEMES }),
    }),
  };
}

function* describeAll(
  specs: readonly OperationSpec[],
  options: Parameters<typeof describeOperation>[1],
): Generator<readonly [path: string, item: unknown]> {
  for (const spec of specs) {
    let item: unknown;
    try {
      item = { post: describeOperation(spec, options) };
    } catch {
      // An imported operation whose schemas can't be read can't be called either.
      continue;
    }
    yield [`/${spec.namespace}/${spec.name}`, item];
  }
}
