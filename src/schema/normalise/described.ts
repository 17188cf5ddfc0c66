/** What a schema describes: JSON, or a value that JSON has no word for, such as a `Date`. */
import { getOrMake } from "../../shared/get-or-make.ts";
import { assertionKeywords, subschemaKeywords } from "../types/schema-keywords.ts";
import { anyType, jsonType, typesOfKeyword, typesOfValues } from "./json-type.ts";
import { fitsNode, partsOf } from "./schema-node.ts";
import type { SchemaNode } from "./schema-node.ts";

const container = jsonType.object | jsonType.array;

/** Keywords that say nothing by themselves: their schemas do. */
const applicators: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "if", "then", "else"]);

/** Whether a schema says something about objects or arrays. A predicate for `reaches`: its parts are asked separately. */
export function describesContainers(node: SchemaNode): boolean {
  return describes(node) && (typesOfKeyword(node) & typesOfValues(node) & container) !== 0;
}

/** The same for values of any type. */
export function describes({ schema }: SchemaNode): boolean {
  return typeof schema === "object" && (Object.keys(schema).some(isSaying) || Object.hasOwn(schema, "~refine"));
}

function isSaying(name: string): boolean {
  return assertionKeywords.has(name) || (subschemaKeywords.has(name) && !applicators.has(name));
}

/**
 * Whether the schemas of a place declare this value itself, and not what JSON makes of it: a value that fits a schema of
 * another kind, such as `{ type: "Date" }` or a refinement that asks for the class. Bytes travel as bytes everywhere.
 */
export function declaresValue(nodes: readonly SchemaNode[], value: object): boolean {
  if (value instanceof Uint8Array) return true;
  return nodes.some((node) => mayDeclareValue(node) && descriptionOf(node, value) === "value");
}

/** Most schemas declare none. They must not cost a check of the value, which would be one for each level of a result. */
function mayDeclareValue(node: SchemaNode): boolean {
  return getOrMake(declaring, node, () => {
    const own = ownDescription(node);
    const { always, unions } = partsOf(node);
    const parts = [...always, ...unions.flatMap(({ branches }) => branches)];
    return own === "value" || (own === "nothing" && parts.some(mayDeclareValue));
  });
}

const declaring = new WeakMap<SchemaNode, boolean>();

type Description = "nothing" | "value" | "JSON";

/** Of a union, every branch that the value fits has to declare it: most schemas for objects accept any object. */
function descriptionOf(node: SchemaNode, value: object): Description {
  if (!fitsNode(node, value)) return "JSON";
  const { always, unions } = partsOf(node);
  const branches = unions.flatMap((union) => union.branches.filter((branch) => fitsNode(branch, value)));
  const parts = [ownDescription(node), ...[...always, ...branches].map((part) => descriptionOf(part, value))];
  if (parts.includes("JSON")) return "JSON";
  return parts.includes("value") ? "value" : "nothing";
}

function ownDescription(node: SchemaNode): Description {
  if (typeof node.schema === "boolean") return "nothing";
  const saying = Object.keys(node.schema).filter(isSaying);
  if (saying.some((name) => name !== "type")) return "JSON";
  const isOfAnotherKind = saying.length > 0 || Object.hasOwn(node.schema, "~refine");
  // An unknown name of a type allows any.
  if (typesOfKeyword(node) !== anyType) return "JSON";
  return isOfAnotherKind ? "value" : "nothing";
}
