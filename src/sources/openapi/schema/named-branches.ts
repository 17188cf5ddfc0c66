/**
 * A `discriminator` says which branch of a `oneOf` a value belongs to. JSON Schema does not know it, and refuses a value
 * that fits two branches. So each branch is given the values that name it, as a constant of the property.
 *
 * A branch that already limits the property keeps its own values, because documents are more often right there than in
 * their mapping. Only those that name another branch are taken away: generators like to list all values in each branch.
 */
import type { LoadedDocument, Located } from "../document/document-references.ts";
import { isRawObject, ownList, ownObject, ownText, ownValue } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";
import { meantBy } from "./base-schema.ts";
import type { Places } from "./branch-names.ts";
import { namesOf, targetOf } from "./branch-names.ts";

/** A branch with more schemas in place than this is not searched further. */
const MOST_IN_PLACE = 50;
/** A branch as the document has it. */
interface Branch {
  readonly schema: unknown;
  /** The component that it refers to. */
  readonly target: Located | undefined;
  /** The values that name it. Undefined if the document does not say. */
  readonly names: readonly string[] | undefined;
  readonly limit: Limit;
}

/** What a branch says about the property: nothing, these values, or something that cannot be compared with names. */
type Limit = "none" | "unclear" | readonly unknown[];

/** The translated branches of `schema`'s `oneOf`, each with its names; the same list if the discriminator adds none. */
export function namedBranches(places: Places, schema: RawObject, translated: readonly unknown[]): readonly unknown[] {
  const discriminator = ownObject(schema, "discriminator");
  const property = discriminator && ownText(discriminator, "propertyName");
  const schemas = schema["oneOf"] as readonly unknown[];
  if (discriminator === undefined || property === undefined || schemas.length < 2) return translated;
  const targets = schemas.map((branch) => targetOf(places, branch));
  const { names, elsewhere } = namesOf(places, {
    schemas,
    targets,
    mapping: ownObject(discriminator, "mapping") ?? {},
  });
  const branches = schemas.map((branch, index): Branch => {
    const limit = limitOf(places, branch, property);
    return { schema: branch, target: targets[index], names: names[index], limit };
  });
  return translated.map((branch, index) => {
    const values = valuesOf(branches, index, elsewhere);
    if (values === undefined || !isRawObject(branch)) return branch;
    const properties = ownObject(branch, "properties");
    const constant = values.length === 1 ? { const: values[0] } : { enum: values };
    return {
      ...branch,
      properties: { ...properties, [property]: { ...ownObject(properties ?? {}, property), ...constant } },
    };
  });
}

/** The values that a branch is given: what names no branch may mean any. Undefined: it is left as it is. */
function valuesOf(
  branches: readonly Branch[],
  index: number,
  elsewhere: readonly string[],
): readonly unknown[] | undefined {
  const branch = branches[index];
  if (branch?.target === undefined || branch.limit === "unclear") return undefined;
  if (branch.limit === "none") return branch.names && [...branch.names, ...elsewhere];
  const claimed = new Set(branches.flatMap((other) => (other === branch ? [] : claimsOf(other))));
  const left = branch.limit.filter((value) => !claimed.has(value));
  return left.length === 0 || left.length === branch.limit.length ? undefined : left;
}

/** The names by which a branch is chosen, and that it accepts. */
function claimsOf({ names = [], limit }: Branch): readonly unknown[] {
  if (limit === "unclear") return [];
  return limit === "none" ? names : names.filter((name) => limit.includes(name));
}

/** A schema in place, or the schema of the property there. */
interface Place {
  readonly value: unknown;
  readonly document: LoadedDocument;
  readonly isProperty: boolean;
  /** Whether it applies only to some values, so that what it says cannot be compared. */
  readonly isOption: boolean;
}

function limitOf({ references, document }: Places, branch: unknown, property: string): Limit {
  const places: Place[] = [{ value: branch, document, isProperty: false, isOption: false }];
  const seen = new Set<unknown>();
  let limit: readonly unknown[] | undefined;
  for (const place of places) {
    const { value, isProperty, isOption } = place;
    if (!isRawObject(value) || seen.has(value)) continue;
    if (seen.add(value).size > MOST_IN_PLACE) return "unclear";
    if (excludes(value, isProperty ? "string" : "object")) return "unclear";
    // Its own branches are given their names, too.
    if (!isProperty && ownText(ownObject(value, "discriminator") ?? {}, "propertyName") === property) return "unclear";
    const values = isProperty ? listedIn(value) : undefined;
    if (values !== undefined && isOption) return "unclear";
    if (values !== undefined) limit = limit === undefined ? values : limit.filter((each) => values.includes(each));
    const target = typeof value["$ref"] === "string" ? references.follow(value["$ref"], place.document) : undefined;
    if (typeof target === "object") places.push({ ...place, ...target, value: referredBy(value, target, references) });
    for (const part of ownList(value, "allOf")) places.push({ ...place, value: part });
    for (const option of ["anyOf", "oneOf"].flatMap((keyword) => ownList(value, keyword))) {
      places.push({ ...place, value: option, isOption: true });
    }
    const declared = isProperty ? undefined : ownValue(ownObject(value, "properties") ?? {}, property);
    if (declared !== undefined) places.push({ ...place, value: declared, isProperty: true });
  }
  return limit ?? "none";
}

function referredBy(schema: RawObject, target: Located, references: Places["references"]): unknown {
  return isRawObject(target.value) ? meantBy(schema, { ...target, value: target.value }, references) : target.value;
}

function listedIn(schema: RawObject): readonly unknown[] | undefined {
  if ("const" in schema) return [schema["const"]];
  const values = schema["enum"];
  return Array.isArray(values) ? values : undefined;
}

function excludes({ type }: RawObject, wanted: string): boolean {
  return type !== undefined && ![type].flat().includes(wanted);
}
