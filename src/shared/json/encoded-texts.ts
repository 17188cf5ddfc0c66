import { asList, isRecord } from "./is-record.ts";
import { partAt } from "./json-pointer.ts";

/** A text of data whose schema says that it is bytes in base64, and of which kind. */
export interface EncodedText {
  readonly text: string;
  readonly mediaType: string;
}

const MOST_VISITS = 5000;
const MAX_HOPS = 20;
const BASE64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/;

/** The texts of data that are `contentEncoding: base64` with a `contentMediaType`. Stops after some thousand values. */
export function* encodedTexts(schema: unknown, data: unknown): Generator<EncodedText> {
  const waiting: Array<readonly [schema: unknown, value: unknown, hops: number]> = [[schema, data, 0]];
  for (let visits = 0; visits < MOST_VISITS; visits++) {
    const next = waiting.shift();
    if (next === undefined) return;
    const [part, value, hops] = next;
    if (!isRecord(part) || hops > MAX_HOPS) continue;
    if (typeof part["$ref"] === "string") waiting.push([partAt(schema, part["$ref"]), value, hops + 1]);
    for (const keyword of ["allOf", "anyOf", "oneOf"]) {
      for (const branch of asList(part[keyword])) waiting.push([branch, value, hops + 1]);
    }
    if (typeof value === "string") {
      const { contentEncoding, contentMediaType } = part;
      if (contentEncoding !== "base64" || typeof contentMediaType !== "string" || !BASE64.test(value)) continue;
      yield { text: value, mediaType: contentMediaType };
    } else if (Array.isArray(value)) {
      const { prefixItems, items } = part;
      const first = asList(prefixItems);
      for (const [at, item] of value.slice(0, MOST_VISITS).entries()) waiting.push([first[at] ?? items, item, 0]);
    } else if (isRecord(value)) {
      const { properties, additionalProperties } = part;
      const named = isRecord(properties) ? properties : {};
      for (const [name, member] of Object.entries(value).slice(0, MOST_VISITS)) {
        waiting.push([Object.hasOwn(named, name) ? named[name] : additionalProperties, member, 0]);
      }
    }
  }
}
