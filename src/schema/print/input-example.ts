/**
 * One example of an operation's input and one of its result, made from those that its author gave. There is none if the
 * author gave none, and none that does not fit.
 */
import { getValidator } from "../engine/validator.ts";
import { targetOf } from "../graph/schema-graph.ts";
import { isSchemaObject } from "../types/scope.ts";
import type { PlainSchema } from "../standard/plain-schema.ts";

type Members = Readonly<Record<string, unknown>>;

export const INPUT_EXAMPLES: unique symbol = Symbol("input examples");

/** An operation that knows examples of members of its input, which its schema does not have. */
export interface WithInputExamples {
  [INPUT_EXAMPLES](): Members;
}

export const OUTPUT_EXAMPLE: unique symbol = Symbol("output example");

/** An operation that knows an example of its result, which its schema does not have. */
export interface WithOutputExample {
  [OUTPUT_EXAMPLE](): unknown;
}

/** An example of an operation's result, beside those of its schema. */
export function outputExampleOf(spec: object): unknown {
  return OUTPUT_EXAMPLE in spec ? (spec as WithOutputExample)[OUTPUT_EXAMPLE]() : undefined;
}

/** An example of a result: the given one, or the first of the schema's own, if it fits. */
export function outputExample(schema: PlainSchema, given: unknown): unknown {
  return [given, ...examplesIn(schema)].find((example) => example !== undefined && getValidator(schema).check(example));
}

/** Examples of members of an operation's input, beside those of its schema. */
export function inputExamplesOf(spec: object): Members {
  return INPUT_EXAMPLES in spec ? (spec as WithInputExamples)[INPUT_EXAMPLES]() : {};
}

/**
 * An example of the whole input: the first of the schema's own `examples` that fits, or else the examples of its
 * members. Required members without one get an obvious placeholder: `<owner>`. Undefined if there are no examples, or
 * if the composed input does not fit the schema.
 */
export function inputExample(schema: PlainSchema, given: Members = {}): unknown {
  const fits = (value: unknown): boolean => getValidator(schema).check(value);
  const whole = examplesIn(schema).find(fits);
  if (whole !== undefined) return whole;
  const example = composed(schema, given);
  return example !== undefined && fits(example) ? example : undefined;
}

function composed(schema: PlainSchema, given: Members): Members | undefined {
  const properties = isSchemaObject(schema["properties"]) ? schema["properties"] : {};
  const required = new Set(Array.isArray(schema["required"]) ? (schema["required"] as unknown[]) : []);
  const example: Array<[string, unknown]> = [];
  let isGiven = false;
  for (const [name, part] of Object.entries(properties)) {
    const property = followed(schema, part);
    const own = Object.hasOwn(given, name) ? given[name] : examplesIn(property)[0];
    if (own !== undefined) {
      example.push([name, own]);
      isGiven = true;
    } else if (required.has(name)) {
      const value = placeholder(name, property);
      if (value === undefined) return undefined;
      example.push([name, value]);
    }
  }
  return isGiven ? Object.fromEntries(example) : undefined;
}

function examplesIn(schema: PlainSchema): readonly unknown[] {
  return Array.isArray(schema["examples"]) ? (schema["examples"] as unknown[]) : [];
}

/** A property, or what it refers to. */
function followed(root: PlainSchema, part: unknown): PlainSchema {
  if (!isSchemaObject(part)) return {};
  const { $ref } = part;
  const target = typeof $ref === "string" ? targetOf(root, $ref) : undefined;
  return isSchemaObject(target) ? { ...target, ...part } : part;
}

function placeholder(name: string, schema: PlainSchema): unknown {
  const { type, enum: values, const: only, default: preset, minimum } = schema;
  if (only !== undefined) return only;
  if (preset !== undefined) return preset;
  if (Array.isArray(values)) return values[0];
  if (type === "string") return `<${name}>`;
  if (type === "boolean") return true;
  return type === "integer" || type === "number" ? Math.max(1, Number(minimum ?? 1)) : undefined;
}
