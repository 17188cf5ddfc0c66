/**
 * The engine turns a list into one expression, with as many nested brackets as the list has entries. Some 1,600 are too
 * many for a parser. So long lists are grouped, and each group becomes a schema of its own. (For the rest, such as
 * `prefixItems`, the interpreter takes over.)
 */
import { asList, isRecord } from "../../shared/json/is-record.ts";
import type { JSONSchema } from "../types/scope.ts";

type Keywords = Readonly<Record<string, unknown>>;

/** The most entries that become one expression. */
const groupSize = 100;

/** Returns `schema` itself if it has no long list. (Long lists of constants: see `constants.ts`.) */
export function groupLongLists(schema: Keywords): Keywords {
  const properties = entriesOf(schema["properties"]);
  const required = asList(schema["required"]);
  const hasManyNames = properties.length > groupSize || required.length > groupSize;
  const narrow = hasManyNames ? splitNames(schema, properties, new Set(required)) : schema;
  const grouped = ["allOf", "anyOf"].filter((keyword) => isLong(narrow[keyword]));
  if (grouped.length === 0) return narrow;
  return { ...narrow, ...Object.fromEntries(grouped.map((keyword) => [keyword, grouping(keyword, narrow[keyword])])) };
}

function entriesOf(value: unknown): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : [];
}

function isLong(list: unknown): boolean {
  return Array.isArray(list) && list.length > groupSize;
}

function grouping(keyword: string, list: unknown): unknown {
  const groups = groupsOf(list as unknown[]).map((group) => ({ [keyword]: group }));
  return isLong(groups) ? grouping(keyword, groups) : groups;
}

function groupsOf<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / groupSize) }, (_, index) =>
    list.slice(index * groupSize, (index + 1) * groupSize),
  );
}

/** A property stays beside its `required`, because that decides whether it may be `undefined`. */
function splitNames(schema: Keywords, properties: [string, unknown][], required: Set<unknown>): Keywords {
  const { properties: _properties, required: _required, ...rest } = schema;
  const parts: JSONSchema[] = groupsOf(properties).map((group) => {
    const names = group.map(([name]) => name);
    return { properties: Object.fromEntries(group), required: names.filter((name) => required.delete(name)) };
  });
  parts.push(...groupsOf([...required]).map((group) => ({ required: group })));
  return { ...rest, ...namedBeside(schema, properties), allOf: [...asList(rest["allOf"]), ...parts] };
}

/** `additionalProperties` sees only the names right beside it. */
function namedBeside(schema: Keywords, properties: [string, unknown][]): Keywords {
  if (!("additionalProperties" in schema) || properties.length === 0) return {};
  const names = properties.map(([name]) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  const patterns = entriesOf(schema["patternProperties"]);
  return { patternProperties: Object.fromEntries([...patterns, [`^(?:${names.join("|")})$`, true]]) };
}
