/** What a branch of a union says about a value: its type, its choices, and the properties that tell it apart. */
import { isRecord } from "../../shared/json/is-record.ts";
import type { Explanation, Spot } from "./explanation.ts";
import { inPlace } from "./explanation.ts";
import { entered, refTarget } from "./follow-ref.ts";
import type { Keywords } from "./keywords.ts";
import { schemaEntries, schemaList, stringList, typeNames } from "./keywords.ts";
import { isOfType } from "./leaf-keywords.ts";

/** A branch with more schemas in place than this is not read further. */
const MOST_IN_PLACE = 16;

/** A branch of a union, and all keywords that apply to the value there: those beside a `$ref` count as much as its target's. */
export interface Branch {
  readonly spot: Spot;
  readonly places: readonly Keywords[];
}

/** Reads a branch, with what its `$ref`s and `allOf`s lead to. */
export function readBranch(explanation: Explanation, spot: Spot): Branch {
  const spots = [spot];
  const places = new Set<Keywords>();
  for (const next of spots) {
    const { schema } = next;
    if (typeof schema === "boolean" || places.has(schema)) continue;
    if (places.add(schema).size === MOST_IN_PLACE) break;
    const here = entered(next, schema);
    const target = refTarget(explanation, here);
    if (target !== undefined) spots.push(target);
    const { allOf }: Keywords = schema;
    for (const [index, part] of (schemaList(allOf) ?? []).entries()) {
      spots.push(inPlace(here, { schema: part, step: `allOf/${index}` }));
    }
  }
  return { spot, places: [...places] };
}

export function mayBeOfType({ places }: Branch, value: unknown): boolean {
  return places.every((keywords) => {
    const types = typeNames(keywords);
    return types === undefined || isOfType(value, types);
  });
}

/** The only values that the branch accepts, if it lists them. */
export function choicesOf({ places }: Branch): readonly unknown[] | undefined {
  return commonChoices(places.map(listedIn));
}

/** The only values that the branch accepts for a property, if it lists them. */
export function tagChoices({ places }: Branch, name: string): readonly unknown[] | undefined {
  return commonChoices(
    places.map(({ properties }) => {
      const property = isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
      return isRecord(property) ? listedIn(property) : undefined;
    }),
  );
}

export function isRequired({ places }: Branch, name: string): boolean {
  return places.some(({ required }) => stringList(required).includes(name));
}

/** The names that have a constant in at least two branches. */
export function tagNames(branches: readonly Branch[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { places } of branches) {
    const names = places.flatMap(({ properties }) =>
      schemaEntries(properties).flatMap(([name, property]) =>
        typeof property === "object" && listedIn(property) !== undefined ? [name] : [],
      ),
    );
    for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > 1).map(([name]) => name);
}

function listedIn(keywords: Keywords): readonly unknown[] | undefined {
  if ("const" in keywords) return [keywords.const];
  return Array.isArray(keywords.enum) ? keywords.enum : undefined;
}

function commonChoices(lists: readonly (readonly unknown[] | undefined)[]): readonly unknown[] | undefined {
  let common: readonly unknown[] | undefined;
  for (const list of lists) {
    if (list !== undefined) common = common === undefined ? list : common.filter((choice) => list.includes(choice));
  }
  return common;
}
