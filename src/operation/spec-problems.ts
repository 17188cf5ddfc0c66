import { CallError } from "../errors/call-error.ts";
import { collectErrors } from "../schema/explain/collect-errors.ts";
import { formatValueErrors } from "../schema/explain/format-value-errors.ts";
import { shorten } from "../shared/short-text.ts";
import type { ValueError } from "../schema/types/value-error.ts";
import type { AccessControl } from "./access-control.ts";
import { OperationSpecSchema } from "./operation-spec.ts";

/** An object that may be a spec. */
type Candidate = Readonly<Record<string, unknown>>;

/** What is wrong with a would-be spec, with or without a handler. Empty if nothing is. */
export function specProblems(spec: unknown): ValueError[] {
  if (typeof spec !== "object" || spec === null) return collectErrors(OperationSpecSchema, spec);
  const candidate = withoutLazySchemas(spec as Candidate);
  const errors = collectErrors(OperationSpecSchema, candidate);
  if (errors.length > 0) return errors;
  const problems = [
    schemaProblem(candidate, "inputSchema"),
    schemaProblem(candidate, "outputSchema"),
    resourceProblem(candidate["accessControl"] as AccessControl),
    handlerProblem(spec as Candidate),
  ];
  return problems.filter((found) => found !== undefined);
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
  for (const field of FIELDS) {
    const value = LAZY_FIELDS.has(field) && isGetter(spec, field) ? {} : spec[field];
    if (value !== undefined) fields[field] = value;
  }
  return fields;
}

const FIELDS = Object.keys(OperationSpecSchema.properties);
const LAZY_FIELDS: ReadonlySet<string> = new Set(["inputSchema", "outputSchema", "errorSchemas"]);

function isGetter(object: object, field: string): boolean {
  for (let owner: object | null = object; owner !== null; owner = Object.getPrototypeOf(owner) as object | null) {
    const descriptor = Object.getOwnPropertyDescriptor(owner, field);
    if (descriptor !== undefined) return descriptor.get !== undefined;
  }
  return false;
}

function schemaProblem(spec: Candidate, field: "inputSchema" | "outputSchema"): ValueError | undefined {
  const schema = spec[field];
  // ArkType schemas are functions, and `true` and `false` are JSON Schemas.
  const isSchema = (typeof schema === "object" && schema !== null) || ["function", "boolean"].includes(typeof schema);
  return isSchema ? undefined : problem(`/${field}`, "a schema (TypeBox, JSON Schema or Standard Schema)", schema);
}

function resourceProblem({ resourceType, resourceAction, resourceId }: AccessControl): ValueError | undefined {
  const isOfNoType = resourceId !== undefined && resourceType === undefined;
  if ((resourceType === undefined) === (resourceAction === undefined) && !isOfNoType) return undefined;
  const missing = resourceType === undefined ? "resourceType" : "resourceAction";
  const expected = `resourceType and resourceAction together${isOfNoType ? ", and both with resourceId" : ""}`;
  return problem(`/accessControl/${missing}`, expected, undefined);
}

function handlerProblem({ handler, use }: Candidate): ValueError | undefined {
  if (handler !== undefined && typeof handler !== "function") return problem("/handler", "a function", handler);
  const isUsable = use === undefined || (Array.isArray(use) && use.every((each) => typeof each === "function"));
  return isUsable ? undefined : problem("/use", "a list of middlewares", use);
}

function problem(path: string, expected: string, value: unknown): ValueError {
  const received = value === null ? "null" : typeof value;
  return { path, expected, received, message: `expected ${expected}, received ${received}`, keyword: "spec" };
}
