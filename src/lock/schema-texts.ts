import { forEachSubschema, isApplied } from "../schema/types/schema-keywords.ts";
import { isSchemaObject } from "../schema/types/scope.ts";
import { toPointerToken } from "../shared/json/json-pointer.ts";
import { isSameJSON } from "../shared/json/is-same-json.ts";
import type { NodeKeywords, ComparedNode, ComparedSide } from "./compare/schema-node.ts";

const UNSAID = new Set(["$defs", "definitions", "$id", "$schema", "$anchor"]);
const MOST_TEXTS = 20_000;
const MOST_SHOWN = 20;

/** A text that differs between two versions of a schema; undefined if one has none. */
export interface ChangedText {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What is read at one place of both versions. */
interface Place {
  readonly path: string;
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
}

/** What one version says at a place, and the schemas one step below. */
interface Said {
  readonly texts: ReadonlyMap<string, unknown>;
  readonly inner: ReadonlyMap<string, unknown[]>;
}

/**
 * Where two schemas differ in what they say to people and models besides what they require: descriptions, defaults,
 * examples. Both are walked together: members may be in another order, and the place where a component is first used
 * may differ.
 */
export function changedTexts(before: ComparedNode, after: ComparedNode): ChangedText[] {
  const changed: ChangedText[] = [];
  const seen = new SeenPairs();
  let count = 0;
  const open: Place[] = [{ path: "", before: [before.schema], after: [after.schema] }];
  for (const place of open) {
    if (count > MOST_TEXTS || changed.length >= MOST_SHOWN) break;
    const [old, current] = [expand(place.before, before.side), expand(place.after, after.side)];
    if (!seen.add(old, current)) continue;
    const [was, is] = [read(old), read(current)];
    for (const keyword of bothKeys(was.texts, is.texts)) {
      const [one, other] = [was.texts.get(keyword), is.texts.get(keyword)];
      const path = `${place.path}/${toPointerToken(keyword)}`;
      if (!isSameJSON(one, other)) changed.push({ path, before: shown(one), after: shown(other) });
    }
    for (const step of bothKeys(was.inner, is.inner))
      open.push({ path: place.path + step, before: was.inner.get(step) ?? [], after: is.inner.get(step) ?? [] });
    count += 1 + was.texts.size + is.texts.size;
  }
  return changed.slice(0, MOST_SHOWN);
}

/** The schemas themselves, and what their references lead to. A schema that is only a reference is left out. */
function expand(schemas: readonly unknown[], side: ComparedSide): ReadonlySet<NodeKeywords> {
  const found = new Set(schemas.filter(isSchemaObject));
  for (const schema of found) {
    const target = typeof schema["$ref"] === "string" ? side.resolve(schema["$ref"]) : undefined;
    if (isSchemaObject(target)) found.add(target);
  }
  return new Set([...found].filter((schema) => Object.keys(schema).some((keyword) => keyword !== "$ref")));
}

function read(schemas: ReadonlySet<NodeKeywords>): Said {
  const texts = new Map<string, unknown>();
  const inner = new Map<string, unknown[]>();
  for (const schema of schemas) {
    for (const [keyword, value] of Object.entries(schema)) {
      if (UNSAID.has(keyword)) continue;
      if (!isApplied(keyword)) texts.set(keyword, value);
      forEachSubschema(keyword, value, (below, key) => {
        const step = `/${toPointerToken(keyword)}${key === undefined ? "" : `/${toPointerToken(key)}`}`;
        inner.set(step, [...(inner.get(step) ?? []), below]);
      });
    }
  }
  return { texts, inner };
}

function bothKeys(one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): Set<string> {
  return new Set([...one.keys(), ...other.keys()]);
}

/** Pairs of schemas that were compared: schemas may lead back to themselves. */
class SeenPairs {
  readonly #numbers = new Map<NodeKeywords, number>();
  readonly #seen = new Set<string>();

  /** Returns false if the pair was added before. */
  add(before: ReadonlySet<NodeKeywords>, after: ReadonlySet<NodeKeywords>): boolean {
    const pair = `${this.#name(before)}:${this.#name(after)}`;
    if (this.#seen.has(pair)) return false;
    this.#seen.add(pair);
    return true;
  }

  #name(schemas: ReadonlySet<NodeKeywords>): string {
    return Array.from(schemas, (schema) => {
      const number = this.#numbers.get(schema) ?? this.#numbers.size;
      this.#numbers.set(schema, number);
      return number;
    }).join();
  }
}

function shown(value: unknown): string | undefined {
  return value === undefined || typeof value === "string" ? value : JSON.stringify(value);
}
