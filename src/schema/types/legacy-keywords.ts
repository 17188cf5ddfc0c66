/**
 * Rewrites the keywords of drafts 3 and 4 that later drafts do not have. They mean nothing in later drafts, so a schema
 * that names no draft may use them; a schema that names a later draft may not.
 */
import { isRecord } from "../../shared/json/is-record.ts";
import { isSchemaObject } from "./scope.ts";

type Keywords = Readonly<Record<string, unknown>>;

/** Whether a schema of this dialect (its `$schema`) may use keywords of draft 3 or 4. */
export function isLegacyDialect($schema: unknown): boolean {
  return typeof $schema !== "string" || /^https?:\/\/json-schema\.org\/draft-0[34]\//.test($schema);
}

/** A keyword that only drafts 3 and 4 have, if the schema has one. */
export function legacyKeyword(schema: Keywords): string | undefined {
  if (typeof schema["required"] === "boolean") return "required";
  if (typeof schema["id"] === "string" && !("$id" in schema)) return "id";
  return ["extends", "disallow", "divisibleBy"].find((keyword) => Object.hasOwn(schema, keyword));
}

/** Returns `schema` itself if there is nothing to rewrite. `isNamed`: its `$schema` names draft 3 or 4. */
export function withoutLegacy(schema: Keywords, isNamed: boolean): Keywords {
  return rewrites.reduce((current, rewrite) => rewrite(current), withoutId(schema, isNamed));
}

const rewrites: ((schema: Keywords) => Keywords)[] = [
  withoutRequiredFlags,
  withoutExtends,
  withoutDisallow,
  withoutDivisibleBy,
  withoutSchemasAsTypes,
  withoutSingleDependencies,
];

/** People also put their own `id` beside keywords. If no draft is named, it counts only if it is an address. */
function withoutId(schema: Keywords, isNamed: boolean): Keywords {
  const { id, ...rest } = schema;
  if (typeof id !== "string" || "$id" in schema) return schema;
  return isNamed || id.startsWith("#") || URL.canParse(id) ? { ...rest, $id: id } : schema;
}

/** In draft 3 the property itself says that it is required. */
function withoutRequiredFlags(schema: Keywords): Keywords {
  const properties = isSchemaObject(schema["properties"]) ? Object.entries(schema["properties"]) : [];
  const flagged = properties.filter(([, property]) => isSchemaObject(property) && property["required"] === true);
  const { required, ...rest } = schema;
  const own = Array.isArray(required) ? (required as unknown[]) : [];
  const names = [...new Set([...own, ...flagged.map(([name]) => name)])];
  if (flagged.length > 0) return { ...rest, required: names };
  return typeof required === "boolean" ? rest : schema;
}

function withoutExtends(schema: Keywords): Keywords {
  if (!Object.hasOwn(schema, "extends")) return schema;
  const { extends: base, ...rest } = schema;
  const bases: unknown[] = Array.isArray(base) ? base : [base];
  return bases.every(isRecord) ? alsoAll(rest, bases) : schema;
}

function withoutDisallow(schema: Keywords): Keywords {
  if (!Object.hasOwn(schema, "disallow")) return schema;
  const { disallow, ...rest } = schema;
  const types: unknown[] = Array.isArray(disallow) ? disallow : [disallow];
  if (!types.every((type) => typeof type === "string" || isRecord(type))) return schema;
  return alsoAll(rest, [{ not: { anyOf: types.map(asSchema) } }]);
}

/** The type "any" of draft 3 is a schema that accepts everything. */
function asSchema(type: unknown): unknown {
  if (type === "any") return {};
  return typeof type === "string" ? { type } : type;
}

function withoutDivisibleBy(schema: Keywords): Keywords {
  const { divisibleBy, ...rest } = schema;
  if (typeof divisibleBy !== "number" || "multipleOf" in schema) return schema;
  return { ...rest, multipleOf: divisibleBy };
}

/** In draft 3 a list of types may hold schemas. */
function withoutSchemasAsTypes(schema: Keywords): Keywords {
  const { type, ...rest } = schema;
  if (type === "any") return rest;
  if (!Array.isArray(type) || !type.some((one) => one === "any" || isRecord(one))) return schema;
  return alsoAll(rest, [{ anyOf: type.map(asSchema) }]);
}

/** In draft 3 a property may depend on one other, by its name alone. */
function withoutSingleDependencies(schema: Keywords): Keywords {
  const { dependencies } = schema;
  if (!isRecord(dependencies) || !Object.values(dependencies).some((one) => typeof one === "string")) return schema;
  const entries = Object.entries(dependencies).map(([name, one]) => [name, typeof one === "string" ? [one] : one]);
  return { ...schema, dependencies: Object.fromEntries(entries) };
}

function alsoAll(schema: Keywords, more: readonly unknown[]): Keywords {
  const allOf: unknown[] = Array.isArray(schema["allOf"]) ? schema["allOf"] : [];
  return { ...schema, allOf: [...allOf, ...more] };
}
