/** Specs as clients read them. */
import type { Identity } from "../../../operation/access-control.ts";
import { checkAccess } from "../../../operation/access-control.ts";
import { operationId } from "../../../operation/operation-id.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import type { OperationRegistry } from "../../../registry/operation-registry.ts";
import { inputExample, inputExamplesOf, outputExample, outputExampleOf } from "../../../schema/print/input-example.ts";
import { toJSONSchema } from "../../../schema/standard/to-json-schema.ts";

/** The operations that run here and that the identity may call. */
export function callableSpecs(registry: OperationRegistry, identity: Identity | undefined): OperationSpec[] {
  return registry
    .list()
    .filter(
      (spec) => registry.getHandler(operationId(spec)) !== undefined && checkAccess(spec.accessControl, identity),
    );
}

export function summarise(spec: OperationSpec): Record<string, unknown> {
  const { namespace, name, type, version, title, description, tags, deprecated, origin, idempotent } = spec;
  const words = { namespace, name, type, version, title, description, tags, deprecated };
  return { id: operationId(spec), ...words, origin, idempotent, ...requestOf(spec) };
}

/** The method and path of an operation that calls an HTTP API. */
function requestOf({ metadata }: OperationSpec): { readonly method?: string; readonly path?: string } {
  const { method, path } = metadata ?? {};
  return typeof method === "string" && typeof path === "string" ? { method, path } : {};
}

/** The whole spec, with its schemas as plain JSON Schema. Throws if an imported schema can't be read. */
export function describeSpec(spec: OperationSpec): Record<string, unknown> {
  const { errorSchemas, accessControl, metadata, output } = spec;
  const inputSchema = toJSONSchema(spec.inputSchema, "input");
  const outputSchema = toJSONSchema(spec.outputSchema, "output");
  return {
    ...summarise(spec),
    inputSchema,
    example: inputExample(inputSchema, inputExamplesOf(spec)),
    outputSchema,
    outputExample: outputExample(outputSchema, outputExampleOf(spec)),
    errorSchemas: errorSchemas && describeErrors(errorSchemas),
    accessControl,
    output,
    metadata,
  };
}

function describeErrors(errors: NonNullable<OperationSpec["errorSchemas"]>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(errors).map(([code, { schema, ...rest }]) => [
      code,
      schema === undefined ? rest : { ...rest, schema: toJSONSchema(schema, "output") },
    ]),
  );
}
