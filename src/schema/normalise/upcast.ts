/** Turns a primitive into the type that a schema asks for, if nothing is lost on the way. */
import { anyType, typeOfValue, typesOfKeyword, typesOfValues } from "./json-type.ts";
import { fitsNode } from "./schema-node.ts";
import { role } from "./site.ts";
import type { Site } from "./site.ts";

/** The value itself, or the same value in another type if that fits everything that applies here. */
export function upcast(site: Site, value: unknown): unknown {
  const candidate = sameInOtherType(value);
  if (candidate === undefined || !wantsOtherType(site, typeOfValue(value), typeOfValue(candidate))) return value;
  const fits = (item: unknown): boolean => site.inputs.every((input) => fitsNode(input.node, item));
  return !fits(value) && fits(candidate) ? candidate : value;
}

/** A value has at most one such reading: a string is a number, a boolean or neither. */
export function sameInOtherType(value: unknown): string | number | boolean | undefined {
  if (typeof value === "boolean") return String(value);
  // Not -0, which would come back as 0.
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0) ? String(value) : undefined;
  if (typeof value !== "string") return undefined;
  if (value === "true" || value === "false") return value === "true";
  const number = Number(value);
  return Number.isFinite(number) && String(number) === value ? number : undefined;
}

/** If the keyword `type` allows the value's type, the value is wrong for another reason, which no upcast mends. */
function wantsOtherType(site: Site, from: number, to: number): boolean {
  let byKeyword = anyType;
  let byValues = anyType;
  for (const member of site.members) {
    if (member.role !== role.full) continue;
    byKeyword &= typesOfKeyword(member.node);
    byValues &= typesOfValues(member.node);
  }
  if ((byKeyword & byValues & to) === 0) return false;
  return byKeyword === anyType ? byValues !== anyType : (byKeyword & from) === 0;
}
