/**
 * The engine tests `name in value`, so every object seems to have `toString` and other inherited names. Schemas that use
 * such a name, and only those, are rewritten so that own properties count.
 */
import { asList, isRecord } from "../../shared/json/is-record.ts";
import type { JSONSchema } from "../types/scope.ts";
import { refinement } from "./refinement.ts";

type Keywords = Readonly<Record<string, unknown>>;

/** For these, the engine already tests for an own property. */
const handledByEngine: ReadonlySet<string> = new Set(["__proto__", "constructor"]);

function isInherited(name: unknown): name is string {
  return typeof name === "string" && name in Object.prototype && !handledByEngine.has(name);
}

/** Returns `schema` itself if it names no inherited property. */
export function guardInheritedNames(schema: Keywords): Keywords {
  const usesInherited =
    inList(schema["required"]) ||
    inMap(schema["properties"]) ||
    inMap(schema["dependentRequired"]) ||
    inMap(schema["dependentSchemas"]) ||
    inMap(schema["dependencies"]);
  return usesInherited ? rewrite(schema) : schema;
}

function inList(names: unknown): boolean {
  return asList(names).some(isInherited);
}

function inMap(map: unknown): boolean {
  if (typeof map !== "object" || map === null) return false;
  return Object.entries(map).some(([name, value]) => isInherited(name) || inList(value));
}

function rewrite(schema: Keywords): Keywords {
  const { required, properties, dependentRequired, dependentSchemas, dependencies, ...rest } = schema;
  const requiredNames = asList(required);
  const conditions: JSONSchema[] = [
    ...requiredNames.filter(isInherited).map(hasOwn),
    ...splitDependents(dependentRequired),
    ...splitDependents(dependentSchemas),
    ...splitDependents(dependencies),
  ];
  return {
    ...rest,
    required: requiredNames.filter((name) => !isInherited(name)),
    ...splitProperties({ properties, required, patternProperties: rest["patternProperties"] }),
    allOf: [...asList(rest["allOf"]), ...conditions],
  };
}

function requireName(name: unknown): JSONSchema {
  return isInherited(name) ? hasOwn(name) : { required: [name] };
}

/** Like `required`, this assertion holds for every value that is not an object. */
function hasOwn(name: string): JSONSchema {
  const check = (value: unknown): boolean => !isRecord(value) || Object.hasOwn(value, name);
  return refinement(check, `must have the property ${JSON.stringify(name)}`);
}

function splitDependents(map: unknown): JSONSchema[] {
  if (typeof map !== "object" || map === null) return [];
  return Object.entries(map).map(([name, dependent]: [string, unknown]) => ({
    if: { type: "object", allOf: [requireName(name)] },
    then: Array.isArray(dependent) ? { allOf: dependent.map(requireName) } : dependent,
  }));
}

/** The engine looks up a pattern among own properties only, and the property still counts as evaluated. */
function splitProperties({ properties, required, patternProperties }: Keywords): Keywords {
  const named: [string, unknown][] = [];
  const patterned = new Map<string, unknown>(Object.entries(patternProperties ?? {}));
  for (const [name, schema] of Object.entries(properties ?? {})) {
    if (!isInherited(name)) {
      named.push([name, schema]);
      continue;
    }
    const isRequired = asList(required).includes(name);
    // The engine allows an optional property that is present as `undefined`.
    const value: unknown = isRequired ? schema : { anyOf: [schema, { type: "undefined" }] };
    const pattern = `^${name}$`;
    patterned.set(pattern, patterned.has(pattern) ? { allOf: [patterned.get(pattern), value] } : value);
  }
  return {
    ...(properties !== undefined && { properties: Object.fromEntries(named) }),
    ...(patterned.size > 0 && { patternProperties: Object.fromEntries(patterned) }),
  };
}
