/** The type of `context.env` and of typed clients: `env.namespace.name(input)`. */
import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import type { AnySchema, InferInput, InferOutput } from "../schema/types/static.ts";

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
}

/** An input that the caller may omit becomes an optional parameter. */
type Parameters<TInput> = unknown extends TInput
  ? [input?: TInput]
  : undefined extends TInput
    ? [input?: TInput]
    : TInput extends object
      ? Partial<TInput> extends TInput
        ? [input?: TInput]
        : [input: TInput]
      : [input: TInput];

type EnvFunction<TOperation extends TypedOperation, TFurther extends unknown[]> = (
  ...parameters: [...Parameters<InferInput<TOperation["inputSchema"]>>, ...TFurther]
) => TOperation["type"] extends "SUBSCRIPTION"
  ? Subscription<InferOutput<TOperation["outputSchema"]>>
  : Promise<ResponseEnvelope<InferOutput<TOperation["outputSchema"]>>>;

type AtNamespace<TNamespace extends string, TLeaf> = TNamespace extends `${infer Head}.${infer Tail}`
  ? { readonly [Segment in Head]: AtNamespace<Tail, TLeaf> }
  : { readonly [Segment in TNamespace]: TLeaf };

type EnvOf<TOperation, TFurther extends unknown[]> = TOperation extends TypedOperation
  ? AtNamespace<TOperation["namespace"], { readonly [Name in TOperation["name"]]: EnvFunction<TOperation, TFurther> }>
  : never;

type Intersection<TUnion> = (TUnion extends unknown ? (part: TUnion) => void : never) extends (
  whole: infer TWhole,
) => void
  ? TWhole
  : never;

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
 * Calls by name. Definitions (an array, or a module's exports) give the inputs and results their types. Namespaces and
 * names must be literal types: write fields that several definitions share as `{ namespace: "math" } as const`.
 *
 * @example
 * type Env = OperationEnv<typeof operations>;
 * const sum = unwrap(await env.math.add({ a: 1, b: 2 }));
 */
export type OperationEnv<TOperations = undefined, TFurther extends unknown[] = []> = [TOperations] extends [undefined]
  ? UntypedEnv<TFurther>
  : Intersection<EnvOf<Members<TOperations>, TFurther>>;
