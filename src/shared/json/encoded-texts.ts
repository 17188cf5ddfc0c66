import { asList, isRecord } from "./is-record.ts";
import { partAt } from "./json-pointer.ts";

/** A text of data whose schema says that it is bytes in base64, and of which kind. */
export interface EncodedText {
  readonly text: string;
  readonly mediaType: string;
}

const MOST_VISITS = 5000;
const MAX_HOPS = 20;
/** Spaces belong to one part only: otherwise a long text of spaces would take quadratic time. */
const BASE64 = /^[A-Za-z0-9+/\s]*(?:=\s*){0,2}$/;

export function isBase64(text: string): boolean {
  return BASE64.test(text);
}

/** The texts of data that are `contentEncoding: base64` with a `contentMediaType`. Stops after some thousand values. */
export function* encodedTexts(schema: unknown, data: unknown): Generator<EncodedText> {
  const places: Array<readonly [schema: unknown, value: unknown, hops: number]> = [[schema, data, 0]];
  const add = (...place: (typeof places)[number]): void => {
    if (places.length < MOST_VISITS) places.push(place);
  };
  // The list grows during the iteration.
  for (const [part, value, hops] of places) {
    if (!isRecord(part) || hops > MAX_HOPS) continue;
    if (typeof part["$ref"] === "string") add(partAt(schema, part["$ref"]), value, hops + 1);
    for (const keyword of ["allOf", "anyOf", "oneOf"]) {
      for (const branch of asList(part[keyword])) add(branch, value, hops + 1);
    }
    if (typeof value === "string") {
      const { contentEncoding, contentMediaType } = part;
      if (contentEncoding !== "base64" || typeof contentMediaType !== "string" || !isBase64(value)) continue;
      yield { text: value, mediaType: contentMediaType };
    } else if (Array.isArray(value)) {
      const { prefixItems, items } = part;
      const first = asList(prefixItems);
      for (const [at, item] of value.slice(0, MOST_VISITS).entries()) add(first[at] ?? items, item, 0);
    } else if (isRecord(value)) {
      const { properties, additionalProperties } = part;
      const named = isRecord(properties) ? properties : {};
      for (const [name, member] of Object.entries(value).slice(0, MOST_VISITS)) {
        add(Object.hasOwn(named, name) ? named[name] : additionalProperties, member, 0);
      }
    }
  }
}
