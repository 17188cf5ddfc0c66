/** What a schema can no longer say in keywords is said to the model in words. */
import { shorten } from "../../shared/short-text.ts";
import type { PlainSchema } from "../../schema/standard/plain-schema.ts";

const LONGEST_VALUE = 200;

/** A description with notes below it; undefined if there is nothing to say. */
export function describeWith(schema: PlainSchema, notes: readonly string[]): { description?: string } {
  const { description, title } = schema;
  const own = typeof description === "string" && description !== "" ? description : title;
  const lines = [...(typeof own === "string" && own !== "" ? [own] : []), ...notes];
  return lines.length === 0 ? {} : { description: lines.join("\n") };
}

/** A keyword in words: `maxLength: 100`. */
export function noteOf(keyword: string, value: unknown): string {
  return `${keyword}: ${shorten(JSON.stringify(value) ?? "", LONGEST_VALUE)}`;
}
