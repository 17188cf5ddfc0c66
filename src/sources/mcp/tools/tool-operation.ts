import { Type } from "typebox";
import type { TSchema } from "typebox";
import { operationId } from "../../../operation/operation-id.ts";
import { OperationType } from "../../../operation/operation-type.ts";
import type { MCPOperation, MCPProblem, MCPTool } from "./mcp-operation.ts";
import type { Requester } from "../session/requester.ts";
import type { ListedTool } from "./listed-tool.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import { encodeBytes } from "../../../shared/json/encode-data.ts";
import { toToolEnvelope } from "./tool-result.ts";
import { ToolSchema } from "./tool-schema.ts";

export interface ToolOperationOptions {
  /** The operation's name. */
  readonly name: string;
  readonly namespace: string;
  readonly version: string;
  readonly trustHints: boolean;
  /** Whether the server still lists the tool as it was when the operation was made. */
  readonly isCurrent: (operation: MCPOperation) => boolean;
  readonly requester: Requester;
}

/** An operation made from a tool. */
export interface ToolOperation {
  readonly operation: MCPTool;
  /** Converts the schemas of the tool, and reports those that cannot be used. */
  problems(): MCPProblem[];
}

const UNCHECKED = "The server's schema of this tool cannot be used: nothing is checked against it.";

/** Makes an operation from a tool. Converts the schemas when they are first read. */
export function toToolOperation(tool: ListedTool, options: ToolOperationOptions): ToolOperation {
  const { requester, trustHints, isCurrent, name, namespace, version } = options;
  const hints = trustHints ? tool.annotations : undefined;
  const hasOutputSchema = tool.outputSchema !== undefined;
  const { execution } = tool.kept;
  const method = "tools/call";
  const called = { id: operationId({ namespace, name }), name: tool.name, text: tool.text };
  const needsTask = isRecord(execution) && execution["taskSupport"] === "required";
  const onWidened = (pattern: string): void =>
    requester.warn(`${tool.name}: a pattern could take very long to match and is not used: ${pattern.slice(0, 100)}`);
  const input = new ToolSchema({ source: tool.inputSchema, open: anyInput, onWidened });
  const output = new ToolSchema({ source: tool.outputSchema ?? true, open: () => Type.Unknown(), onWidened });
  const operation: MCPTool = {
    name,
    namespace,
    version,
    type: hints?.["readOnlyHint"] === true ? OperationType.QUERY : OperationType.MUTATION,
    ...(tool.title === undefined ? {} : { title: tool.title }),
    description: tool.description,
    get inputSchema() {
      return input.schema;
    },
    get outputSchema() {
      return hasOutputSchema ? output.schema : Type.Unknown();
    },
    accessControl: requester.accessTo({ method, name: tool.name }),
    ...(hints?.["idempotentHint"] === true ? { idempotent: true } : {}),
    origin: { source: "mcp", location: requester.location, name: tool.name },
    ...(Object.keys(tool.kept).length === 0 ? {} : { metadata: { mcp: tool.kept } }),
    handler: async (input, context) => {
      const result = await requester.ask(
        {
          method,
          params: { name: tool.name, arguments: encodeBytes(input) },
          inputSchema: tool.inputSchema,
          tool: called,
          needsTask,
          isCurrent: () => isCurrent(operation),
          what: `The tool ${tool.name} of the MCP server ${requester.server}`,
        },
        context,
      );
      const { server, maxValues } = requester;
      return toToolEnvelope(result, { what: tool.name, server, hasOutputSchema, maxValues });
    },
  };
  const problems = (): MCPProblem[] =>
    Object.entries({ input, output }).flatMap(([unchecked, { problem }]) => {
      if (problem === undefined) return [];
      return [
        { tool: tool.name, unchecked: unchecked as "input" | "output", message: uncheckedText(unchecked, problem) },
      ];
    });
  return { operation, problems };
}

function anyInput(): TSchema {
  return Type.Object({}, { description: UNCHECKED });
}

function uncheckedText(part: string, problem: string): string {
  return `Its ${part} is not checked, because the server's schema for it cannot be used: ${problem}`;
}
