/** Turns a primitive into the type that a schema asks for, if nothing is lost on the way. */
import { sameInOtherType } from "../../shared/json/same-in-other-type.ts";
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
