/**
 * The engine asks `name in value`, so `toString` and its like seem to be there in every object. Schemas that use such a
 * name (and only those) are rewritten so that own properties count.
 */
import type { JSONSchema } from "../types/scope.ts";

type Keywords = Readonly<Record<string, unknown>>;

/** For these the engine asks for an own property already. */
const handledByEngine: ReadonlySet<string> = new Set(["__proto__", "constructor"]);

function isInherited(name: unknown): name is string {
  return typeof name === "string" && name in Object.prototype && !handledByEngine.has(name);
}

/** `schema` itself when it names nothing that is inherited. */
export function guardInheritedNames(schema: Keywords): JSONSchema {
  const usesInherited =
    inList(schema["required"]) ||
    inMap(schema["properties"]) ||
    inMap(schema["dependentRequired"]) ||
    inMap(schema["dependentSchemas"]) ||
    inMap(schema["dependencies"]);
  return usesInherited ? rewrite(schema) : schema;
}

function inList(names: unknown): boolean {
  return Array.isArray(names) && names.some(isInherited);
}

function inMap(map: unknown): boolean {
  if (typeof map !== "object" || map === null) return false;
  return Object.entries(map).some(([name, value]) => isInherited(name) || inList(value));
}

function rewrite(schema: Keywords): JSONSchema {
  const { required, properties, dependentRequired, dependentSchemas, dependencies, ...rest } = schema;
  const requiredNames: unknown[] = Array.isArray(required) ? required : [];
  const conditions: JSONSchema[] = [
    ...requiredNames.filter(isInherited).map(hasOwn),
    ...splitDependents(dependentRequired),
    ...splitDependents(dependentSchemas),
    ...splitDependents(dependencies),
  ];
  const allOf = Array.isArray(rest["allOf"]) ? rest["allOf"] : [];
  return {
    ...rest,
    required: requiredNames.filter((name) => !isInherited(name)),
    ...splitProperties({ properties, required, patternProperties: rest["patternProperties"] }),
    allOf: [...allOf, ...conditions],
  };
}

function requireName(name: unknown): JSONSchema {
  return isInherited(name) ? hasOwn(name) : { required: [name] };
}

/** An assertion that holds for whatever is no object, as `required` does. */
function hasOwn(name: string): JSONSchema {
  const check = (value: unknown): boolean =>
    typeof value !== "object" || value === null || Array.isArray(value) || Object.hasOwn(value, name);
  return { "~refine": [{ check, error: () => `must have the property ${JSON.stringify(name)}` }] };
}

function splitDependents(map: unknown): JSONSchema[] {
  if (typeof map !== "object" || map === null) return [];
  return Object.entries(map).map(([name, dependent]: [string, unknown]) => ({
    if: { type: "object", allOf: [requireName(name)] },
    then: Array.isArray(dependent) ? { allOf: dependent.map(requireName) } : dependent,
  }));
}

/** As a pattern, a property is looked up among the own ones only, and still counts as evaluated. */
function splitProperties({ properties, required, patternProperties }: Keywords): Keywords {
  const named: [string, unknown][] = [];
  const patterned = new Map<string, unknown>(Object.entries(patternProperties ?? {}));
  for (const [name, schema] of Object.entries(properties ?? {})) {
    if (!isInherited(name)) {
      named.push([name, schema]);
      continue;
    }
    const isRequired = Array.isArray(required) && required.includes(name);
    // The engine lets an optional property be present as `undefined`.
    const value: unknown = isRequired ? schema : { anyOf: [schema, { type: "undefined" }] };
    const pattern = `^${name}$`;
    patterned.set(pattern, patterned.has(pattern) ? { allOf: [patterned.get(pattern), value] } : value);
  }
  return {
    ...(properties !== undefined && { properties: Object.fromEntries(named) }),
    ...(patterned.size > 0 && { patternProperties: Object.fromEntries(patterned) }),
  };
}
