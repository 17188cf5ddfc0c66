import { CallError, messageOf } from "../../errors/call-error.ts";
import { isLibraryCode } from "../../errors/error-defaults.ts";
import type { ErrorDeclaration } from "../../operation/declared-error.ts";
import { operationId } from "../../operation/operation-id.ts";
import type { OperationSpec, OutputMode } from "../../operation/operation-spec.ts";
import { getValidator } from "../../schema/engine/validator.ts";
import { collectErrors } from "../../schema/explain/collect-errors.ts";
import { formatValueErrors } from "../../schema/explain/format-value-errors.ts";
import { getNormaliser } from "../../schema/normalise/normaliser.ts";
import { isStandardSchema, runStandardSchema } from "../../schema/standard/standard-schema.ts";
import type { AnySchema } from "../../schema/types/static.ts";
import type { ValueError } from "../../schema/types/value-error.ts";
import type { MaybePromise } from "../../shared/maybe-promise.ts";

type CheckedDetails = { readonly value: unknown } | { readonly errors: readonly ValueError[] };

export interface DeclaredFailureOptions {
  /** Whether the handler only passes the work on, so that its author is not responsible for the details. */
  readonly passesOn: boolean;
  /** `"keep"` keeps members that the schema does not name. Default: `"strip"`. */
  readonly output?: OutputMode | undefined;
}

/**
 * A handler's error, checked against what its operation declares: `declaredBy` is set exactly if code and details fit.
 * A local handler whose details do not fit has broken its own promise, so its caller gets `OUTPUT_INVALID` instead. A
 * code of the table is not such a promise: anything may throw it. Details that fit leave as a result does: as they are
 * written, and without members that the schema does not name. No default is filled in, because an error has no place to
 * say so. What another server sent stays as it is.
 */
export function declaredFailure(
  spec: OperationSpec,
  error: CallError,
  { passesOn, output }: DeclaredFailureOptions,
): MaybePromise<CallError> {
  const declaration = error.unexpected ? undefined : declarationOf(spec, error.code);
  // The error may come from a nested call. What that operation declares, this one does not declare.
  if (declaration === undefined)
    return error.declaredBy === undefined ? error : copyOf(error, { declaredBy: undefined });
  const declaredBy = operationId(spec);
  const isForgiven = passesOn || isLibraryCode(error.code);
  const conclude = (checked: CheckedDetails): CallError => {
    if ("value" in checked) {
      const message = error.message === error.code ? (declaration.description ?? error.message) : error.message;
      return copyOf(error, { declaredBy, message, details: checked.value });
    }
    return isForgiven ? copyOf(error, { declaredBy: undefined }) : invalidDetails(declaredBy, error, checked.errors);
  };
  try {
    const { schema } = declaration;
    const checked =
      schema === undefined
        ? { value: error.details }
        : checkDetails(schema, error.details, passesOn ? false : (output ?? "strip"));
    return checked instanceof Promise ? checked.then(conclude) : conclude(checked);
  } catch (thrown) {
    if (isForgiven) return copyOf(error, { declaredBy: undefined });
    const message = `${declaredBy} failed with ${error.code}, whose declared schema cannot be used: ${messageOf(thrown)}`;
    return new CallError("OUTPUT_INVALID", message, undefined, { cause: error });
  }
}

function declarationOf(spec: OperationSpec, code: string): ErrorDeclaration | undefined {
  try {
    const { errorSchemas } = spec;
    return errorSchemas !== undefined && Object.hasOwn(errorSchemas, code) ? errorSchemas[code] : undefined;
  } catch {
    // The schemas of an imported operation may turn out unreadable.
    return undefined;
  }
}

/** `output`: how to treat unnamed members; `false` leaves the details as they are. */
function checkDetails(schema: AnySchema, details: unknown, output: OutputMode | false): MaybePromise<CheckedDetails> {
  if (isStandardSchema(schema)) return runStandardSchema(schema, details);
  if (output === false)
    return getValidator(schema).check(details) ? { value: details } : { errors: collectErrors(schema, details) };
  const { normalise } = getNormaliser(schema, { strip: output === "strip" });
  const { value, fits } = normalise(details, { fills: false });
  return fits ? { value } : { errors: collectErrors(schema, value) };
}

function invalidDetails(id: string, error: CallError, errors: readonly ValueError[]): CallError {
  const why = formatValueErrors(errors, "details");
  const message = `${id} failed with ${error.code}, but the details do not fit the schema that it declares: ${why}`;
  return new CallError("OUTPUT_INVALID", message, { errors }, { cause: error });
}

/** A copy, because a handler may throw the same object in several calls. */
function copyOf(
  error: CallError,
  changes: { readonly declaredBy: string | undefined; readonly message?: string; readonly details?: unknown },
): CallError {
  if (changes.declaredBy === error.declaredBy && !("details" in changes && changes.details !== error.details))
    return error;
  const { code, message, details, retryable, phase, unexpected, cause } = error;
  const changed = { message, details, ...changes };
  return new CallError(code, changed.message, changed.details, {
    retryable,
    phase,
    unexpected,
    declaredBy: changed.declaredBy,
    cause: cause ?? error,
  });
}
