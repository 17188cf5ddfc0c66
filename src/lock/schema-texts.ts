import { isApplied, mapSubschemas } from "../schema/types/schema-keywords.ts";
import { isSchemaObject } from "../schema/types/scope.ts";
import { toPointerToken } from "../shared/json/json-pointer.ts";
import { isSameJSON } from "../shared/json/is-same-json.ts";
import type { SchemaNode } from "./compare/schema-node.ts";

const UNSAID = new Set(["$defs", "definitions", "$id", "$schema", "$anchor"]);
const MOST_TEXTS = 20_000;
const MOST_SHOWN = 20;

/** A text that differs between two versions of a schema; undefined where one has none. */
export interface ChangedText {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What two schemas say to people and models beside what they demand: descriptions, defaults, examples. */
export function changedTexts(before: SchemaNode, after: SchemaNode): ChangedText[] {
  const [old, current] = [textsOf(before), textsOf(after)];
  const paths = [...new Set([...old.keys(), ...current.keys()])];
  const changed = paths.filter((path) => !isSameJSON(old.get(path), current.get(path)));
  return changed
    .slice(0, MOST_SHOWN)
    .map((path) => ({ path, before: shown(old.get(path)), after: shown(current.get(path)) }));
}

function textsOf(node: SchemaNode): Map<string, unknown> {
  const texts = new Map<string, unknown>();
  const seen = new Set<unknown>();
  const open: Array<{ schema: unknown; path: string }> = [{ schema: node.schema, path: "" }];
  for (const { schema, path } of open) {
    if (!isSchemaObject(schema) || seen.has(schema) || texts.size > MOST_TEXTS) continue;
    seen.add(schema);
    for (const [keyword, value] of Object.entries(schema)) {
      const at = `${path}/${toPointerToken(keyword)}`;
      if (keyword === "$ref" && typeof value === "string") open.push({ schema: node.side.resolve(value), path });
      else if (!isApplied(keyword) && !UNSAID.has(keyword)) texts.set(at, value);
      else if (!UNSAID.has(keyword)) {
        mapSubschemas(keyword, value, (inner, key) => {
          open.push({ schema: inner, path: key === undefined ? at : `${at}/${toPointerToken(key)}` });
          return inner;
        });
      }
    }
  }
  return texts;
}

function shown(value: unknown): string | undefined {
  return value === undefined || typeof value === "string" ? value : JSON.stringify(value);
}
