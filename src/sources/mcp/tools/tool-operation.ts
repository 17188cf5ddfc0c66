import { Type } from "typebox";
import type { TSchema } from "typebox";
import type { OperationContext } from "../../../operation/operation-context.ts";
import { OperationType } from "../../../operation/operation-type.ts";
import type { MCPOperation } from "./mcp-operation.ts";
import type { Requester } from "../session/requester.ts";
import type { ListedTool } from "./listed-tool.ts";
import { encodeBytes } from "../../../shared/encode-data.ts";
import { fromForeignSchema } from "../../../schema/patterns/foreign-schema.ts";
import { toToolEnvelope } from "./tool-result.ts";

export interface ToolOperationOptions {
  /** The operation's name. */
  readonly name: string;
  readonly namespace: string;
  readonly version: string;
  readonly trustHints: boolean;
  readonly requester: Requester;
}

/** Makes a tool an operation. Converts its schemas when they are first read. */
export function toToolOperation(tool: ListedTool, options: ToolOperationOptions): MCPOperation {
  const { requester, trustHints, name, namespace, version } = options;
  const hints = trustHints ? tool.annotations : undefined;
  const hasOutputSchema = tool.outputSchema !== undefined;
  const onWidened = (pattern: string): void =>
    requester.warn(`${tool.name}: a pattern could take very long to match and is not used: ${pattern.slice(0, 100)}`);
  let input: TSchema | undefined;
  let output: TSchema | undefined;
  return {
    name,
    namespace,
    version,
    type: hints?.["readOnlyHint"] === true ? OperationType.QUERY : OperationType.MUTATION,
    ...(tool.title === undefined ? {} : { title: tool.title }),
    description: tool.description,
    get inputSchema() {
      return (input ??= fromForeignSchema(tool.inputSchema, onWidened));
    },
    get outputSchema() {
      return (output ??= hasOutputSchema ? fromForeignSchema(tool.outputSchema, onWidened) : Type.Unknown());
    },
    accessControl: requester.accessControl,
    ...(hints?.["idempotentHint"] === true ? { idempotent: true } : {}),
    origin: { source: "mcp", location: requester.location, name: tool.name },
    ...(Object.keys(tool.kept).length === 0 ? {} : { metadata: { mcp: tool.kept } }),
    handler: async (input: Record<string, unknown>, context: OperationContext) => {
      const result = await requester.ask(
        {
          method: "tools/call",
          params: { name: tool.name, arguments: encodeBytes(input) },
          inputSchema: tool.inputSchema,
          what: `The tool ${tool.name} of the MCP server ${requester.server}`,
        },
        context,
      );
      return toToolEnvelope(result, { what: tool.name, server: requester.server, hasOutputSchema });
    },
  };
}
