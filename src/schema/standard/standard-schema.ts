/** Schemas of other libraries, through the one interface they share: https://standardschema.dev */
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { describeValue } from "../explain/describe-value.ts";
import type { ValueError } from "../types/value-error.ts";
import { markCutShort, memberPath } from "../types/value-error.ts";
import { shorten } from "../../shared/short-text.ts";

const MOST_ISSUES = 8;
const LONGEST_MESSAGE = 200;

/** The outcome of a validation: the library's output, or the reasons why there is none. */
export type StandardOutcome<TOutput> = { readonly value: TOutput } | { readonly errors: ValueError[] };

/** Whether a schema comes from Zod, Valibot, ArkType (whose schemas are functions), or any other Standard Schema library. */
export function isStandardSchema(schema: unknown): schema is StandardSchemaV1 {
  if ((typeof schema !== "object" && typeof schema !== "function") || schema === null) return false;
  const props: unknown = (schema as Partial<StandardSchemaV1>)["~standard"];
  if (typeof props !== "object" || props === null) return false;
  const { version, validate } = props as Partial<StandardSchemaV1.Props>;
  return version === 1 && typeof validate === "function";
}

/**
 * Runs the library's own validation. The outcome is a promise only if the library returns one. It never throws: if the
 * library throws, or returns something that is not a result, the outcome is an error of the value.
 */
export function runStandardSchema<TOutput>(
  schema: StandardSchemaV1<unknown, TOutput>,
  value: unknown,
): StandardOutcome<TOutput> | Promise<StandardOutcome<TOutput>> {
  try {
    const result = schema["~standard"].validate(value);
    if (!isPromise(result)) return toOutcome(schema, value, result);
    return Promise.resolve(result).then(
      (settled) => toOutcome(schema, value, settled),
      (error: unknown) => ({ errors: [failure(schema, value, error)] }),
    );
  } catch (error) {
    return { errors: [failure(schema, value, error)] };
  }
}

function isPromise<T>(result: T | PromiseLike<T>): result is PromiseLike<T> {
  return (
    typeof result === "object" && result !== null && typeof (result as Partial<PromiseLike<T>>).then === "function"
  );
}

function toOutcome<TOutput>(
  schema: StandardSchemaV1<unknown, TOutput>,
  value: unknown,
  result: unknown,
): StandardOutcome<TOutput> {
  const { issues } = (typeof result === "object" && result !== null ? result : {}) as { issues?: unknown };
  // ArkType's issues are an array of its own class. An empty list is a refusal without a reason.
  if (Array.isArray(issues)) return { errors: orFailure(standardIssuesToErrors(issues, value), schema, value) };
  if (issues === undefined && typeof result === "object" && result !== null && "value" in result) {
    return { value: result.value as TOutput };
  }
  return { errors: [failure(schema, value, new Error("it returned neither a value nor a list of issues"))] };
}

function orFailure(errors: ValueError[], schema: StandardSchemaV1, value: unknown): ValueError[] {
  return errors.length > 0 ? errors : [failure(schema, value, new Error("it refused the value without a reason"))];
}

function failure(schema: StandardSchemaV1, value: unknown, error: unknown): ValueError {
  const { vendor } = schema["~standard"];
  const library = typeof vendor === "string" ? shorten(vendor, 40) : "unknown";
  const reason = shorten(error instanceof Error ? error.message : describeValue(error), LONGEST_MESSAGE);
  const message = `could not be validated by the ${library} schema: ${reason}`;
  return {
    path: "",
    message,
    expected: `a value that fits the ${library} schema`,
    received: describeValue(value),
    keyword: "validate",
  };
}

/** The first eight issues of the library as our errors, with JSON pointers and the received values. */
export function standardIssuesToErrors(issues: readonly StandardSchemaV1.Issue[], value: unknown): ValueError[] {
  const errors = issues.slice(0, MOST_ISSUES).map((issue) => toError(issue, value));
  if (issues.length > MOST_ISSUES) markCutShort(errors);
  return errors;
}

function toError(issue: StandardSchemaV1.Issue, root: unknown): ValueError {
  let path = "";
  let at: unknown = root;
  for (const segment of issuePath(issue)) {
    const key = typeof segment === "object" ? segment.key : segment;
    path = memberPath(path, typeof key === "symbol" ? String(key) : key);
    at = readPath(at, key);
  }
  const message = typeof issue?.message === "string" && issue.message !== "" ? issue.message : "is invalid";
  return {
    path,
    message: shorten(message, LONGEST_MESSAGE),
    expected: "a valid value",
    received: describeValue(at),
    keyword: "validate",
  };
}

function issuePath(issue: StandardSchemaV1.Issue): readonly (PropertyKey | StandardSchemaV1.PathSegment)[] {
  const path: unknown = issue?.path;
  return Array.isArray(path) ? path : [];
}

/** A path into a map or set leads to no property. Then the value there is unknown. */
function readPath(value: unknown, key: PropertyKey): unknown {
  try {
    return (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
  } catch {
    return undefined;
  }
}
