import { Type } from "typebox";
import type { TObject } from "typebox";
import type { MCPAnnotations, MCPResourceContent } from "../../envelope/response-envelope.ts";
import { toBase64 } from "../../shared/json/encode-data.ts";
import { madeLater } from "../../shared/made-later.ts";
import type { IOperationDefinition } from "../define-operation.ts";
import type { MCPWords } from "./define-prompt.ts";
import type { ResourceMark } from "./mcp-marks.ts";
import type { OperationContext } from "../operation-context.ts";
import type { OperationSpec } from "../operation-spec.ts";
import { OperationType } from "../operation-type.ts";
import { expandTemplate, readTemplate } from "./uri-template.ts";
import type { TemplateVariables } from "./uri-template.ts";

/** A resource of your own, or a template for many. */
export interface ResourceDefinition<TUri extends string>
  extends
    Pick<
      OperationSpec,
      "namespace" | "name" | "version" | "title" | "description" | "tags" | "deprecated" | "accessControl"
    >,
    Pick<IOperationDefinition, "use">,
    Omit<ResourceMark, "uri">,
    MCPWords {
  /** Where clients read it: a URI, or a URI template such as `notes://{id}`, whose variables the handler gets. */
  readonly uri: TUri;
  readonly annotations?: MCPAnnotations | undefined;
  /** Returns the content: text, bytes, or several parts. */
  readonly handler: (
    variables: TemplateVariables<TUri>,
    context: OperationContext,
  ) => ResourceOutput | Promise<ResourceOutput>;
}

/** What the handler of a resource returns. */
export type ResourceOutput = string | Uint8Array | readonly MCPResourceContent[];

const ContentsSchema = /* @__PURE__ */ madeLater(["~kind", "type", "items"], () =>
  Type.Array(
    Type.Object({
      uri: Type.String(),
      mimeType: Type.Optional(Type.String()),
      text: Type.Optional(Type.String()),
      blob: Type.Optional(Type.String()),
      _meta: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    }),
  ),
);

/**
 * Declares a resource: a QUERY that MCP clients read by its URI, and every other interface calls as an operation with
 * the variables of the URI as its input.
 *
 * @example
 * const note = defineResource({
 *   name: "note", namespace: "notes", version: "1.0.0", description: "One note",
 *   uri: "notes://{id}", mimeType: "text/markdown",
 *   accessControl: { requiredScopes: [] },
 *   handler: ({ id }) => readNote(id),
 * });
 */
export function defineResource<const TUri extends string>(
  definition: ResourceDefinition<TUri>,
): IOperationDefinition<TObject, typeof ContentsSchema, "QUERY"> {
  const { handler, uri, mimeType, size, watchedBy, completedBy, annotations, icons, _meta, ...spec } = definition;
  const expressions = readTemplate(uri);
  const run = async (variables: Record<string, string>, context: OperationContext): Promise<MCPResourceContent[]> => {
    const output = await handler(variables as TemplateVariables<TUri>, context);
    return toContents(output, { uri: expandTemplate(uri, expressions, variables), mimeType });
  };
  const names = expressions.flatMap((expression) => expression.names.map((name) => ({ name, ...expression })));
  return {
    ...spec,
    type: OperationType.QUERY,
    inputSchema: Type.Object(
      Object.fromEntries(
        names.map(({ name, isOptional }) => [name, isOptional ? Type.Optional(Type.String()) : Type.String()]),
      ),
    ),
    outputSchema: ContentsSchema,
    metadata: {
      mcp: {
        resource: { uri, mimeType, size, watchedBy, completedBy },
        ...(annotations && { annotations }),
        ...(icons && { icons }),
        ...(_meta && { _meta }),
      },
    },
    handler: run as never,
  };
}

function toContents(
  output: ResourceOutput,
  { uri, mimeType }: { readonly uri: string; readonly mimeType: string | undefined },
): MCPResourceContent[] {
  const head = { uri, ...(mimeType === undefined ? {} : { mimeType }) };
  if (typeof output === "string") return [{ ...head, text: output }];
  return output instanceof Uint8Array ? [{ ...head, blob: toBase64(output) }] : [...output];
}
