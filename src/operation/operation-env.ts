/** The type of `context.env` and of typed clients: `env.namespace.name(input)`. */
import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import type { AnySchema, InferInput, InferOutput } from "../schema/types/static.ts";
import type { AnswerOf, ErrorDetails, ErrorSchemas } from "./declared-error.ts";
import type {
  GeneratedOperations,
  InputParameter,
  NamespaceOf,
  OperationTypes,
  RegisteredOperations,
} from "./operation-types.ts";
import type { WireForm } from "./wire-form.ts";

/** A running stream. `return()` stops it, and resolves once the handler's `finally` has run. */
export interface Subscription<T = unknown> extends AsyncIterableIterator<ResponseEnvelope<T>, void, undefined> {
  [Symbol.asyncIterator](): Subscription<T>;
  return(): Promise<IteratorResult<ResponseEnvelope<T>, void>>;
}

/** The parts of a definition that carry literal types: the types of an env are made from them. */
interface TypedOperation {
  readonly name: string;
  readonly namespace: string;
  readonly type: string;
  readonly inputSchema: AnySchema;
  readonly outputSchema: AnySchema;
  readonly errorSchemas?: ErrorSchemas | undefined;
}

type EnvFunction<TOperation extends TypedOperation, TFurther extends unknown[]> = (
  ...parameters: [...InputParameter<InferInput<TOperation["inputSchema"]>>, ...TFurther]
) => TOperation["type"] extends "SUBSCRIPTION"
  ? Subscription<InferOutput<TOperation["outputSchema"]>>
  : AnswerOf<InferOutput<TOperation["outputSchema"]>, ErrorDetails<NonNullable<TOperation["errorSchemas"]>>>;

/** The same at a caller in another process. */
type WireFunction<TOperation extends TypedOperation, TFurther extends unknown[]> = (
  ...parameters: [...InputParameter<WireForm<InferInput<TOperation["inputSchema"]>>>, ...TFurther]
) => TOperation["type"] extends "SUBSCRIPTION"
  ? Subscription<WireForm<InferOutput<TOperation["outputSchema"]>>>
  : AnswerOf<
      WireForm<InferOutput<TOperation["outputSchema"]>>,
      WireForm<ErrorDetails<NonNullable<TOperation["errorSchemas"]>>>
    >;

type AtNamespace<TNamespace extends string, TLeaf> = TNamespace extends `${infer Head}.${infer Tail}`
  ? { readonly [Segment in Head]: AtNamespace<Tail, TLeaf> }
  : { readonly [Segment in TNamespace]: TLeaf };

type EnvOf<TOperation, TFurther extends unknown[]> = TOperation extends TypedOperation
  ? AtNamespace<TOperation["namespace"], { readonly [Name in TOperation["name"]]: EnvFunction<TOperation, TFurther> }>
  : never;

type WireEnvOf<TOperation, TFurther extends unknown[]> = TOperation extends TypedOperation
  ? AtNamespace<TOperation["namespace"], { readonly [Name in TOperation["name"]]: WireFunction<TOperation, TFurther> }>
  : never;

type Intersection<TUnion> = (TUnion extends unknown ? (part: TUnion) => void : never) extends (
  whole: infer TWhole,
) => void
  ? TWhole
  : never;

/** The namespaces of generated operations: only what is read of them is worked out. */
type GeneratedEnv<TOperations, TFurther extends unknown[]> = Intersection<
  {
    [Namespace in NamespaceOf<TOperations>]: AtNamespace<Namespace, GeneratedNames<TOperations[Namespace], TFurther>>;
  }[NamespaceOf<TOperations>]
>;

type GeneratedNames<TNames, TFurther extends unknown[]> = {
  readonly [Name in keyof TNames]: TNames[Name] extends OperationTypes
    ? GeneratedFunction<TNames[Name], TFurther>
    : never;
};

type GeneratedFunction<TTypes extends OperationTypes, TFurther extends unknown[]> = (
  ...parameters: [...InputParameter<TTypes["input"]>, ...TFurther]
) => TTypes["kind"] extends "SUBSCRIPTION"
  ? Subscription<TTypes["output"]>
  : AnswerOf<TTypes["output"], TTypes["errors"]>;

type Members<TOperations> = TOperations extends readonly unknown[]
  ? TOperations[number]
  : TOperations[keyof TOperations];

/** An env without known operations: callers may call any path. */
export interface UntypedEnv<TFurther extends unknown[] = []> {
  readonly [segment: string]: UntypedEnvNode<TFurther>;
}
export interface UntypedEnvNode<TFurther extends unknown[] = []> extends UntypedEnv<TFurther> {
  (...parameters: [input?: unknown, ...TFurther]): Promise<ResponseEnvelope>;
}

/**
 * Calls by name. Definitions (an array, or a module's exports) or the types of `generateTypes` give the inputs and results
 * their types. Namespaces and names must be literal types: write fields that several definitions share as
 * `{ namespace: "math" } as const`. Default: the operations of `Register`.
 *
 * @example
 * type Env = OperationEnv<typeof operations>;
 * const sum = unwrap(await env.math.add({ a: 1, b: 2 }));
 */
export type OperationEnv<TOperations = RegisteredOperations, TFurther extends unknown[] = []> = [TOperations] extends [
  undefined,
]
  ? UntypedEnv<TFurther>
  : [TOperations] extends [GeneratedOperations]
    ? GeneratedEnv<TOperations, TFurther>
    : Intersection<EnvOf<Members<TOperations>, TFurther>>;

/** `OperationEnv` at a caller in another process: a `Date` of the handler is a string there. */
export type WireEnv<TOperations = RegisteredOperations, TFurther extends unknown[] = []> = [TOperations] extends [
  undefined | GeneratedOperations,
]
  ? OperationEnv<TOperations, TFurther>
  : Intersection<WireEnvOf<Members<TOperations>, TFurther>>;
