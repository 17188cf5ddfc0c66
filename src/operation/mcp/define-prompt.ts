import { Type } from "typebox";
import type { MCPContentBlock } from "../../envelope/response-envelope.ts";
import type { AnySchema, InferOutput } from "../../schema/types/static.ts";
import { madeLater, OBJECT_MEMBERS } from "../../shared/made-later.ts";
import type { IOperationDefinition } from "../define-operation.ts";
import type { PromptMark } from "./mcp-marks.ts";
import type { OperationContext } from "../operation-context.ts";
import type { OperationSpec } from "../operation-spec.ts";
import { OperationType } from "../operation-type.ts";

/** One message of a filled-in prompt. */
export interface PromptMessage {
  readonly role: "user" | "assistant";
  readonly content: MCPContentBlock;
}

/** A filled-in prompt. */
export interface PromptResult {
  readonly description?: string | undefined;
  readonly messages: readonly PromptMessage[];
}

/** What MCP says about prompts and resources in addition to what an operation has. */
export interface MCPWords {
  readonly icons?: readonly object[] | undefined;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/** A prompt of your own. */
export interface PromptDefinition<TInputSchema extends AnySchema>
  extends
    Pick<
      OperationSpec,
      "namespace" | "name" | "version" | "title" | "description" | "tags" | "deprecated" | "accessControl"
    >,
    Pick<IOperationDefinition, "use">,
    Pick<PromptMark, "completedBy">,
    MCPWords {
  /** The arguments: an object of texts, because MCP sends every argument as text. */
  readonly inputSchema: TInputSchema;
  /** Returns the messages; a text is one message of the user. */
  readonly handler: (
    input: InferOutput<TInputSchema>,
    context: OperationContext,
  ) => PromptOutput | Promise<PromptOutput>;
}

/** What the handler of a prompt returns. */
export type PromptOutput = string | readonly PromptMessage[] | PromptResult;

const PromptResultSchema = /* @__PURE__ */ madeLater(OBJECT_MEMBERS, () =>
  Type.Object({
    description: Type.Optional(Type.String()),
    messages: Type.Array(
      Type.Object({
        role: Type.Union([Type.Literal("user"), Type.Literal("assistant")]),
        content: Type.Unsafe<MCPContentBlock>({ type: "object" }),
      }),
    ),
  }),
);

/**
 * Declares a prompt: a QUERY that MCP clients get as a prompt, and every other interface as an operation.
 *
 * @example
 * const review = definePrompt({
 *   name: "review", namespace: "team", version: "1.0.0", description: "Asks for a review",
 *   inputSchema: Type.Object({ file: Type.String({ description: "What to review" }) }),
 *   accessControl: { requiredScopes: [] },
 *   handler: ({ file }) => `Please review ${file}.`,
 * });
 */
export function definePrompt<TInputSchema extends AnySchema>(
  definition: PromptDefinition<TInputSchema>,
): IOperationDefinition<TInputSchema, typeof PromptResultSchema, "QUERY"> {
  const { handler, completedBy, icons, _meta, ...spec } = definition;
  const run = async (input: InferOutput<TInputSchema>, context: OperationContext): Promise<PromptResult> =>
    toResult(await handler(input, context));
  return {
    ...spec,
    type: OperationType.QUERY,
    outputSchema: PromptResultSchema,
    metadata: { mcp: { prompt: { completedBy }, ...(icons && { icons }), ...(_meta && { _meta }) } },
    handler: run as never,
  };
}

function toResult(output: PromptOutput): PromptResult {
  if (typeof output === "string") return { messages: [{ role: "user", content: { type: "text", text: output } }] };
  return "messages" in output ? output : { messages: output };
}
