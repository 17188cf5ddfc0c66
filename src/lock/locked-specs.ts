import type { OperationSpec } from "../operation/operation-spec.ts";
import { OperationType } from "../operation/operation-type.ts";
import type { SchemaObject } from "../schema/graph/schema-graph.ts";
import { mapSubschemas } from "../schema/types/schema-keywords.ts";
import { isSchemaObject } from "../schema/types/scope.ts";
import { resolveComponent } from "./lock-file.ts";
import type { LockedOperation, LockedSource } from "./lock-file.ts";

/** What a lock knows about a spec. */
export type LockedSpec = Pick<
  OperationSpec,
  "namespace" | "name" | "type" | "title" | "description" | "inputSchema" | "outputSchema" | "metadata"
>;

/** The operations of a source as they were accepted, under the namespace that the config gives to it. */
export function toLockedSpecs(source: LockedSource, namespace: string): LockedSpec[] {
  return Object.entries(source.operations).map(([name, operation]) =>
    toSpec(source, operation, `${namespace}.${name}`),
  );
}

function toSpec(source: LockedSource, operation: LockedOperation, id: string): LockedSpec {
  const { kind, title, description = "", metadata, input, output } = operation;
  const dot = id.lastIndexOf(".");
  return {
    namespace: id.slice(0, dot),
    name: id.slice(dot + 1),
    type: Object.values(OperationType).find((type) => type === kind) ?? OperationType.MUTATION,
    ...(title === undefined ? {} : { title }),
    description,
    ...(metadata === undefined ? {} : { metadata }),
    inputSchema: toWhole(input, source),
    outputSchema: toWhole(output, source),
  };
}

/** A locked schema, with the components that it refers to within it. */
function toWhole(schema: SchemaObject, source: LockedSource): SchemaObject {
  const names = new Map<string, string>();
  const $defs: Record<string, unknown> = {};
  const rewrite = (part: unknown): unknown => {
    if (!isSchemaObject(part)) return part;
    const entries = Object.entries(part).map(([keyword, value]) => {
      if (keyword === "$ref" && typeof value === "string") return [keyword, refer(value)];
      return [keyword, mapSubschemas(keyword, value, rewrite)];
    });
    return Object.fromEntries(entries);
  };
  const refer = (ref: string): string => {
    const target = resolveComponent(source, ref);
    if (target === undefined) return ref;
    let name = names.get(ref);
    if (name === undefined) {
      // The name is known before the component is read, because a component may refer to itself.
      names.set(ref, (name = `component${names.size}`));
      $defs[name] = rewrite(target);
    }
    return `#/$defs/${name}`;
  };
  const whole = rewrite(schema) as SchemaObject;
  return names.size === 0 ? whole : { ...whole, $defs };
}
