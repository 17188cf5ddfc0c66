/** The type of `context.env` and of typed clients: `env.namespace.name(input)`. */
import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import type { AnySchema, InferInput, InferOutput } from "../schema/types/static.ts";
import type { AnswerOf, ErrorDetails, ErrorSchemas } from "./declared-error.ts";
import type { GeneratedOperations, NamespaceOf, OperationTypes, RegisteredOperations } from "./operation-types.ts";
import type { WireForm } from "./wire-form.ts";

/**
 * A running stream, used like an async generator. `return()` stops it, even while a `next()` waits, and resolves once the
 * handler's `finally` has run. `throw()` does the same, and then rejects with what it was given.
 */
export interface Subscription<T = unknown> extends AsyncGenerator<ResponseEnvelope<T>, void, unknown> {
  [Symbol.asyncIterator](): Subscription<T>;
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

/** A call by name. The input is optional if the operation takes one without members. */
type CallFunction<TInput, TFurther extends unknown[], TResult> = undefined extends TInput
  ? (input?: TInput, ...further: TFurther) => TResult
  : // oxlint-disable-next-line typescript/no-empty-object-type -- an object without members
    {} extends TInput
    ? (input?: TInput, ...further: TFurther) => TResult
    : (input: TInput, ...further: TFurther) => TResult;

/** What a call by name returns. */
type CallResult<TType, TOutput, TErrors> = TType extends "SUBSCRIPTION"
  ? Subscription<TOutput>
  : AnswerOf<TOutput, TErrors>;

type EnvFunction<TOperation extends TypedOperation, TFurther extends unknown[]> = CallFunction<
  InferInput<TOperation["inputSchema"]>,
  TFurther,
  CallResult<
    TOperation["type"],
    InferOutput<TOperation["outputSchema"]>,
    ErrorDetails<NonNullable<TOperation["errorSchemas"]>>
  >
>;

/** The same for a caller in another process. */
type WireFunction<TOperation extends TypedOperation, TFurther extends unknown[]> = CallFunction<
  WireForm<InferInput<TOperation["inputSchema"]>>,
  TFurther,
  CallResult<
    TOperation["type"],
    WireForm<InferOutput<TOperation["outputSchema"]>>,
    WireForm<ErrorDetails<NonNullable<TOperation["errorSchemas"]>>>
  >
>;

/** A remote caller gets values after a round trip through JSON. */
type Caller = "local" | "remote";

type DottedName = `${string}.${string}`;

type AtNamespace<TNamespace extends string, TLeaf> = TNamespace extends `${infer Head}.${infer Tail}`
  ? { readonly [Segment in Head]: AtNamespace<Tail, TLeaf> }
  : { readonly [Segment in TNamespace]: TLeaf };

type FunctionAt<
  TCaller extends Caller,
  TOperation extends TypedOperation,
  TFurther extends unknown[],
> = TCaller extends "remote" ? WireFunction<TOperation, TFurther> : EnvFunction<TOperation, TFurther>;

/**
 * Operations by namespace and name. If several members of a union map to the same key, a mapped type gives that key
 * their union. So the outer mapped type groups by namespace. The compiler works out only what the program reads. The
 * `infer` makes editors show the members.
 */
type EnvOf<TMembers, TCaller extends Caller, TFurther extends unknown[]> =
  Extract<TMembers, TypedOperation> extends infer TOperation extends TypedOperation
    ? Intersection<DottedEnvOf<Extract<TOperation, { readonly namespace: DottedName }>, TCaller, TFurther>> & {
        readonly [Grouped in TOperation as Exclude<Grouped["namespace"], DottedName>]: {
          readonly [Each in Grouped as Each["name"]]: FunctionAt<TCaller, Each, TFurther>;
        };
      }
    : never;

/** A dotted namespace is a path, so the members of this union may share a part of it. */
type DottedEnvOf<
  TOperation extends TypedOperation,
  TCaller extends Caller,
  TFurther extends unknown[],
> = TOperation extends unknown
  ? AtNamespace<
      TOperation["namespace"],
      { readonly [Name in TOperation["name"]]: FunctionAt<TCaller, TOperation, TFurther> }
    >
  : never;

type Intersection<TUnion> = (TUnion extends unknown ? (part: TUnion) => void : never) extends (
  whole: infer TWhole,
) => void
  ? TWhole
  : never;

/** The namespaces of generated operations. The compiler works out only those that the program reads. */
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

type GeneratedFunction<TTypes extends OperationTypes, TFurther extends unknown[]> = CallFunction<
  TTypes["input"],
  TFurther,
  CallResult<TTypes["kind"], TTypes["output"], TTypes["errors"]>
>;

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
    : EnvOf<Members<TOperations>, "local", TFurther>;

/** `OperationEnv` for a caller in another process: the handler's `Date` arrives there as a string. */
export type WireEnv<TOperations = RegisteredOperations, TFurther extends unknown[] = []> = [TOperations] extends [
  undefined | GeneratedOperations,
]
  ? OperationEnv<TOperations, TFurther>
  : EnvOf<Members<TOperations>, "remote", TFurther>;
