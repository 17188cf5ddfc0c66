/** The types of operations that `generateTypes` has written, and how a program makes them known. */
import type { OperationType } from "./operation-type.ts";

/** The types of one operation. */
export interface OperationTypes {
  readonly kind: OperationType;
  readonly input: unknown;
  readonly output: unknown;
  /** The details of the errors that it declares, by code. */
  readonly errors: object;
}

/** The base of every interface that `generateTypes` writes. It distinguishes them from a module of definitions. */
export interface GeneratedOperations {
  readonly "~generated": true;
}

/**
 * Makes types known everywhere in a program. `operations`: generated types, in `execute` and `subscribe` by id and in
 * the `env` of handlers; a generated file registers its own. `claims`: those of every `identity`. `context`: what
 * middleware adds to the context of every call.
 *
 * @example
 * declare module "@alkdev/operations" {
 *   interface Register { claims: { tenant: string } }
 * }
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by declaration merging
export interface Register {}

/** The operations of `Register`; undefined if there are none. */
export type RegisteredOperations = Register extends { readonly operations: infer TOperations }
  ? TOperations
  : undefined;

/** The claims of `Register`; any, if there are none. */
export type RegisteredClaims = Register extends { readonly claims: infer TClaims }
  ? Readonly<TClaims>
  : Readonly<Record<string, unknown>>;

/** What the middleware of `Register` adds to every context. */
export type RegisteredContext = Register extends { readonly context: infer TContext }
  ? Readonly<TContext>
  : // oxlint-disable-next-line typescript/no-empty-object-type -- an object without members
    {};

/** The namespaces of generated operations. */
export type NamespaceOf<TOperations> = Exclude<keyof TOperations, "~generated"> & string;

/** The ids of generated operations. */
export type OperationIdOf<TOperations> = [TOperations] extends [GeneratedOperations]
  ? {
      [Namespace in NamespaceOf<TOperations>]: `${Namespace}.${keyof TOperations[Namespace] & string}`;
    }[NamespaceOf<TOperations>]
  : never;

/** The types of the operation with that id. */
export type OperationTypesAt<TOperations, TId extends string> = {
  [Namespace in NamespaceOf<TOperations>]: TId extends `${Namespace}.${infer Name}`
    ? Name extends keyof TOperations[Namespace]
      ? TOperations[Namespace][Name]
      : never
    : never;
}[NamespaceOf<TOperations>];

/** The types of a registered operation with that id. */
export type RegisteredTypes<TId extends string> =
  OperationTypesAt<RegisteredOperations, TId> extends infer TTypes extends OperationTypes ? TTypes : never;

/** The ids of the operations of `Register`. */
export type RegisteredId = OperationIdOf<RegisteredOperations>;

/** An id without known types. */
export type UntypedId<TId extends string> = TId extends RegisteredId ? never : TId;

/** An input that the caller may omit becomes an optional parameter. */
export type InputParameter<TInput> = undefined extends TInput
  ? [input?: TInput]
  : // oxlint-disable-next-line typescript/no-empty-object-type -- an object without members
    {} extends TInput
    ? [input?: TInput]
    : [input: TInput];
