import { isRecord } from "../../shared/json/is-record.ts";
import { NEVER } from "./lowered.ts";
import type { LoweredOrNever, Lowering, Place } from "./lowered.ts";

/** Members of any name as a list of keys and values, for providers whose objects have fixed properties. */
export function lowerEntries(lowering: Lowering, further: unknown, place: Place): LoweredOrNever {
  // A list, and in it an object.
  const value = lowering.lower(further, { ...place, path: `${place.path}/*`, depth: place.depth + 2 });
  if (value === NEVER) return NEVER;
  const { restore } = value;
  return {
    schema: {
      type: "array",
      items: {
        type: "object",
        properties: { key: { type: "string" }, value: value.schema },
        required: ["key", "value"],
        additionalProperties: false,
      },
      description: "An object, as a list of its keys and values.",
    },
    restore: (given) => {
      if (!Array.isArray(given)) return given;
      const entries = given.filter(isRecord).map((entry): [string, unknown] => {
        const item = entry["value"];
        return [String(entry["key"]), restore === undefined ? item : restore(item)];
      });
      return Object.fromEntries(entries);
    },
  };
}
