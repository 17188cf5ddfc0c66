/**
 * A `discriminator` says which branch of a `oneOf` a value belongs to. JSON Schema does not know it, and refuses a value
 * that fits two branches. So each branch is given the values that name it, as a constant of the property.
 *
 * A branch that already limits the property keeps its own values, because documents are more often right there than in
 * their mapping.
 */
import type { LoadedDocument, Located } from "../document/document-references.ts";
import { isRawObject, ownList, ownObject, ownText, ownValue } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";
import type { SchemaTranslation } from "./schema-translation.ts";

/** A branch with more schemas in place than this is not searched further. */
const MOST_IN_PLACE = 50;
/** `#/components/schemas/Pet`, and Swagger 2.0's `#/definitions/Pet`. */
const COMPONENT = /^#\/(?:components\/schemas|definitions)\/([^/]+)$/;
const NAME = /^[A-Za-z0-9._-]+$/;

type Places = Pick<SchemaTranslation, "references" | "document">;

/** The translated branches of `schema`'s `oneOf`, each with its names; the same list if the discriminator adds none. */
export function namedBranches(places: Places, schema: RawObject, translated: readonly unknown[]): readonly unknown[] {
  const discriminator = ownObject(schema, "discriminator");
  const property = discriminator && ownText(discriminator, "propertyName");
  const branches = schema["oneOf"] as readonly unknown[];
  if (discriminator === undefined || property === undefined || branches.length < 2) return translated;
  const names = namesOf(places, branches, ownObject(discriminator, "mapping") ?? {});
  if (names === undefined) return translated;
  return translated.map((branch, index) => {
    const own = names[index];
    const target = targetOf(places, branches[index]);
    if (own === undefined || target === undefined || !isRawObject(branch) || !isOpenText(places, target, property)) {
      return branch;
    }
    const constant = own.length === 1 ? { const: own[0] } : { enum: own };
    return { ...branch, properties: { ...ownObject(branch, "properties"), [property]: constant } };
  });
}

/**
 * The values that name each branch: those of the mapping or, for a branch that it does not list, the name of its
 * component. Undefined if the mapping leads elsewhere too: to a schema below a branch, for instance.
 */
function namesOf(
  places: Places,
  branches: readonly unknown[],
  mapping: RawObject,
): readonly (readonly string[] | undefined)[] | undefined {
  const targets = branches.map((branch) => targetOf(places, branch)?.value);
  const mapped = branches.map((): string[] => []);
  for (const [name, ref] of Object.entries(mapping)) {
    const target = typeof ref === "string" ? mappingTarget(places, ref) : undefined;
    const index = target === undefined ? -1 : targets.indexOf(target);
    if (index === -1) return undefined;
    mapped[index]!.push(name);
  }
  return mapped.map((names, index) => {
    if (names.length > 0) return names;
    const component = componentOf(branches[index]);
    return component === undefined || Object.hasOwn(mapping, component) ? undefined : [component];
  });
}

function targetOf({ references, document }: Places, branch: unknown): Located | undefined {
  const ref = isRawObject(branch) ? branch["$ref"] : undefined;
  const found = typeof ref === "string" ? references.follow(ref, document) : undefined;
  return typeof found === "object" ? found : undefined;
}

/** A mapping names a component, or refers to a schema. */
function mappingTarget(places: Places, ref: string): unknown {
  const refs = NAME.test(ref) ? [`#/components/schemas/${ref}`, `#/definitions/${ref}`, ref] : [ref];
  for (const $ref of refs) {
    const target = targetOf(places, { $ref });
    if (target !== undefined) return target.value;
  }
  return undefined;
}

function componentOf(branch: unknown): string | undefined {
  const ref = isRawObject(branch) ? ownText(branch, "$ref") : undefined;
  return ref === undefined ? undefined : COMPONENT.exec(ref)?.[1];
}

/** Whether neither the branch nor one of its own branches limits the property to some texts, or to another type. */
function isOpenText({ references }: Places, branch: Located, property: string): boolean {
  const places: { readonly value: unknown; readonly document: LoadedDocument; readonly isProperty: boolean }[] = [
    { ...branch, isProperty: false },
  ];
  for (const { value, document, isProperty } of places) {
    if (places.length > MOST_IN_PLACE) return false;
    if (!isRawObject(value)) continue;
    if (isProperty ? limitsText(value) : excludes(value, "object")) return false;
    const target = targetOf({ references, document }, value);
    if (target !== undefined) places.push({ ...target, isProperty });
    for (const part of ["allOf", "anyOf", "oneOf"].flatMap((keyword) => ownList(value, keyword))) {
      places.push({ value: part, document, isProperty });
    }
    const declared = isProperty ? undefined : ownValue(ownObject(value, "properties") ?? {}, property);
    if (declared !== undefined) places.push({ value: declared, document, isProperty: true });
  }
  return true;
}

function limitsText(schema: RawObject): boolean {
  return "const" in schema || "enum" in schema || excludes(schema, "string");
}

function excludes({ type }: RawObject, wanted: string): boolean {
  return type !== undefined && ![type].flat().includes(wanted);
}
