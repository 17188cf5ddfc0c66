import { Type } from "typebox";
import type { AnySchema } from "../schema/types/static.ts";
import type { Deprecation } from "../shared/deprecation.ts";
import { madeLater, OBJECT_MEMBERS } from "../shared/made-later.ts";
import type { AccessControl } from "./access-control.ts";
import type { ErrorSchemas } from "./declared-error.ts";
import { MAX_NAME_LENGTH, NAME_PATTERN, NAMESPACE_PATTERN } from "./operation-id.ts";
import { OperationType } from "./operation-type.ts";

/** Where an operation comes from, and its name there. */
export interface OperationOrigin {
  /** `local`, `openapi`, `mcp`, `remote`, … */
  readonly source: string;
  /** The file, document, server or peer. */
  readonly location?: string | undefined;
  /** The name there, if ours had to differ. */
  readonly name?: string | undefined;
}

/** Whether properties of a result that the output schema does not name are left out or kept. */
export type OutputMode = "strip" | "keep";

/** An operation as data: everything except the handler. */
export interface OperationSpec<
  TInputSchema extends AnySchema = AnySchema,
  TOutputSchema extends AnySchema = AnySchema,
  TType extends OperationType = OperationType,
  TErrorSchemas extends ErrorSchemas = ErrorSchemas,
  TName extends string = string,
  TNamespace extends string = string,
> {
  /** Letters, digits, `_` and `-`; at most 64. */
  readonly name: TName;
  /** One or more such names, joined by dots. */
  readonly namespace: TNamespace;
  readonly version: string;
  readonly type: TType;
  readonly title?: string | undefined;
  readonly description: string;
  readonly tags?: readonly string[] | undefined;
  /** Whether callers should stop calling it, why, and what to call instead. Every interface shows it; it still runs. */
  readonly deprecated?: boolean | Deprecation | undefined;
  readonly inputSchema: TInputSchema;
  /** The schema of `envelope.data`; for a SUBSCRIPTION, of the data of each item. */
  readonly outputSchema: TOutputSchema;
  /** The errors that the operation may throw, by code. */
  readonly errorSchemas?: TErrorSchemas | undefined;
  readonly accessControl: AccessControl;
  /** Whether repeating the MUTATION has no further effect. */
  readonly idempotent?: boolean | undefined;
  readonly origin?: OperationOrigin | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Overrides the setting of the registry. */
  readonly output?: OutputMode | undefined;
}

/**
 * The schema of a spec. It accepts anything as the input and output schemas, because libraries differ in what a schema
 * is. `specProblems` checks those more closely.
 */
export const OperationSpecSchema = /* @__PURE__ */ madeLater(OBJECT_MEMBERS, makeSpecSchema);

function makeSpecSchema() {
  const StringList = Type.Array(Type.String());
  const Name = Type.String({ minLength: 1 });
  const MaybeText = Type.Optional(Type.String());
  return Type.Object({
    name: Type.String({ pattern: NAME_PATTERN, maxLength: MAX_NAME_LENGTH }),
    namespace: Type.String({ pattern: NAMESPACE_PATTERN }),
    version: Name,
    type: Type.Union([
      Type.Literal(OperationType.QUERY),
      Type.Literal(OperationType.MUTATION),
      Type.Literal(OperationType.SUBSCRIPTION),
    ]),
    title: MaybeText,
    description: Type.String(),
    tags: Type.Optional(StringList),
    deprecated: Type.Optional(
      Type.Union([
        Type.Boolean(),
        Type.Object({
          reason: MaybeText,
          successor: MaybeText,
          since: MaybeText,
          sunset: MaybeText,
        }),
      ]),
    ),
    inputSchema: Type.Unknown(),
    outputSchema: Type.Unknown(),
    errorSchemas: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object({
          description: MaybeText,
          schema: Type.Optional(Type.Unknown()),
          httpStatus: Type.Optional(Type.Integer({ minimum: 400, maximum: 599 })),
        }),
      ),
    ),
    accessControl: Type.Object({
      requiredScopes: StringList,
      requiredScopesAny: Type.Optional(StringList),
      resourceType: Type.Optional(Name),
      resourceAction: Type.Optional(Name),
      resourceId: Type.Optional(Type.String({ pattern: "^(?:/(?:[^/~]|~[01])*)*$" })),
    }),
    idempotent: Type.Optional(Type.Boolean()),
    origin: Type.Optional(
      Type.Object({
        source: Type.String(),
        location: MaybeText,
        name: MaybeText,
      }),
    ),
    metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    output: Type.Optional(Type.Union([Type.Literal("strip"), Type.Literal("keep")])),
  });
}
