import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import type { AnySchema, InferInput, InferOutput } from "../schema/types/static.ts";
import type { ErrorSchemas, NoErrors } from "./declared-error.ts";
import type { AddedBy, Middleware } from "./middleware.ts";
import type { CallContext, OperationContext } from "./operation-context.ts";
import type { OperationEnv } from "./operation-env.ts";
import type { OperationSpec } from "./operation-spec.ts";
import type { OperationType } from "./operation-type.ts";
import type { MaybePromise } from "../shared/maybe-promise.ts";

/** Runs a QUERY or MUTATION. Returns the plain result, or an envelope if a source knows more about it. */
export type OperationHandler<
  TInput = Record<string, unknown>,
  TOutput = unknown,
  TEnv = OperationEnv,
  TErrorSchemas = ErrorSchemas,
  TAdded = unknown,
> = (
  input: TInput,
  context: OperationContext<TEnv, TErrorSchemas> & TAdded,
) => MaybePromise<TOutput | ResponseEnvelope<TOutput>>;

/** Runs a SUBSCRIPTION: an async generator function, or any function that returns an async iterable. */
export type SubscriptionHandler<
  TInput = Record<string, unknown>,
  TOutput = unknown,
  TEnv = OperationEnv,
  TErrorSchemas = ErrorSchemas,
  TAdded = unknown,
> = (
  input: TInput,
  context: OperationContext<TEnv, TErrorSchemas> & TAdded,
) => AsyncIterable<TOutput | ResponseEnvelope<TOutput>, unknown, undefined>;

/** The input of a handler. If nothing is known about the schema, it is an object of unknown values. */
type HandlerInput<TSchema extends AnySchema> = AnySchema extends TSchema
  ? Record<string, unknown>
  : InferOutput<TSchema>;

/** What a handler may return: the input of the output schema, because that schema may transform. */
type HandlerOutput<TSchema extends AnySchema> = AnySchema extends TSchema ? unknown : InferInput<TSchema>;

/** The handler of an operation with this kind, these schemas and these declared errors. */
export type HandlerOf<
  TType extends OperationType,
  TInputSchema extends AnySchema,
  TOutputSchema extends AnySchema,
  TEnv = OperationEnv,
  TErrorSchemas = ErrorSchemas,
  TAdded = unknown,
> = TType extends "SUBSCRIPTION"
  ? SubscriptionHandler<HandlerInput<TInputSchema>, HandlerOutput<TOutputSchema>, TEnv, TErrorSchemas, TAdded>
  : OperationHandler<HandlerInput<TInputSchema>, HandlerOutput<TOutputSchema>, TEnv, TErrorSchemas, TAdded>;

/** What a handler of this kind returns. */
type HandlerResult<TType extends OperationType, TOutput> = TType extends "SUBSCRIPTION"
  ? AsyncIterable<TOutput | ResponseEnvelope<TOutput>, unknown, undefined>
  : MaybePromise<TOutput | ResponseEnvelope<TOutput>>;

/** A spec with its handler. */
export interface IOperationDefinition<
  TInputSchema extends AnySchema = AnySchema,
  TOutputSchema extends AnySchema = AnySchema,
  TType extends OperationType = OperationType,
  TEnv = OperationEnv,
  TErrorSchemas extends ErrorSchemas = ErrorSchemas,
  TUse extends readonly Middleware[] = readonly Middleware[],
  TName extends string = string,
  TNamespace extends string = string,
> extends OperationSpec<TInputSchema, TOutputSchema, TType, TErrorSchemas, TName, TNamespace> {
  /** Middleware of this operation alone, inside that of the registry. The handler sees what it adds to the context. */
  readonly use?: TUse | undefined;
  // Like `HandlerOf`, but one function: the compiler would infer into both branches of a conditional type.
  readonly handler: (
    input: HandlerInput<TInputSchema>,
    context: OperationContext<TEnv, TErrorSchemas> & AddedBy<TUse>,
  ) => HandlerResult<TType, HandlerOutput<TOutputSchema>>;
}

/** A handler with any input, as a registry stores it. */
export type AnyHandler = (input: never, context: never) => unknown;

/**
 * The handler of a source's QUERY or MUTATION. A program may call it without a registry: `operation.handler(input)`.
 */
export type SourceHandler = (input: Record<string, unknown>, context?: CallContext) => Promise<ResponseEnvelope>;

/** The handler of a source's SUBSCRIPTION. A program may call it without a registry. */
export type SourceStreamHandler<TItem = unknown> = (
  input: Record<string, unknown>,
  context?: CallContext,
) => AsyncGenerator<TItem, void, unknown>;

/** A spec with a handler of any types, as a registry takes it. */
export interface AnyOperation extends OperationSpec {
  readonly use?: readonly Middleware[] | undefined;
  readonly handler: AnyHandler;
}

/**
 * Declares an operation. The types of its handler follow from the schemas.
 *
 * @example
 * const greet = defineOperation({
 *   name: "greet", namespace: "demo", version: "1.0.0", type: OperationType.QUERY, description: "Says hello",
 *   inputSchema: Type.Object({ name: Type.String() }),
 *   outputSchema: Type.String(),
 *   accessControl: { requiredScopes: [] },
 *   handler: (input) => `Hello, ${input.name}`,
 * });
 */
export function defineOperation<
  const TName extends string,
  const TNamespace extends string,
  const TType extends OperationType,
  TInputSchema extends AnySchema,
  TOutputSchema extends AnySchema,
  TEnv = OperationEnv,
  TErrorSchemas extends ErrorSchemas = NoErrors,
  const TUse extends readonly Middleware[] = readonly Middleware[],
>(
  definition: IOperationDefinition<TInputSchema, TOutputSchema, TType, TEnv, TErrorSchemas, TUse, TName, TNamespace>,
): IOperationDefinition<TInputSchema, TOutputSchema, TType, TEnv, TErrorSchemas, TUse, TName, TNamespace> {
  return definition;
}
