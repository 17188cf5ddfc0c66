/** The errors that an operation declares, as types and values: for handlers that fail with them, and for their callers. */
import { CallError, toCallError } from "../errors/call-error.ts";
import type { ResponseEnvelope, ResponseMeta } from "../envelope/response-envelope.ts";
import type { AnySchema, InferInput, InferOutput } from "../schema/types/static.ts";
import { operationId } from "./operation-id.ts";
import type { RegisteredId, RegisteredTypes } from "./operation-types.ts";

/** An error that an operation declares. Its handler fails with it by `context.fail(code, details)`. */
export interface ErrorDeclaration {
  readonly description?: string | undefined;
  /** The schema of `details`. */
  readonly schema?: AnySchema | undefined;
  readonly httpStatus?: number | undefined;
}

/** The errors that an operation declares, by code. */
export type ErrorSchemas = Readonly<Record<string, ErrorDeclaration>>;

/** The `errorSchemas` of a definition that declares no errors. */
// oxlint-disable-next-line typescript/no-empty-object-type -- an object without members
export type NoErrors = {};

/** The details of declared errors by code, as callers get them. The `infer` makes editors show them, and no schemas. */
export type ErrorDetails<TErrorSchemas> = {
  readonly [Code in keyof TErrorSchemas]: TErrorSchemas[Code] extends {
    readonly schema: infer TSchema extends AnySchema;
  }
    ? InferOutput<TSchema>
    : unknown;
} extends infer TDetails
  ? TDetails
  : never;

/** An error with a code that the called operation declares, and with details that fit the declared schema. */
export interface DeclaredCallError<TCode extends string = string, TDetails = unknown> extends CallError {
  readonly code: TCode;
  readonly details: TDetails;
  readonly declaredBy: string;
}

/**
 * One of the declared errors: `code` says which one, and determines the type of `details`. `TErrors`: their details by
 * code. Those of an imported HTTP operation narrow by `details.status`.
 */
export type DeclaredError<TErrors> = {
  [Code in keyof TErrors & string]: DeclaredCallError<
    Code,
    Code extends "EXECUTION_ERROR" ? ByStatus<TErrors[Code]> : TErrors[Code]
  >;
}[keyof TErrors & string];

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type ToNumber<TText> = TText extends `${infer TNumber extends number}` ? TNumber : never;
type ErrorStatus = ToNumber<`${4 | 5}${Digit}${Digit}`>;

/** The statuses that a document names. */
type NamedStatus<TAnswer> = TAnswer extends { readonly status: infer TStatus }
  ? number extends TStatus
    ? never
    : TStatus
  : never;

/** TypeScript has no "any number but 404", so the type for all others lists them. Otherwise 404 would not narrow. */
type ByStatus<TAnswer, TNamed = NamedStatus<TAnswer>> = TAnswer extends { readonly status: number }
  ? number extends TAnswer["status"]
    ? Omit<TAnswer, "status"> & { readonly status: Exclude<ErrorStatus, TNamed> }
    : TAnswer
  : TAnswer;

/** The answer of a call, with the type of the errors that its operation declares. `safe` reads it. */
export interface Answer<TOutput, TErrors> extends Promise<ResponseEnvelope<TOutput>> {
  /** Only a type: no answer has this member. */
  readonly "~errors"?: TErrors;
}

/** The type of an answer: a plain promise if the operation declares no errors. */
export type AnswerOf<TOutput, TErrors> = [keyof TErrors] extends [never]
  ? Promise<ResponseEnvelope<TOutput>>
  : Answer<TOutput, TErrors>;

/** How a call ended: with data, with an error that the operation declares, or with any other. */
export type Outcome<TOutput, TErrors> =
  | { readonly ok: true; readonly data: TOutput; readonly meta: ResponseMeta }
  | { readonly ok: false; readonly declared: true; readonly error: DeclaredError<TErrors> }
  | { readonly ok: false; readonly declared: false; readonly error: CallError };

/**
 * Waits for a call, and returns its outcome as a value instead of throwing. Declared errors narrow by `error.code`.
 *
 * @example
 * const bought = await safe(env.shop.buy({ sku: "A1", count: 3 }));
 * if (bought.ok) return bought.data;
 * if (bought.declared && bought.error.code === "OUT_OF_STOCK") return bought.error.details.left;
 * throw bought.error;
 */
export async function safe<TOutput, TErrors = NoErrors>(
  call: Answer<TOutput, TErrors>,
): Promise<Outcome<TOutput, TErrors>> {
  try {
    const { data, meta } = await call;
    return { ok: true, data, meta };
  } catch (thrown) {
    const error = toCallError(thrown);
    // The operation has checked code and details, so they are what its declaration says.
    return error.declaredBy === undefined
      ? { ok: false, declared: false, error }
      : { ok: false, declared: true, error: error as DeclaredError<TErrors> };
  }
}

/** A definition or spec, as far as its errors are concerned. */
interface DeclaringOperation<TErrorSchemas extends ErrorSchemas> {
  readonly name: string;
  readonly namespace: string;
  readonly errorSchemas?: TErrorSchemas | undefined;
}

/**
 * Whether a caught error is one that this operation declares, named by its definition or by an id of `Register`. Then
 * `error.code` tells which one, and `error.details` has its type.
 *
 * @example
 * if (isDeclaredError(error, buy) && error.code === "OUT_OF_STOCK") console.log(error.details.left);
 */
export function isDeclaredError<TErrorSchemas extends ErrorSchemas>(
  error: unknown,
  operation: DeclaringOperation<TErrorSchemas>,
): error is DeclaredError<ErrorDetails<TErrorSchemas>>;
export function isDeclaredError<TId extends RegisteredId>(
  error: unknown,
  id: TId,
): error is DeclaredError<RegisteredTypes<TId>["errors"]>;
export function isDeclaredError(error: unknown, operation: string | DeclaringOperation<ErrorSchemas>): boolean {
  const id = typeof operation === "string" ? operation : operationId(operation);
  return error instanceof CallError && error.declaredBy === id;
}

/** The codes that `context.fail` takes. */
export type FailureCode<TErrorSchemas> = keyof TErrorSchemas & string;

/** What follows the code in `context.fail`: the details, which may be missing if no schema describes them. */
export type FailureParameters<TErrorSchemas, TCode extends keyof TErrorSchemas> = TErrorSchemas[TCode] extends {
  readonly schema: infer TSchema extends AnySchema;
}
  ? [details: InferInput<TSchema>, message?: string]
  : [details?: unknown, message?: string];

/** What `context.fail` does. Without a message, callers read the declaration's description. */
export function fail(code: string, details?: unknown, message: string = code): never {
  throw new CallError(code, message, details);
}
