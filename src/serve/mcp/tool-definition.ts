import type { OperationSpec } from "../../operation/operation-spec.ts";
import { OperationType } from "../../operation/operation-type.ts";
import type { PlainSchema } from "./plain-schema.ts";
import { toolShapeOf } from "./tool-shape.ts";

/** A tool as `tools/list` tells of it. */
export interface ToolDefinition {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: PlainSchema;
  readonly outputSchema?: PlainSchema;
  readonly annotations?: Readonly<Record<string, unknown>>;
  readonly icons?: unknown;
  readonly _meta?: unknown;
}

interface Words {
  readonly annotations?: unknown;
  readonly icons?: unknown;
  readonly _meta?: unknown;
}

export function toolDefinition(name: string, spec: OperationSpec): ToolDefinition {
  const { inputSchema, outputSchema } = toolShapeOf(spec);
  // An imported tool is told of in its own server's words, and where that said nothing we don't either.
  const told = spec.metadata?.["mcp"];
  const { annotations, icons, _meta }: Words = isRecord(told) ? told : { annotations: annotationsOf(spec) };
  return {
    name,
    ...(spec.title === undefined ? {} : { title: spec.title }),
    description: spec.description,
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(isRecord(annotations) ? { annotations } : {}),
    ...(Array.isArray(icons) ? { icons } : {}),
    ...(isRecord(_meta) ? { _meta } : {}),
  };
}

/** What a client may assume of a call. A stream may do anything, so nothing is said of it. */
function annotationsOf({ type, idempotent = false }: OperationSpec): Readonly<Record<string, boolean>> | undefined {
  if (type === OperationType.QUERY) return { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
  if (type === OperationType.MUTATION) {
    return { readOnlyHint: false, destructiveHint: true, idempotentHint: idempotent };
  }
  return undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
