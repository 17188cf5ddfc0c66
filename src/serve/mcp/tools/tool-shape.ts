import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { OperationType } from "../../../operation/operation-type.ts";
import { decodeData } from "../../../shared/json/encode-data.ts";
import {
  isAbsent,
  isObjectSchema,
  mayBeAbsent,
  saysNothing,
  toPlainSchema,
  withoutDialect,
} from "../../../schema/standard/plain-schema.ts";
import type { PlainSchema } from "../../../schema/standard/plain-schema.ts";
import { wrapSchema } from "../../../schema/standard/wrap-schema.ts";

/** How an operation looks as a tool: MCP wants an object going in, whatever the operation takes. */
export interface ToolShape {
  readonly inputSchema: PlainSchema;
  /** Undefined if nothing is promised about the result, or if there may be none. */
  readonly outputSchema: PlainSchema | undefined;
  /** The operation's input, from a call's arguments. */
  readonly toInput: (given: Readonly<Record<string, unknown>> | undefined) => unknown;
}

/** The argument that holds an input which is not an object. */
const INPUT = "input";

const shapes = new WeakMap<OperationSpec, ToolShape>();

/** Made once per spec. */
export function toolShapeOf(spec: OperationSpec): ToolShape {
  let shape = shapes.get(spec);
  if (shape === undefined) shapes.set(spec, (shape = { ...inputShape(spec), outputSchema: outputSchemaOf(spec) }));
  return shape;
}

function inputShape(spec: OperationSpec): Pick<ToolShape, "inputSchema" | "toInput"> {
  const described = toPlainSchema(spec.inputSchema, "input");
  if (isAbsent(described)) {
    return { inputSchema: { type: "object", properties: {} }, toInput: () => undefined };
  }
  const schema = withoutDialect(described);
  // Another MCP server gets the JSON as it is, and decides what it means.
  const decode = spec.origin?.source === "mcp" ? (given: unknown) => given : decodeData;
  if (isObjectSchema(schema) || saysNothing(schema)) {
    return { inputSchema: { ...schema, type: "object" }, toInput: (given) => decode(given ?? {}) };
  }
  return { inputSchema: wrapSchema(schema, { property: INPUT }), toInput: (given) => decode(given?.[INPUT]) };
}

function outputSchemaOf(spec: OperationSpec): PlainSchema | undefined {
  const described = toPlainSchema(spec.outputSchema, "output");
  const schema = withoutDialect(described);
  if (spec.type === OperationType.SUBSCRIPTION) return collectedSchema(schema);
  if (mayBeAbsent(described) || saysNothing(schema)) return undefined;
  return isObjectSchema(schema) ? { ...schema, type: "object" } : schema;
}

/** What a SUBSCRIPTION answers as a tool: see `collectStream`. */
function collectedSchema(item: PlainSchema): PlainSchema {
  const { properties, ...rest } = wrapSchema(item, { property: "items", list: true });
  return {
    ...rest,
    properties: {
      ...(properties as PlainSchema),
      complete: { type: "boolean", description: "Whether the stream ended by itself; if not, there may be more." },
    },
    required: ["items", "complete"],
  };
}
