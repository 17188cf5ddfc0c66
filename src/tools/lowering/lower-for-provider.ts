import { isSchemaObject } from "../../schema/types/scope.ts";
import { forEachSubschema } from "../../schema/types/schema-keywords.ts";
import type { PlainSchema } from "../../schema/standard/plain-schema.ts";
import { wrapSchema } from "../../schema/standard/wrap-schema.ts";
import { isRecord } from "../../shared/json/is-record.ts";
import { literalCase } from "./literal-case.ts";
import type { SchemaLoss } from "./loss.ts";
import { LoweringRefusal, NEVER, ROOT_PLACE } from "./lowered.ts";
import type { Lowered, LoweredOrNever, Restore } from "./lowered.ts";
import { SchemaLowering } from "./lowering.ts";
import { ruleProblems, sizeOf } from "./rule-problems.ts";
import type { SchemaRules } from "./schema-rules.ts";

/** A schema as a provider accepts it. */
export interface ProviderSchema {
  readonly schema: PlainSchema;
  /** Turns a model's arguments into what the original schema describes. It does not validate. */
  readonly restore: Restore;
  /** What became different. Empty: the model can give exactly what the operation takes. */
  readonly losses: readonly SchemaLoss[];
}

/** Why a provider can't be given a schema at all. */
export interface RefusedSchema {
  readonly refused: string;
}

/** The argument that holds an input that is not a plain object. */
const INPUT = "input";
/** If a schema has more values than the provider accepts, lists longer than this are dropped. */
const SHORT_ENUM = 50;

const keep: Restore = (value) => value;

/**
 * Lowers the schema of an object to what a provider accepts. A schema that keeps the rules stays as it is. Otherwise
 * everything in it that the provider does not know is expressed in another way. If that is impossible, it is put into
 * words and reported in `losses`.
 */
export function lowerForProvider(schema: PlainSchema, rules: SchemaRules): ProviderSchema | RefusedSchema {
  const lowered = lowerToRules(schema, rules);
  if (rules.literalCase || "refused" in lowered) return lowered;
  const correct = literalCase(lowered.schema);
  return { ...lowered, restore: (value) => lowered.restore(correct(value)) };
}

function lowerToRules(schema: PlainSchema, rules: SchemaRules): ProviderSchema | RefusedSchema {
  const { $schema: _, ...plain } = schema;
  try {
    if (ruleProblems(plain, rules).length === 0) return { schema: plain, restore: keep, losses: [] };
    const whole = lowerOnce(plain, rules, Infinity);
    const wrapped = whole.losses.length === 0 ? undefined : wrapWhole(plain, rules);
    if (wrapped !== undefined) return wrapped;
    const problems = ruleProblems(whole.schema, rules);
    if (problems.length === 0) return whole;
    const hasValues = sizeOf(whole.schema).enumValues > SHORT_ENUM;
    const short = hasValues ? lowerOnce(plain, rules, SHORT_ENUM) : whole;
    const left = hasValues ? ruleProblems(short.schema, rules) : problems;
    return left.length === 0 ? short : { refused: `It still has ${left.slice(0, 3).join(", ")}.` };
  } catch (error) {
    if (error instanceof LoweringRefusal) return { refused: error.message };
    if (error instanceof RangeError) return { refused: "It is nested too deep." };
    throw error;
  }
}

/** If only the root breaks the rules, the whole schema can be that of a property. */
function wrapWhole(plain: PlainSchema, rules: SchemaRules): ProviderSchema | undefined {
  const schema = wrapSchema(plain, { property: INPUT });
  if (ruleProblems(schema, rules).length > 0) return undefined;
  return { schema, restore: unwrap(keep), losses: [] };
}

function unwrap(restore: Restore): Restore {
  return (value) => (isRecord(value) && Object.hasOwn(value, INPUT) ? restore(value[INPUT]) : value);
}

function lowerOnce(plain: PlainSchema, rules: SchemaRules, longestEnum: number): ProviderSchema {
  const lowering = new SchemaLowering(plain, rules, longestEnum);
  const lowered = lowerRoot(lowering, plain);
  if (lowered === NEVER) throw new LoweringRefusal("No input fits it.");
  const { schema, restore = keep } = asObject(lowered);
  const { definitions } = lowering;
  const isReferred = Object.keys(definitions).length > 0;
  return { schema: isReferred ? { ...schema, $defs: definitions } : schema, restore, losses: lowering.losses };
}

/** References with their own base are not followed: they would be mistaken for others. */
function lowerRoot(lowering: SchemaLowering, plain: PlainSchema): LoweredOrNever {
  if (hasInnerBase(plain, true)) throw new LoweringRefusal("It contains a schema with its own $id.");
  // The root of a tool can't be a reference.
  if (plain["$ref"] === undefined) return lowering.lower(plain, ROOT_PLACE);
  return lowering.lower(lowering.merge([plain], ROOT_PLACE), ROOT_PLACE);
}

function hasInnerBase(schema: PlainSchema, isRoot: boolean): boolean {
  const id = schema["$id"];
  if (!isRoot && typeof id === "string" && /[:/]/.test(id)) return true;
  let found = false;
  for (const [keyword, value] of Object.entries(schema)) {
    forEachSubschema(keyword, value, (part) => {
      found ||= isSchemaObject(part) && hasInnerBase(part, false);
    });
  }
  return found;
}

/** Arguments are an object. Anything else, such as a union, becomes its only property. */
function asObject(lowered: Lowered): Lowered {
  const { schema, restore = keep } = lowered;
  if (schema["type"] === "object") return lowered;
  return {
    schema: { type: "object", properties: { [INPUT]: schema }, required: [INPUT], additionalProperties: false },
    restore: unwrap(restore),
  };
}
