/**
 * Rewrites a schema of a document into self-contained JSON Schema. References become `#/$defs/…`, OpenAPI's keywords
 * become JSON Schema's, and a keyword that cannot be used is widened, with a finding. The source stays unchanged.
 *
 * `nullable` and boolean limits stay as they are, because `FromSchema` reads them.
 */
import { SchemaError } from "../../../schema/types/schema-error.ts";
import { assertionKeywords, subschemaKeywords } from "../../../schema/types/schema-keywords.ts";
import type { SubschemaShape } from "../../../schema/types/schema-keywords.ts";
import { toPointerToken } from "../../../shared/json/json-pointer.ts";
import { cleanKeyword } from "./clean-keyword.ts";
import { isRawObject } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";
import { openBinary, openInt64, requiredIn } from "./schema-direction.ts";
import { namedBranches } from "./named-branches.ts";
import { reconcileConstants } from "./reconcile-constants.ts";
import { addFinding, pathBelow, pointerOf } from "./schema-translation.ts";
import type { KeywordPath, SchemaTranslation } from "./schema-translation.ts";
import { isUsablePattern, losesPatternProperties, usablePatternProperties } from "./vet-patterns.ts";

/** Deeper nesting is refused. Each level is a level of `FromSchema`, which accepts 1,000. */
const MAX_LEVELS = 900;
/** A schema with more parts is refused: it would take a second to compile. The largest known (OpenAI) has 2,554. */
export const MAX_NODES = 10_000;

/**
 * Translated references need none of these keywords, and `$id` would change their meaning. OpenAPI does not have the
 * keywords of drafts 3 and 4, which `FromSchema` would read.
 */
const IDENTITY_KEYWORDS: ReadonlySet<string> = new Set([
  "$ref",
  "$dynamicRef",
  "$schema",
  "$id",
  "$anchor",
  "$dynamicAnchor",
  "$recursiveAnchor",
  "$vocabulary",
  "$defs",
  "definitions",
  "id",
  "extends",
  "disallow",
  "divisibleBy",
]);

/** Throws a `SchemaError` for a schema that is too deep or too large to be used at all. */
export function translateSchema(translation: SchemaTranslation, schema: unknown): unknown {
  return translate(translation, schema, { parent: undefined, key: "", level: 0 });
}

/** The reference to a schema under the root's `$defs`. */
export function definitionRef(name: string): string {
  return `#/$defs/${encodeURIComponent(toPointerToken(name))}`;
}

export function tooManyParts(where: string): SchemaError {
  const limit = MAX_NODES.toLocaleString("en");
  return new SchemaError("", `${where} has more than ${limit} parts, which would take too long to compile.`);
}

function translate(translation: SchemaTranslation, schema: unknown, path: KeywordPath): unknown {
  if (typeof schema === "boolean") return schema;
  if (!isRawObject(schema)) {
    addFinding(translation, path, { kind: "widened", why: "this is not a schema, so anything is accepted" });
    return {};
  }
  if (path.level > MAX_LEVELS) {
    throw new SchemaError(pointerOf(path), `${translation.where} is nested deeper than ${String(MAX_LEVELS)} levels.`);
  }
  if (++translation.nodes > MAX_NODES) throw tooManyParts(translation.where);
  const holdsDefinitions = isRawObject(schema["$defs"]) || isRawObject(schema["definitions"]);
  if (holdsDefinitions) translation.enclosing.push(schema);
  const result = translateObject(translation, schema, path);
  if (holdsDefinitions) translation.enclosing.pop();
  return result;
}

function translateObject(translation: SchemaTranslation, schema: RawObject, path: KeywordPath): RawObject {
  const reference = referenceOf(schema);
  const entries: [string, unknown][] = [];
  for (const keyword of Object.keys(schema)) {
    if (IDENTITY_KEYWORDS.has(keyword)) continue;
    if (reference !== undefined && translation.ignoresRefSiblings && isApplied(keyword)) {
      const why = `this version of OpenAPI ignores ${JSON.stringify(keyword)} beside a $ref`;
      addFinding(translation, path, { kind: "left out", why });
      continue;
    }
    const value = translateKeyword(translation, { schema, keyword, path });
    if (value !== undefined) entries.push([keyword, value]);
  }
  const translated = reconcileConstants(translation, renameExample(Object.fromEntries(entries)), path);
  return reference === undefined
    ? openInt64(translation, openBinary(translation, translated))
    : addReference(translation, { schema, translated, reference, path });
}

function referenceOf({ $ref, $dynamicRef }: RawObject): string | undefined {
  if (typeof $ref === "string") return $ref;
  return typeof $dynamicRef === "string" ? $dynamicRef : undefined;
}

function isApplied(keyword: string): boolean {
  return subschemaKeywords.has(keyword) || assertionKeywords.has(keyword);
}

interface ReferencePlace {
  readonly reference: string;
  readonly path: KeywordPath;
}

function addReference(
  translation: SchemaTranslation,
  { schema, translated, reference, path }: Record<"schema" | "translated", RawObject> & ReferencePlace,
): RawObject {
  const target = translation.refer(reference, translation, schema);
  if ("name" in target) return { ...translated, $ref: definitionRef(target.name) };
  if ("schema" in target) return target.schema ? translated : { ...translated, not: {} };
  addFinding(translation, path, { kind: "widened", why: `${target.missing}, so anything is accepted` });
  return translated;
}

/** `undefined` leaves out the keyword. */
function translateKeyword(
  translation: SchemaTranslation,
  { schema, keyword, path }: { schema: RawObject; keyword: string; path: KeywordPath },
): unknown {
  const inner = pathBelow(path, keyword);
  const cleaned = cleanKeyword(keyword, schema[keyword]);
  if (cleaned.why !== undefined) addFinding(translation, inner, { kind: "widened", why: cleaned.why });
  const { value } = cleaned;
  if (value === undefined) return undefined;
  switch (keyword) {
    case "pattern":
      return isUsablePattern(translation, value as string, { path: inner }) ? value : undefined;
    case "required":
      return requiredIn(translation, schema, value as readonly string[]);
    case "discriminator":
      return translateDiscriminator(translation, schema, value);
    case "additionalProperties":
    case "unevaluatedProperties":
      if (losesPatternProperties(translation, schema)) return undefined;
      break;
    default:
  }
  const usable =
    keyword === "patternProperties" ? usablePatternProperties(translation, value as RawObject, inner) : value;
  const shape = subschemaKeywords.get(keyword)?.shape;
  if (shape === undefined) return usable;
  const translated = translateSubschemas(translation, usable, { shape, path: inner });
  return keyword === "oneOf" ? namedBranches(translation, schema, translated as readonly unknown[]) : translated;
}

function translateSubschemas(
  translation: SchemaTranslation,
  value: unknown,
  { shape, path }: { readonly shape: SubschemaShape; readonly path: KeywordPath },
): unknown {
  const at = (schema: unknown, key: string | number): unknown => translate(translation, schema, pathBelow(path, key));
  if (Array.isArray(value)) return value.map(at);
  if (shape === "one" || shape === "one-or-list") return translate(translation, value, path);
  // `Object.fromEntries`, here and elsewhere, keeps `__proto__` an ordinary name.
  return Object.fromEntries(
    Object.entries(value as RawObject).map(([name, item]) => [name, Array.isArray(item) ? item : at(item, name)]),
  );
}

function renameExample(schema: Record<string, unknown>): RawObject {
  if (!("example" in schema)) return schema;
  const { example, ...rest } = schema;
  return "examples" in rest ? rest : { ...rest, examples: [example] };
}

/**
 * Targets of a mapping that are branches of the same schema point into `$defs`. Others keep their bare name, which
 * OpenAPI allows, because no `$defs` entry exists for them.
 */
function translateDiscriminator(translation: SchemaTranslation, schema: RawObject, discriminator: unknown): unknown {
  if (!isRawObject(discriminator) || !isRawObject(discriminator["mapping"])) return discriminator;
  const branches = [schema["oneOf"], schema["anyOf"]].flatMap((list) => (Array.isArray(list) ? list : []));
  const refs = new Set(branches.map((branch: unknown) => (isRawObject(branch) ? branch["$ref"] : undefined)));
  const mapping = Object.entries(discriminator["mapping"]).map(([value, target]) => {
    if (typeof target !== "string" || !target.includes("#")) return [value, target];
    const reference = refs.has(target) ? translation.refer(target, translation) : undefined;
    const isBranch = reference !== undefined && "name" in reference;
    return [value, isBranch ? definitionRef(reference.name) : target.slice(target.lastIndexOf("/") + 1)];
  });
  return { ...discriminator, mapping: Object.fromEntries(mapping) };
}
