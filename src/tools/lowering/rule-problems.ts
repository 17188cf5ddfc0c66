/** Whether a schema keeps a provider's rules. It knows nothing about how schemas are lowered, and checks the result. */
import { isSchemaObject } from "../../schema/types/scope.ts";
import { definitionKeywords, forEachSubschema, isApplied } from "../../schema/types/schema-keywords.ts";
import type { PlainSchema } from "../../schema/standard/plain-schema.ts";
import { jsonTypeOf } from "./json-types.ts";
import { LoweringRefusal } from "./lowered.ts";
import { isAllowed } from "./lower-scalar.ts";
import { propertiesOf } from "./merge-schemas.ts";
import { LONG_ENUM, textLength } from "./schema-rules.ts";
import type { SchemaLimits, SchemaRules } from "./schema-rules.ts";

/** Keywords that all providers know, or overlook. */
const ALWAYS = new Set(["description", "$ref", "$defs", "definitions"]);

/** Schemas from outside may hold very many others. */
const MOST_SCHEMAS = 50_000;

/** How much a schema holds. */
export type SchemaSize = Required<{ [TLimit in keyof SchemaLimits]: number }>;

/** One line for each rule that is broken. */
export function ruleProblems(root: PlainSchema, rules: SchemaRules): string[] {
  const problems = new Set<string>();
  if (root["type"] !== "object") problems.add("the root is not of type object");
  for (const keyword of rules.notAtRoot) if (root[keyword] !== undefined) problems.add(`${keyword} at the root`);
  for (const schema of schemasIn(root)) for (const problem of problemsOf(schema, rules)) problems.add(problem);
  for (const problem of recursionProblems(root, rules)) problems.add(problem);
  const size = sizeOf(root);
  for (const [limit, most] of Object.entries(rules.limits) as Array<[keyof SchemaLimits, number | undefined]>) {
    if (most !== undefined && size[limit] > most) problems.add(`${size[limit]} ${limit}, where ${most} are allowed`);
  }
  return [...problems];
}

function* problemsOf(schema: PlainSchema, rules: SchemaRules): Generator<string> {
  const keywords = Object.keys(schema);
  for (const keyword of keywords) {
    if (ALWAYS.has(keyword)) continue;
    if (!rules.keywords.has(keyword)) {
      // Outside strict modes, providers overlook what is not a keyword of JSON Schema.
      if (isApplied(keyword) || rules.closed || keyword === "default") yield `the keyword ${keyword}`;
    } else if (!isAllowed(rules, keyword, schema[keyword])) yield `${keyword}: ${JSON.stringify(schema[keyword])}`;
  }
  if (schema["$ref"] !== undefined && !rules.untyped && keywords.length > 1) yield "keywords beside $ref";
  if (Array.isArray(schema["type"]) && rules.typeLists === "nullable") {
    if (schema["type"].length !== 2 || !schema["type"].includes("null")) yield "a list of types";
  }
  for (const value of [...(Array.isArray(schema["enum"]) ? (schema["enum"] as unknown[]) : []), schema["const"]]) {
    const type = jsonTypeOf(value === undefined ? null : value);
    if (type !== "null" && !rules.literals.has(type === "array" ? "object" : type)) {
      yield `a value of type ${type} in a list`;
    }
  }
  const isTyped = ["type", "anyOf", "$ref"].some((keyword) => schema[keyword] !== undefined);
  if (!rules.untyped && !isTyped) yield "a schema without a type";
  if (schema["type"] === "array" && schema["items"] === undefined && !rules.untyped) yield "an array without items";
  if (schema["type"] === "object") yield* objectProblems(schema, rules);
  for (const name of Object.keys(propertiesOf(schema))) {
    if (!rules.propertyNames.test(name)) yield `the property ${name}`;
  }
}

function* objectProblems(schema: PlainSchema, rules: SchemaRules): Generator<string> {
  if (rules.closed && schema["additionalProperties"] !== false) yield "an open object";
  const required = new Set(Array.isArray(schema["required"]) ? (schema["required"] as unknown[]) : []);
  const names = Object.keys(propertiesOf(schema));
  if (rules.allRequired && !names.every((name) => required.has(name))) yield "an optional property";
}

/** All schemas in one, itself included. */
function* schemasIn(root: PlainSchema): Generator<PlainSchema> {
  const open: PlainSchema[] = [root];
  for (const schema of open) {
    if (open.length > MOST_SCHEMAS) throw new LoweringRefusal("It is too large.");
    yield schema;
    for (const [keyword, value] of Object.entries(schema)) {
      forEachSubschema(keyword, value, (part) => {
        if (isSchemaObject(part)) open.push(part);
      });
    }
  }
}

function* recursionProblems(root: PlainSchema, { references }: SchemaRules): Generator<string> {
  if (references === "all") return;
  const definitions = isSchemaObject(root["$defs"]) ? root["$defs"] : {};
  // What each definition leads to. If optional properties may lead back, only the required ones count.
  const leads = new Map(
    Object.entries(definitions).map(([name, schema]) => [name, referencesOf(schema, references === "optional")]),
  );
  for (const name of circlesIn(leads)) yield `${name} leads back to itself`;
  if (referencesOf(root, false).has("")) yield "the root leads back to itself";
}

/** One name of each circle that a walk meets. Each name is visited once. */
function* circlesIn(leads: ReadonlyMap<string, ReadonlySet<string>>): Generator<string> {
  const [onWay, done] = [new Set<string>(), new Set<string>()];
  for (const start of leads.keys()) {
    // Not recursive: definitions may form a long chain.
    const way: Array<{ readonly name: string; readonly next: Iterator<string> }> = [];
    const enter = (name: string): void => {
      onWay.add(name);
      way.push({ name, next: (leads.get(name) ?? new Set<string>()).values() });
    };
    if (!done.has(start)) enter(start);
    for (let last = way.at(-1); last !== undefined; last = way.at(-1)) {
      const { done: isOver, value } = last.next.next();
      if (isOver === true) {
        onWay.delete(last.name);
        done.add(last.name);
        way.pop();
      } else if (onWay.has(value)) yield value;
      else if (!done.has(value)) enter(value);
    }
  }
}

function referencesOf(schema: unknown, requiredOnly: boolean): Set<string> {
  const found = new Set<string>();
  const visit = (part: unknown): void => {
    if (!isSchemaObject(part)) return;
    if (typeof part["$ref"] === "string") found.add(part["$ref"].replace(/^#(\/\$defs\/)?/, ""));
    const required = new Set(Array.isArray(part["required"]) ? (part["required"] as unknown[]) : []);
    for (const [keyword, value] of Object.entries(part)) {
      if (definitionKeywords.has(keyword)) continue;
      forEachSubschema(keyword, value, (inner, key) => {
        if (keyword !== "properties" || !requiredOnly || required.has(key)) visit(inner);
      });
    }
  };
  visit(schema);
  return found;
}

/** Definitions count once, however often they are referred to. */
export function sizeOf(root: PlainSchema): SchemaSize {
  const size = { depth: 0, properties: 0, enumValues: 0, longEnum: 0, characters: 0, optionals: 0, unions: 0 };
  for (const schema of schemasIn(root)) {
    const named = propertiesOf(schema);
    const required = new Set(Array.isArray(schema["required"]) ? (schema["required"] as unknown[]) : []);
    for (const [name, part] of Object.entries(named)) {
      size.properties++;
      size.characters += name.length;
      if (!required.has(name)) size.optionals++;
      if (isSchemaObject(part) && (Array.isArray(part["anyOf"]) || Array.isArray(part["type"]))) size.unions++;
    }
    const values = Array.isArray(schema["enum"]) ? (schema["enum"] as unknown[]) : [];
    size.enumValues += values.length;
    if (values.length > LONG_ENUM) size.longEnum = Math.max(size.longEnum, textLength(values));
    for (const value of [...values, schema["const"]]) if (typeof value === "string") size.characters += value.length;
    if (isSchemaObject(schema["$defs"]))
      for (const name of Object.keys(schema["$defs"])) size.characters += name.length;
  }
  return { ...size, depth: depthOf(root) };
}

function depthOf(schema: PlainSchema): number {
  let deepest = 0;
  let inDefinitions = 0;
  for (const [keyword, value] of Object.entries(schema)) {
    forEachSubschema(keyword, value, (part) => {
      const depth = isSchemaObject(part) ? depthOf(part) : 0;
      if (definitionKeywords.has(keyword)) inDefinitions = Math.max(inDefinitions, depth);
      else deepest = Math.max(deepest, depth);
    });
  }
  const { type } = schema;
  return Math.max(inDefinitions, deepest + (type === "object" || type === "array" ? 1 : 0));
}
