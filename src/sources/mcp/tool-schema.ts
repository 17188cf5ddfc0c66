import type { TSchema } from "typebox";
import { FromSchema } from "../../schema/from-schema.ts";
import { isUsablePattern } from "./usable-pattern.ts";

const MAX_DEPTH = 200;
/** Their values are data, not schemas. */
const DATA_KEYWORDS = new Set(["const", "enum", "default", "examples"]);
/** Their values are schemas by name, so a name there is no keyword. */
const MAP_KEYWORDS = new Set(["properties", "$defs", "definitions", "dependentSchemas"]);

/**
 * A schema from a tool list. Patterns that could keep the engine busy for minutes are left out, so that they accept
 * anything. What is no schema stays what it is: it quarantines its operation on the first call, and harms no other.
 */
export function toToolSchema(source: unknown): TSchema {
  const vetted = vet(source, 0);
  try {
    return FromSchema(vetted as Parameters<typeof FromSchema>[0]);
  } catch {
    return vetted as TSchema;
  }
}

/** The same object where nothing had to go. */
function vet(schema: unknown, depth: number): unknown {
  if (typeof schema !== "object" || schema === null || depth > MAX_DEPTH) return schema;
  if (Array.isArray(schema)) return mapItems(schema, depth);
  let changed = false;
  const entries: Array<[string, unknown]> = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === "pattern" && typeof value === "string" && !isUsablePattern(value)) {
      changed = true;
      continue;
    }
    const next = vetKeyword(keyword, value, depth);
    changed ||= next !== value;
    entries.push([keyword, next]);
  }
  if (!changed) return schema;
  const vetted = Object.fromEntries(entries);
  return losesNamePattern(schema, vetted) ? withoutClosing(vetted) : vetted;
}

function vetKeyword(keyword: string, value: unknown, depth: number): unknown {
  if (DATA_KEYWORDS.has(keyword) || typeof value !== "object" || value === null) return value;
  if (keyword === "patternProperties") return vetNamePatterns(value, depth);
  return MAP_KEYWORDS.has(keyword) && !Array.isArray(value) ? mapValues(value, depth) : vet(value, depth + 1);
}

function vetNamePatterns(properties: object, depth: number): object {
  const entries = Object.entries(properties);
  const usable = entries.filter(([pattern]) => isUsablePattern(pattern));
  return mapValues(usable.length === entries.length ? properties : Object.fromEntries(usable), depth);
}

function mapValues(map: object, depth: number): object {
  const entries = Object.entries(map).map(([name, value]): [string, unknown] => [name, vet(value, depth + 1)]);
  return entries.some(([name, value]) => value !== Reflect.get(map, name)) ? Object.fromEntries(entries) : map;
}

function mapItems(items: readonly unknown[], depth: number): readonly unknown[] {
  const vetted = items.map((item) => vet(item, depth + 1));
  return vetted.some((item, index) => item !== items[index]) ? vetted : items;
}

function losesNamePattern(before: object, after: object): boolean {
  return countNamePatterns(after) < countNamePatterns(before);
}

function countNamePatterns(schema: object): number {
  return Object.keys(Reflect.get(schema, "patternProperties") ?? {}).length;
}

/** Where a pattern of names is gone, its names must not count as unknown. */
function withoutClosing(schema: Record<string, unknown>): Record<string, unknown> {
  const { additionalProperties: _, unevaluatedProperties: __, ...open } = schema;
  return { ...open, additionalProperties: true };
}
