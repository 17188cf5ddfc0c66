/** The AI SDK: https://ai-sdk.dev/docs/ai-sdk-core/tools-and-tool-calling */
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import type { PlainSchema } from "../../schema/standard/plain-schema.ts";
import type { ModelCall, ModelTool } from "./model-tool.ts";
import { resultParts, resultText, unshown } from "./result-parts.ts";
import type { ResultPart, ToolOutcome } from "./result-parts.ts";

/** A schema for the AI SDK: arguments are checked where the operation runs, not before. */
export interface AISDKSchema extends StandardSchemaV1<unknown, unknown> {
  readonly "~standard": StandardSchemaV1.Props<unknown, unknown> & {
    readonly jsonSchema: StandardJSONSchemaV1.Converter;
  };
}

/** A result, as the model gets it. */
export type AISDKOutput =
  | { type: "text"; value: string }
  | { type: "error-text"; value: string }
  | {
      type: "content";
      value: Array<
        { type: "text"; text: string } | { type: "image-data" | "file-data"; data: string; mediaType: string }
      >;
    };

/** A call as the AI SDK reports it. */
export interface AISDKCall {
  toolCallId: string;
  toolName: string;
  input: unknown;
}

/** A part for the content of a message with the role `tool`. */
export interface AISDKResult {
  type: "tool-result";
  toolCallId: string;
  toolName: string;
  output: AISDKOutput;
}

/** A member of `tools` of `generateText` and `streamText`. */
export interface AISDKTool {
  title?: string;
  description: string;
  inputSchema: AISDKSchema;
  strict?: true;
  needsApproval?: (input: unknown) => Promise<boolean>;
  execute: (
    input: unknown,
    options: { toolCallId?: string; abortSignal?: AbortSignal | undefined },
  ) => Promise<ToolOutcome>;
  toModelOutput: (options: { output: ToolOutcome }) => AISDKOutput;
}

/** The `tools` of a request, by their names. */
export type AISDKTools = Record<string, AISDKTool>;

/** What happens when a tool is called. */
export interface AISDKBehaviour {
  run(name: string, input: unknown, signal: AbortSignal | undefined): Promise<ToolOutcome>;
  /** Undefined if no call needs an approval. */
  readonly needsApproval?: ((name: string, input: unknown) => Promise<boolean>) | undefined;
}

export function toAISDKTools(tools: readonly ModelTool[], behaviour: AISDKBehaviour): AISDKTools {
  return Object.fromEntries(tools.map((tool) => [tool.name, toTool(tool, behaviour)]));
}

function toTool({ name, title, description, schema, isStrict }: ModelTool, behaviour: AISDKBehaviour): AISDKTool {
  const { needsApproval } = behaviour;
  return {
    ...(title === undefined ? {} : { title }),
    description,
    inputSchema: toAISDKSchema(schema),
    ...(isStrict ? { strict: true } : {}),
    ...(needsApproval === undefined ? {} : { needsApproval: (input) => needsApproval(name, input) }),
    execute: async (input, { abortSignal }) => {
      const outcome = await behaviour.run(name, input, abortSignal);
      // The SDK turns it into a `tool-error`, which the model reads.
      if (outcome.isError === true) throw new Error(resultText(outcome));
      return outcome;
    },
    toModelOutput: ({ output }) => toAISDKOutput(output),
  };
}

export function readAISDKCall({ toolName, input }: AISDKCall): ModelCall {
  return { name: toolName, arguments: input };
}

export function toAISDKResult({ toolCallId, toolName }: AISDKCall, outcome: ToolOutcome): AISDKResult {
  return { type: "tool-result", toolCallId, toolName, output: toAISDKOutput(outcome) };
}

function toAISDKOutput(outcome: ToolOutcome): AISDKOutput {
  const parts = resultParts(outcome);
  if (outcome.isError === true) return { type: "error-text", value: resultText(outcome) };
  if (parts.every(({ kind }) => kind === "text")) return { type: "text", value: resultText(outcome) };
  return { type: "content", value: parts.map(toContent) };
}

function toContent(part: ResultPart): Extract<AISDKOutput, { type: "content" }>["value"][number] {
  if (part.kind === "text") return { type: "text", text: part.text };
  const { kind, data, mimeType: mediaType } = part;
  if (kind === "file" && mediaType !== "application/pdf") return { type: "text", text: unshown(part) };
  return { type: kind === "image" ? "image-data" : "file-data", data, mediaType };
}

/** The mark of the SDK's own schemas. The SDK changes the JSON Schema of others: it would close every object. */
const OWN = Symbol.for("vercel.ai.schema");

function toAISDKSchema(schema: PlainSchema): AISDKSchema {
  const jsonSchema = (): Record<string, unknown> => ({ ...schema });
  const own = { [OWN]: true, jsonSchema: schema, validate: (value: unknown) => ({ success: true, value }) };
  return {
    ...own,
    "~standard": {
      version: 1,
      vendor: "operations",
      validate: (value) => ({ value }),
      jsonSchema: { input: jsonSchema, output: jsonSchema },
    },
  };
}
