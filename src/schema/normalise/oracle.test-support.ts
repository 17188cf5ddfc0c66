/**
 * A slow, direct definition of stripping, to test the normaliser against. It shares no code with the normaliser: it has
 * its own validator, and checks every subschema for every value.
 */
export type OracleSchema = boolean | { readonly [keyword: string]: unknown };
type Json = { readonly [key: string]: unknown };

export function isValid(root: OracleSchema, schema: OracleSchema, value: unknown): boolean {
  if (typeof schema === "boolean") return schema;
  const valid = (sub: OracleSchema, item: unknown = value): boolean => isValid(root, sub, item);
  if (schema["type"] !== undefined && !list(schema["type"]).some((type) => hasType(type, value))) return false;
  if ("const" in schema && !isSame(schema["const"], value)) return false;
  if ("enum" in schema && !list(schema["enum"]).some((item) => isSame(item, value))) return false;
  if (typeof schema["$ref"] === "string" && !valid(target(root, schema["$ref"]))) return false;
  if (!list(schema["allOf"]).every((sub) => valid(sub as OracleSchema))) return false;
  if ("anyOf" in schema && matching(root, schema["anyOf"], value).length === 0) return false;
  if ("oneOf" in schema && matching(root, schema["oneOf"], value).length !== 1) return false;
  if ("not" in schema && valid(schema["not"] as OracleSchema)) return false;
  if ("if" in schema) {
    const side = valid(schema["if"] as OracleSchema) ? "then" : "else";
    if (side in schema && !valid(schema[side] as OracleSchema)) return false;
  }
  if (Array.isArray(value))
    return value.every((item, index) => itemSchemas(schema, index).every((s) => valid(s, item)));
  if (!isJsonObject(value)) return true;
  if (!list(schema["required"]).every((key) => Object.hasOwn(value, String(key)))) return false;
  for (const [key, sub] of entries(schema["dependentSchemas"]))
    if (Object.hasOwn(value, key) && !valid(sub)) return false;
  return Object.keys(value).every((key) => propertySchemas(schema, key).schemas.every((sub) => valid(sub, value[key])));
}

/** The rest of a fitting value, after unnamed properties are removed until there are none. */
export function stripped(root: OracleSchema, value: unknown): unknown {
  let current = value;
  for (let count = 0; count < 8; count += 1) {
    const next = stripOnce(root, [{ schema: root, isTest: false }], current);
    if (isSame(next, current) || !isValid(root, root, next)) return current;
    current = next;
  }
  return value;
}

interface Applying {
  readonly schema: OracleSchema;
  /** It is inside an `if`: it names properties, but does not say that there are no others. */
  readonly isTest: boolean;
}

function stripOnce(root: OracleSchema, given: readonly Applying[], value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const applying: Applying[] = [];
  for (const each of given) if (!collect(root, each, value, applying)) return value;
  const nested = (find: (schema: Json) => readonly OracleSchema[]): Applying[] =>
    applying.flatMap(({ schema, isTest }) =>
      typeof schema === "boolean" ? [] : find(schema).map((sub) => ({ schema: sub, isTest })),
    );
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      stripOnce(
        root,
        nested((schema) => itemSchemas(schema, index)),
        item,
      ),
    );
  }
  const declares = applying.some(
    ({ schema, isTest }) => !isTest && typeof schema === "object" && "properties" in schema,
  );
  const kept: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    const isNamed = applying.some(({ schema }) => typeof schema === "object" && propertySchemas(schema, key).isNamed);
    if (declares && !isNamed) continue;
    kept.push([
      key,
      stripOnce(
        root,
        nested((schema) => propertySchemas(schema, key).schemas),
        item,
      ),
    ]);
  }
  return Object.fromEntries(kept);
}

/** Adds all subschemas that apply to the value in place; `false` when a union has no matching branch. */
function collect(root: OracleSchema, from: Applying, value: unknown, found: Applying[]): boolean {
  const { schema, isTest } = from;
  if (typeof schema === "boolean" || found.some((each) => each.schema === schema && each.isTest === isTest))
    return true;
  found.push(from);
  const add = (sub: unknown, test = isTest): boolean =>
    collect(root, { schema: sub as OracleSchema, isTest: test }, value, found);
  if (typeof schema["$ref"] === "string" && !add(target(root, schema["$ref"]))) return false;
  if (!list(schema["allOf"]).every((sub) => add(sub))) return false;
  for (const union of ["anyOf", "oneOf"]) {
    if (!(union in schema)) continue;
    const branches = matching(root, schema[union], value);
    if (branches.length === 0 || !branches.every((branch) => add(branch))) return false;
  }
  if ("if" in schema) {
    const holds = isValid(root, schema["if"] as OracleSchema, value);
    if (holds && !add(schema["if"], true)) return false;
    const side = holds ? "then" : "else";
    if (side in schema && !add(schema[side])) return false;
  }
  return entries(schema["dependentSchemas"]).every(
    ([key, sub]) => !isJsonObject(value) || !Object.hasOwn(value, key) || add(sub),
  );
}

function propertySchemas(schema: Json, key: string): { schemas: OracleSchema[]; isNamed: boolean } {
  const schemas = entries(schema["properties"]).flatMap(([name, sub]) => (name === key ? [sub] : []));
  for (const [pattern, sub] of entries(schema["patternProperties"]))
    if (new RegExp(pattern, "u").test(key)) schemas.push(sub);
  if (schemas.length > 0) return { schemas, isNamed: true };
  const additional = schema["additionalProperties"] as OracleSchema | undefined;
  if (additional === undefined) return { schemas, isNamed: false };
  return { schemas: [additional], isNamed: additional !== false };
}

function itemSchemas(schema: Json, index: number): OracleSchema[] {
  const prefix = list(schema["prefixItems"]) as OracleSchema[];
  const own = prefix[index] ?? (schema["items"] as OracleSchema | undefined);
  return own === undefined ? [] : [own];
}

function matching(root: OracleSchema, branches: unknown, value: unknown): OracleSchema[] {
  return (list(branches) as OracleSchema[]).filter((branch) => isValid(root, branch, value));
}

function target(root: OracleSchema, ref: string): OracleSchema {
  if (ref === "#" || typeof root === "boolean") return root;
  return (root["$defs"] as Record<string, OracleSchema>)[ref.replace("#/$defs/", "")] ?? false;
}

function hasType(type: unknown, value: unknown): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isJsonObject(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

function isSame(left: unknown, right: unknown): boolean {
  return canonical(left) === canonical(right);
}

/** Equal texts for equal JSON, whatever the names: an own `constructor` confuses `toStrictEqual`. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? "undefined";
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`;
}

function isJsonObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function list(value: unknown): unknown[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

function entries(value: unknown): [string, OracleSchema][] {
  return isJsonObject(value) ? (Object.entries(value) as [string, OracleSchema][]) : [];
}
