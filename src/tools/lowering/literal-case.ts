import { targetOf } from "../../schema/graph/schema-graph.ts";
import type { PlainSchema } from "../../schema/standard/plain-schema.ts";
import { isSchemaObject } from "../../schema/types/scope.ts";
import { isRecord } from "../../shared/json/is-record.ts";
import type { Restore } from "./lowered.ts";
import { literalsOf } from "./merge-schemas.ts";

/**
 * Some providers hold a model to the values of an `enum` or `const`, but not to their case: `"Open"` may come for
 * `"open"`. A text that differs from one of them only by case becomes that one. Everything else stays as it is.
 */
export function literalCase(root: PlainSchema): Restore {
  return (value) => corrected([root], value, root);
}

/** `schemas`: all that apply at one place. Those of a union are not distinguished. */
function corrected(schemas: readonly unknown[], value: unknown, root: PlainSchema): unknown {
  const choices = choicesOf(schemas, root);
  if (typeof value === "string") return correctedText(choices, value);
  if (Array.isArray(value)) {
    const items = choices.map(({ items: own }) => own);
    return value.map((item) => corrected(items, item, root));
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const own = choices.map(({ properties }) =>
        isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined,
      );
      return [name, corrected(own, member, root)];
    }),
  );
}

function correctedText(choices: readonly PlainSchema[], text: string): string {
  const listed = choices.flatMap((choice) => literalsOf(choice) ?? []);
  const isFree = choices.some((choice) => literalsOf(choice) === undefined && mayBeText(choice));
  if (isFree || listed.includes(text)) return text;
  const wanted = text.toLowerCase();
  const alike = new Set(listed.filter((literal) => typeof literal === "string" && literal.toLowerCase() === wanted));
  const [only] = alike;
  return alike.size === 1 ? (only as string) : text;
}

function mayBeText({ type }: PlainSchema): boolean {
  return type === undefined || type === "string" || (Array.isArray(type) && type.includes("string"));
}

/** The schemas that a value may fit, with unions taken apart and references followed. */
function choicesOf(schemas: readonly unknown[], root: PlainSchema): PlainSchema[] {
  const found = new Set<PlainSchema>();
  const seen = new Set<unknown>();
  const add = (schema: unknown): void => {
    if (!isSchemaObject(schema) || seen.has(schema)) return;
    seen.add(schema);
    const { $ref: reference, anyOf } = schema;
    if (typeof reference === "string") add(targetOf(root, reference));
    else if (Array.isArray(anyOf)) anyOf.forEach(add);
    else found.add(schema);
  };
  schemas.forEach(add);
  return [...found];
}
