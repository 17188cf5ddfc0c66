import { promptMarkOf } from "../../../operation/mcp/mcp-marks.ts";
import { operationId } from "../../../operation/operation-id.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import type { OperationRegistry } from "../../../registry/operation-registry.ts";
import { toPlainSchema } from "../../../schema/standard/plain-schema.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import type { ServeMCPSettings } from "../options/serve-mcp-options.ts";
import { sourceNamespace } from "../providers/resource-providers.ts";
import { SpecCatalog } from "../tools/spec-catalog.ts";

/** A prompt as `prompts/list` shows it. */
export type PromptEntry = Readonly<Record<string, unknown>> & { readonly name: string };

/** The prompts of a registry. */
export class PromptCatalog extends SpecCatalog<PromptEntry> {
  constructor(registry: OperationRegistry, settings: ServeMCPSettings) {
    super(registry, settings, {
      includes: (spec) => promptMarkOf(spec) !== undefined,
      define: promptDefinition,
      wanted: settings.toolName ?? ((spec) => operationId({ ...idOf(spec), namespace: sourceNamespace(spec) })),
    });
  }
}

function idOf({ name, namespace }: OperationSpec): { name: string; namespace: string } {
  return { name, namespace };
}

function promptDefinition(name: string, spec: OperationSpec): PromptEntry {
  const { icons, _meta } = (spec.metadata?.["mcp"] ?? {}) as Readonly<Record<string, unknown>>;
  const given = spec.origin?.source === "mcp" ? promptMarkOf(spec)?.arguments : argumentsOf(spec);
  return {
    name,
    ...(spec.title === undefined ? {} : { title: spec.title }),
    ...(spec.description === "" ? {} : { description: spec.description }),
    ...(given === undefined ? {} : { arguments: given }),
    ...(Array.isArray(icons) ? { icons } : {}),
    ...(isRecord(_meta) ? { _meta } : {}),
  };
}

/** The properties of the input schema. */
function argumentsOf(spec: OperationSpec): object[] {
  const { properties, required } = toPlainSchema(spec.inputSchema, "input");
  return Object.entries(isRecord(properties) ? properties : {}).map(([name, schema]) => {
    const { title, description } = (isRecord(schema) ? schema : {}) as { title?: unknown; description?: unknown };
    return {
      name,
      ...(typeof title === "string" ? { title } : {}),
      ...(typeof description === "string" ? { description } : {}),
      required: Array.isArray(required) && required.includes(name),
    };
  });
}
