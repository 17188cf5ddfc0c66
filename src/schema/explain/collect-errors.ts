import type { TSchema } from "typebox";
import type { JSONSchema } from "../types/scope.ts";
import { describeSchema } from "./describe-schema.ts";
import { describeValue } from "./describe-value.ts";
import { explainSchema } from "./explain-schema.ts";
import type { ExplainedRoot } from "./explained-root.ts";
import { explainedRoot } from "./explained-root.ts";
import type { Budget, Explanation } from "./explanation.ts";
import { explainMisfit } from "./explanation.ts";
import { lastUnfinishedCheck } from "../engine/unfinished-check.ts";
import type { ValueError } from "../types/value-error.ts";
import { markCutShort } from "../types/value-error.ts";

/** Options of `collectErrors`. */
export interface CollectErrorsOptions {
  /** The most errors to collect. Default: 8. */
  limit?: number;
}

/** How many errors `collectErrors` collects by default. */
const DEFAULT_ERROR_LIMIT = 8;

const STEPS = 10_000;
const MEMBERS = 4_000_000;
const COMPILATIONS = 24;

/**
 * Why a value does not fit a schema: a few errors with paths, or an empty list if it fits.
 *
 * The compiled check decides, and only a refused value is explained. The explanation takes about as long as the check
 * itself, and is bounded for values of any size or depth. At the bound it says less, but never nothing. Throws only if
 * the schema itself does not compile.
 *
 * @example
 * collectErrors(Type.Object({ name: Type.String() }), { name: 12 })
 * // [{ path: "/name", message: "expected string, received 12", keyword: "type", ... }]
 */
export function collectErrors(
  schema: TSchema | JSONSchema,
  value: unknown,
  options: CollectErrorsOptions = {},
): ValueError[] {
  const root = explainedRoot(schema);
  const earlier = lastUnfinishedCheck();
  if (root.check(value)) return [];
  const unfinished = lastUnfinishedCheck();
  if (unfinished !== undefined && unfinished !== earlier) {
    return [generalError(root.schema, value, `could not be checked: ${unfinished.why}`)];
  }
  const limit = Math.max(1, options.limit ?? DEFAULT_ERROR_LIMIT);
  const errors = explainRefusal(root, value, limit);
  if (errors.length >= limit) markCutShort(errors);
  return errors;
}

function explainRefusal(root: ExplainedRoot, value: unknown, limit: number): ValueError[] {
  const { schema, scope } = root;
  const budget: Budget = { steps: STEPS, members: MEMBERS, compilations: COMPILATIONS, answers: new Map() };
  const explanation: Explanation = { root, budget, errors: [], limit, explain: explainSchema };
  try {
    explainMisfit(explanation, { schema, scope, value, path: "", schemaPath: "", depth: 0 });
  } catch {
    // A value that is hostile in an unforeseen way must not turn a refusal into a crash.
    if (explanation.errors.length === 0) return [generalError(schema, value, "does not fit the schema")];
  }
  return explanation.errors;
}

function generalError(schema: JSONSchema, value: unknown, message: string): ValueError {
  const [expected, received] = [describeSchema(schema), describeValue(value)];
  return { path: "", message, expected, received, keyword: "schema", schemaPath: "" };
}
