/**
 * Some generators describe inheritance in both directions: a base lists its children in `oneOf`, and each child extends
 * the base by `allOf`. JSON Schema reads that as a circle. It is meant as: the base is one of its children, and a child
 * has what the base declares beside that list.
 */
import type { DocumentReferences, Located } from "../document/document-references.ts";
import { isRawObject, ownList } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";

/** A base with more schemas in place than this is not searched further. */
const MOST_IN_PLACE = 500;

/** What a child inherits from a base that lists it: the base without its list. Undefined if the base lists no child. */
export function inheritedFrom(base: Located<RawObject>, references: DocumentReferences): RawObject | undefined {
  if (!isListedByOwnChild(base, references)) return undefined;
  const { oneOf: _oneOf, anyOf: _anyOf, discriminator: _discriminator, ...inherited } = base.value;
  return inherited;
}

function isListedByOwnChild({ value: base, document }: Located<RawObject>, references: DocumentReferences): boolean {
  const listed = [...ownList(base, "oneOf"), ...ownList(base, "anyOf")];
  const places: Located[] = listed.map((value) => ({ value, document }));
  const seen = new Set<unknown>();
  for (const { value, document: where } of places) {
    if (value === base) return true;
    if (!isRawObject(value) || seen.has(value) || seen.add(value).size > MOST_IN_PLACE) continue;
    const { $ref } = value;
    const target = typeof $ref === "string" ? references.follow($ref, where) : undefined;
    if (typeof target === "object") places.push(target);
    for (const part of ownList(value, "allOf")) places.push({ value: part, document: where });
  }
  return false;
}
