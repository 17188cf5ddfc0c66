/** The validation errors of the server, and the fields that they belong to. */
import { fromPointer } from "../../../src/shared/json/json-pointer.ts";
import type { ApiError } from "../api/api-error.ts";
import { isObject, isWithin } from "../json/json-path.ts";

export interface FieldError {
  /** JSON pointer into the input. */
  readonly path: string;
  readonly message: string;
}

/** The errors in the input, if the call failed because of them. */
export function fieldErrorsOf({ code, phase, details }: Pick<ApiError, "code" | "phase" | "details">): FieldError[] {
  // If the handler has run, a call that it made had the wrong input.
  return code === "VALIDATION_ERROR" && phase !== "started" ? readFieldErrors(details) : [];
}

function readFieldErrors(details: unknown): FieldError[] {
  const errors = isObject(details) ? details["errors"] : undefined;
  if (!Array.isArray(errors)) return [];
  return errors.filter(isObject).map(({ path, message }) => ({
    path: typeof path === "string" ? path : "",
    message: typeof message === "string" ? message : "is not valid",
  }));
}

/** The errors that a field shows: its own and, if it contains no other fields, those of its parts. */
export function errorsAt(errors: readonly FieldError[], pointer: string, isLeaf: boolean): FieldError[] {
  return errors.filter(({ path }) => (isLeaf ? isWithin(path, pointer) : path === pointer));
}

/** The errors that remain after the user changes the value at `pointer`. */
export function withoutErrorsAt(errors: readonly FieldError[], pointer: string): readonly FieldError[] {
  const left = errors.filter(({ path }) => !isWithin(path, pointer));
  return left.length === errors.length ? errors : left;
}

/** A pointer as people write it: `items[2].name`. */
export function readablePath(pointer: string): string {
  if (pointer === "") return "input";
  return fromPointer(pointer).reduce(
    (path, name) => (/^\d+$/.test(name) ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`),
    "",
  );
}
