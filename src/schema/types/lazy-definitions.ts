/**
 * Definitions that are made one by one, when a check first needs them. A schema of Microsoft Graph reaches hundreds of
 * definitions, and one answer needs a few of them.
 *
 * Code that reads the `$defs` of such a schema gets all of them, as usual. Only code that follows a `$ref` while it
 * checks values asks for one.
 */
import { decodePercent, fromPointer } from "../../shared/json/json-pointer.ts";

/** As in `scope.ts`, which imports this file. */
type JSONSchema = object | boolean;

/** The definitions of a schema. They hold neither `$id` nor dynamic references. */
export interface LazyDefinitions {
  /** One definition, the same object each time, and the same as among `all`. */
  one(name: string): JSONSchema | undefined;
  all(): Readonly<Record<string, JSONSchema>>;
  /** Whether a definition, or one that applies in place with it, may have a `default`. Need not make it. */
  mayDefault(name: string): boolean;
}

const definitionsOf = new WeakMap<object, LazyDefinitions>();
const PREFIX = "#/$defs/";

/** Gives a schema `$defs` that are made on demand. */
export function addLazyDefinitions<TTarget extends object>(schema: TTarget, definitions: LazyDefinitions): TTarget {
  Object.defineProperty(schema, "$defs", {
    configurable: true,
    enumerable: true,
    get: () => definitions.all(),
  });
  definitionsOf.set(schema, definitions);
  return schema;
}

export function lazyDefinitionsOf(schema: JSONSchema): LazyDefinitions | undefined {
  return typeof schema === "object" ? definitionsOf.get(schema) : undefined;
}

/** The name in `#/$defs/name`; `undefined` for any other reference. */
export function definitionName(ref: string): string | undefined {
  if (!ref.startsWith(PREFIX)) return undefined;
  const [, name, ...below] = fromPointer(decodePercent(ref.slice(1)));
  return below.length === 0 ? name : undefined;
}
