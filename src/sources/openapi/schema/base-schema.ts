/**
 * Some generators describe inheritance in both directions: a base lists its children in `oneOf`, and each child extends
 * the base by `allOf`. JSON Schema reads that as a circle. It is meant as: the base is one of its children, and a child
 * has what the base declares beside that list.
 */
import type { DocumentReferences, Located } from "../document/document-references.ts";
import { isRawObject, ownList } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";
import { getOrMake } from "../../../shared/get-or-make.ts";

/** A base with more schemas in place than this is not searched further. */
const MOST_IN_PLACE = 500;

/** A base that may list its own children. */
interface ListingBase {
  /** What a child inherits: the base without its list. */
  readonly inherited: RawObject;
  /** The schemas whose `$ref` leads from a child back to the base. Any other `$ref` means the base with its list. */
  readonly extending: ReadonlySet<unknown>;
}

const bases = new WeakMap<DocumentReferences, WeakMap<object, ListingBase>>();

/** What a schema means by its `$ref` to a base: a child means the base without its list, the same object for each child. */
export function meantBy(schema: unknown, base: Located<RawObject>, references: DocumentReferences): RawObject {
  const { value } = base;
  if (!Array.isArray(value["oneOf"]) && !Array.isArray(value["anyOf"])) return value;
  const known = getOrMake(bases, references, () => new WeakMap<object, ListingBase>());
  const { inherited, extending } = getOrMake(known, value, () => readBase(base, references));
  return extending.has(schema) ? inherited : value;
}

function readBase(base: Located<RawObject>, references: DocumentReferences): ListingBase {
  const { oneOf: _oneOf, anyOf: _anyOf, discriminator: _discriminator, ...inherited } = base.value;
  return { inherited, extending: extendingFrom(base, references) };
}

interface Place extends Located {
  /** Whether it is a part of a child. A base that only names itself in its list is a circle that means nothing. */
  readonly isPart: boolean;
}

function extendingFrom({ value: base, document }: Located<RawObject>, references: DocumentReferences): Set<unknown> {
  const places: Place[] = listedIn(base).map((value) => ({ value, document, isPart: false }));
  const seen = new Set<unknown>();
  const extending = new Set<unknown>();
  for (const { value, document: where, isPart } of places) {
    if (!isRawObject(value) || seen.has(value)) continue;
    if (seen.add(value).size > MOST_IN_PLACE) break;
    const { $ref } = value;
    const target = typeof $ref === "string" ? references.follow($ref, where) : undefined;
    if (typeof target === "object" && target.value !== base) places.push({ ...target, isPart });
    else if (typeof target === "object" && (isPart || extendsTarget(value))) extending.add(value);
    for (const part of ownList(value, "allOf")) places.push({ value: part, document: where, isPart: true });
    for (const option of listedIn(value)) places.push({ value: option, document: where, isPart: false });
  }
  return extending;
}

/** Whether a schema adds something to what it refers to: 3.1 needs no `allOf` for that. */
function extendsTarget(schema: RawObject): boolean {
  return ["properties", "required", "allOf"].some((keyword) => Object.hasOwn(schema, keyword));
}

function listedIn(schema: RawObject): unknown[] {
  return [...ownList(schema, "oneOf"), ...ownList(schema, "anyOf")];
}
