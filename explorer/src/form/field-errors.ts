/** The server's list of what is wrong, at the fields that it speaks of. */
import type { ApiError } from "../api/api-error.ts";
import { isObject, isWithin } from "../json/json-path.ts";

export interface FieldError {
  /** JSON pointer into the input. */
  readonly path: string;
  readonly message: string;
}

/** What of the input does not fit, if that is why the call failed. */
export function fieldErrorsOf({ code, phase, details }: Pick<ApiError, "code" | "phase" | "details">): FieldError[] {
  // Where the handler has run, it is the input of a call inside of this one.
  return code === "VALIDATION_ERROR" && phase !== "started" ? readFieldErrors(details) : [];
}

function readFieldErrors(details: unknown): FieldError[] {
  const errors = isObject(details) ? details["errors"] : undefined;
  if (!Array.isArray(errors)) return [];
  return errors.filter(isObject).map(({ path, message }) => ({
    path: typeof path === "string" ? path : "",
    message: typeof message === "string" ? message : "does not fit",
  }));
}

/** What a field shows: its own errors and, where it has no fields of its own inside, those of its parts. */
export function errorsAt(errors: readonly FieldError[], pointer: string, isLeaf: boolean): FieldError[] {
  return errors.filter(({ path }) => (isLeaf ? isWithin(path, pointer) : path === pointer));
}

/** What is left after somebody changed the value at `pointer`. */
export function withoutErrorsAt(errors: readonly FieldError[], pointer: string): readonly FieldError[] {
  const left = errors.filter(({ path }) => !isWithin(path, pointer));
  return left.length === errors.length ? errors : left;
}

/** The place of an error as a person would write it: `items[2].name`. */
export function readablePath(pointer: string): string {
  if (pointer === "") return "input";
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((path, name) => (/^\d+$/.test(name) ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`), "");
}
