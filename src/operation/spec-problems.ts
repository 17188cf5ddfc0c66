import { CallError } from "../errors/call-error.ts";
import { errorFinder } from "../schema/explain/error-finder.ts";
import { formatValueErrors } from "../schema/explain/format-value-errors.ts";
import { instantOf, toDeprecation } from "../shared/deprecation.ts";
import { shorten } from "../shared/short-text.ts";
import type { ValueError } from "../schema/types/value-error.ts";
import type { AccessControl } from "./access-control.ts";
import { ID_PATTERN, operationId } from "./operation-id.ts";
import { OperationSpecSchema } from "./operation-spec.ts";
import type { OperationSpec } from "./operation-spec.ts";

/** An object that may be a spec. */
type Candidate = Readonly<Record<string, unknown>>;

const findErrors = /* @__PURE__ */ errorFinder(OperationSpecSchema);

/** What is wrong with a would-be spec, with or without a handler. Empty if nothing is. */
export function specProblems(spec: unknown): ValueError[] {
  if (typeof spec !== "object" || spec === null) return findErrors(spec);
  const candidate = withoutLazySchemas(spec as Candidate);
  const errors = findErrors(candidate);
  if (errors.length > 0) return errors;
  return [
    ...schemaProblems(candidate, "inputSchema"),
    ...schemaProblems(candidate, "outputSchema"),
    ...resourceProblems(candidate["accessControl"] as AccessControl),
    ...deprecationProblems(candidate as unknown as OperationSpec),
    ...handlerProblems(spec as Candidate),
  ];
}

/** Throws for a bad spec. The error says which field is wrong, and why. */
export function assertValidSpec(spec: unknown): void {
  const errors = specProblems(spec);
  if (errors.length === 0) return;
  const { namespace, name } = (typeof spec === "object" && spec !== null ? spec : {}) as Candidate;
  const which = typeof namespace === "string" && typeof name === "string" ? `${namespace}.${name}` : "an operation";
  throw new CallError(
    "VALIDATION_ERROR",
    `The spec of ${shorten(which, 200)} is invalid: ${formatValueErrors(errors, "spec")}`,
    {
      errors,
    },
  );
}

/**
 * The fields of a spec, with a stand-in for each schema behind a getter. Sources import thousands of operations, so a
 * schema must not be built before its first use.
 */
function withoutLazySchemas(spec: Candidate): Candidate {
  const fields: Record<string, unknown> = {};
  for (const field in OperationSpecSchema.properties) {
    const value = LAZY_FIELDS.includes(field) && isGetter(spec, field) ? {} : spec[field];
    if (value !== undefined) fields[field] = value;
  }
  return fields;
}

const LAZY_FIELDS = ["inputSchema", "outputSchema", "errorSchemas"];

function isGetter(object: object, field: string): boolean {
  for (let owner: object | null = object; owner !== null; owner = Object.getPrototypeOf(owner) as object | null) {
    const descriptor = Object.getOwnPropertyDescriptor(owner, field);
    if (descriptor !== undefined) return descriptor.get !== undefined;
  }
  return false;
}

function schemaProblems(spec: Candidate, field: "inputSchema" | "outputSchema"): ValueError[] {
  const schema = spec[field];
  // ArkType schemas are functions, and `true` and `false` are JSON Schemas.
  const isSchema = (typeof schema === "object" && schema !== null) || ["function", "boolean"].includes(typeof schema);
  return isSchema ? [] : [problem(`/${field}`, "a schema (TypeBox, JSON Schema or Standard Schema)", kindOf(schema))];
}

function resourceProblems({ resourceType, resourceAction, resourceId }: AccessControl): ValueError[] {
  const isOfNoType = resourceId !== undefined && resourceType === undefined;
  if ((resourceType === undefined) === (resourceAction === undefined) && !isOfNoType) return [];
  const missing = resourceType === undefined ? "resourceType" : "resourceAction";
  const expected = `resourceType and resourceAction together${isOfNoType ? ", and both with resourceId" : ""}`;
  return [problem(`/accessControl/${missing}`, expected, "undefined")];
}

const INSTANT = "a date (2026-03-01) or an RFC 3339 time (2026-03-01T12:00:00Z)";

function deprecationProblems(spec: OperationSpec): ValueError[] {
  const deprecation = toDeprecation(spec.deprecated);
  // Few operations are deprecated, and thousands may be registered at once.
  if (deprecation === undefined) return [];
  const { successor, since, sunset } = deprecation;
  const problems: ValueError[] = [];
  if (successor !== undefined && (!new RegExp(ID_PATTERN).test(successor) || successor === operationId(spec)))
    problems.push(wrong("successor", "the id of another operation", successor));
  for (const [member, text] of Object.entries({ since, sunset }))
    if (text !== undefined && instantOf(text) === undefined) problems.push(wrong(member, INSTANT, text));
  if (problems.length === 0 && since !== undefined && sunset !== undefined && isBefore(sunset, since))
    problems.push(wrong("sunset", `no time before "since" (${since})`, sunset));
  return problems;
}

function wrong(member: string, expected: string, value: string): ValueError {
  return problem(`/deprecated/${member}`, expected, JSON.stringify(shorten(value, 50)));
}

function isBefore(one: string, other: string): boolean {
  return (instantOf(one) ?? 0) < (instantOf(other) ?? 0);
}

function handlerProblems({ handler, use }: Candidate): ValueError[] {
  if (handler !== undefined && typeof handler !== "function")
    return [problem("/handler", "a function", kindOf(handler))];
  const isUsable = use === undefined || (Array.isArray(use) && use.every((each) => typeof each === "function"));
  return isUsable ? [] : [problem("/use", "a list of middlewares", kindOf(use))];
}

function kindOf(value: unknown): string {
  return value === null ? "null" : typeof value;
}

function problem(path: string, expected: string, received: string): ValueError {
  return { path, expected, received, message: `expected ${expected}, received ${received}`, keyword: "spec" };
}
