import type { TSchema } from "typebox";
import { FromSchema } from "../types/from-schema.ts";
import { maxSchemaDepth } from "../types/schema-path.ts";
import { guardPatterns } from "./pattern-guard.ts";
import type { PatternGuard } from "./pattern-guard.ts";
import { isSafeNamePattern, safePattern } from "./safe-pattern.ts";

/** Their values are data, not schemas. */
const DATA_KEYWORDS = new Set(["const", "enum", "default", "examples"]);
/** Their values are schemas by name, so the names in them are not keywords. */
const MAP_KEYWORDS = new Set(["properties", "$defs", "definitions", "dependentSchemas"]);

const linearTime: PatternGuard = { safePattern, isSafeNamePattern };

/** Marks a schema as one from outside. */
export function markForeign<TMarked extends object>(schema: TMarked): TMarked {
  guardPatterns(schema, linearTime);
  return schema;
}

/**
 * A schema from outside: from a tool list, or offered by a peer. Patterns that cannot be run in linear time are left out,
 * so they accept anything, and `onWidened` gets each of them. A value that is not a schema stays as it is: it
 * quarantines its operation on the first call, and harms no other.
 *
 * Leaving out is a courtesy to honest sources. A reference can lead into data, or deeper than this looks. The engine
 * itself refuses such a pattern when it compiles it.
 */
export function fromForeignSchema(source: unknown, onWidened: (pattern: string) => void): TSchema {
  const vetted = new PatternVetting(onWidened).vet(source, 0);
  let schema = vetted;
  try {
    schema = FromSchema(vetted as Parameters<typeof FromSchema>[0]);
  } catch {
    // The engine says what is wrong, or compiles the part that it needs.
  }
  return (typeof schema === "object" && schema !== null ? markForeign(schema) : schema) as TSchema;
}

/** One walk through a schema. A part without a removed pattern stays the same object. */
class PatternVetting {
  readonly #onWidened: (pattern: string) => void;

  constructor(onWidened: (pattern: string) => void) {
    this.#onWidened = onWidened;
  }

  vet(schema: unknown, depth: number): unknown {
    if (typeof schema !== "object" || schema === null || depth > maxSchemaDepth) return schema;
    if (Array.isArray(schema)) return this.#vetItems(schema, depth);
    let hasChanged = false;
    const entries: Array<[string, unknown]> = [];
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === "pattern" && typeof value === "string" && !this.#isUsable(value, safePattern(value))) {
        hasChanged = true;
        continue;
      }
      const next = this.#vetKeyword(keyword, value, depth);
      hasChanged ||= next !== value;
      entries.push([keyword, next]);
    }
    if (!hasChanged) return schema;
    const vetted = Object.fromEntries(entries);
    return countNamePatterns(vetted) < countNamePatterns(schema) ? opened(vetted) : vetted;
  }

  #vetKeyword(keyword: string, value: unknown, depth: number): unknown {
    if (DATA_KEYWORDS.has(keyword) || typeof value !== "object" || value === null) return value;
    if (keyword === "patternProperties") return this.#vetNamePatterns(value, depth);
    const isMap = MAP_KEYWORDS.has(keyword) && !Array.isArray(value);
    return isMap ? this.#vetValues(value, depth) : this.vet(value, depth + 1);
  }

  #vetNamePatterns(properties: object, depth: number): object {
    const entries = Object.entries(properties);
    const usable = entries.filter(([pattern]) => this.#isUsable(pattern, isSafeNamePattern(pattern)));
    return this.#vetValues(usable.length === entries.length ? properties : Object.fromEntries(usable), depth);
  }

  #vetValues(map: object, depth: number): object {
    const entries = Object.entries(map);
    const vetted = entries.map(([name, value]): [string, unknown] => [name, this.vet(value, depth + 1)]);
    return vetted.some(([, value], index) => value !== entries[index]?.[1]) ? Object.fromEntries(vetted) : map;
  }

  #vetItems(items: readonly unknown[], depth: number): readonly unknown[] {
    const vetted = items.map((item) => this.vet(item, depth + 1));
    return vetted.some((item, index) => item !== items[index]) ? vetted : items;
  }

  #isUsable(pattern: string, safe: RegExp | boolean | undefined): boolean {
    if (safe === undefined || safe === false) this.#onWidened(pattern);
    return safe !== undefined && safe !== false;
  }
}

function countNamePatterns(schema: object): number {
  return Object.keys(Object(Reflect.get(schema, "patternProperties")) as object).length;
}

/** After a pattern of names is removed, its names must not count as unknown. */
function opened(schema: Record<string, unknown>): Record<string, unknown> {
  const { additionalProperties: _closed, unevaluatedProperties: _alsoClosed, ...open } = schema;
  return { ...open, additionalProperties: true };
}
