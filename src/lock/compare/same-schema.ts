import { isApplied, referenceKeywords, subschemaKeywords } from "../../schema/types/schema-keywords.ts";
import { isSchemaObject } from "../../schema/types/scope.ts";
import { isSameJSON } from "../../shared/json/is-same-json.ts";
import type { NodeKeywords, ComparedNode, ComparedSide } from "./schema-node.ts";

const DEEPEST = 200;

/**
 * Whether two schemas, with everything that they refer to, demand the same in the same words. Keywords that demand
 * nothing, such as descriptions and examples, do not count. Remembers the pairs that it has seen.
 */
export class SameSchemas {
  /** The pairs that count as the same so far, in the order in which they were met. */
  readonly #trail: Array<{ readonly pairs: WeakMap<object, boolean>; readonly key: object }> = [];
  readonly #known = new Map<ComparedSide, WeakMap<object, Map<ComparedSide, WeakMap<object, boolean>>>>();

  isSame(one: ComparedNode, other: ComparedNode, depth = 0): boolean {
    const [left, right] = [one.schema, other.schema];
    if (!isSchemaObject(left) || !isSchemaObject(right)) return left === right;
    if (depth > DEEPEST) return false;
    const known = this.#recall(one, other);
    const before = known.get(right);
    // A pair that is being compared counts as the same until a difference shows.
    if (before !== undefined) return before;
    known.set(right, true);
    const start = this.#trail.push({ pairs: known, key: right }) - 1;
    if (this.#compare(left, one.side, right, other.side, depth)) return true;
    // What was met on the way may have relied on this pair.
    for (const { pairs, key } of this.#trail.splice(start)) pairs.delete(key);
    known.set(right, false);
    return false;
  }

  /** Whether both say the same by these keywords. */
  hasSame(one: ComparedNode, other: ComparedNode, keywords: readonly string[], depth = 0): boolean {
    const [left, right] = [one.schema as NodeKeywords, other.schema as NodeKeywords];
    return keywords.every((keyword) => {
      if (!(keyword in left) || !(keyword in right)) return keyword in left === keyword in right;
      return this.#isSameValue(keyword, { ...one, schema: left[keyword] }, { ...other, schema: right[keyword] }, depth);
    });
  }

  #compare(
    left: NodeKeywords,
    leftSide: ComparedSide,
    right: NodeKeywords,
    rightSide: ComparedSide,
    depth: number,
  ): boolean {
    const keywords = new Set([...Object.keys(left), ...Object.keys(right)].filter(isApplied));
    return this.hasSame({ schema: left, side: leftSide }, { schema: right, side: rightSide }, [...keywords], depth);
  }

  #isSameValue(keyword: string, one: ComparedNode, other: ComparedNode, depth: number): boolean {
    const [left, right] = [one.schema, other.schema];
    if (keyword === "$ref") return this.#isSameTarget(one, other, depth);
    // What a dynamic reference means depends on the way that led to it.
    if (referenceKeywords.has(keyword)) return false;
    const shape = subschemaKeywords.get(keyword)?.shape;
    if (shape === undefined)
      return keyword === "required" || keyword === "type" ? isSameSet(left, right) : isSameJSON(left, right);
    const same = (first: unknown, second: unknown): boolean =>
      this.isSame({ schema: first, side: one.side }, { schema: second, side: other.side }, depth + 1);
    if (Array.isArray(left) || Array.isArray(right)) {
      if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
      return left.every((item, index) => (typeof item === "string" ? item === right[index] : same(item, right[index])));
    }
    if (shape === "one" || shape === "one-or-list" || !isSchemaObject(left) || !isSchemaObject(right))
      return same(left, right);
    const names = Object.keys(left);
    if (names.length !== Object.keys(right).length) return false;
    return names.every((name) => {
      if (!Object.hasOwn(right, name)) return false;
      const [first, second] = [left[name], right[name]];
      return Array.isArray(first) ? isSameJSON(first, second) : same(first, second);
    });
  }

  #isSameTarget(one: ComparedNode, other: ComparedNode, depth: number): boolean {
    const left = one.side.resolve(String(one.schema));
    const right = other.side.resolve(String(other.schema));
    if (left === undefined || right === undefined) return false;
    return this.isSame({ schema: left, side: one.side }, { schema: right, side: other.side }, depth + 1);
  }

  #recall(one: ComparedNode, other: ComparedNode): WeakMap<object, boolean> {
    let ofSide = this.#known.get(one.side);
    if (ofSide === undefined) this.#known.set(one.side, (ofSide = new WeakMap()));
    const left = one.schema as object;
    let ofSchema = ofSide.get(left);
    if (ofSchema === undefined) ofSide.set(left, (ofSchema = new Map()));
    let pairs = ofSchema.get(other.side);
    if (pairs === undefined) ofSchema.set(other.side, (pairs = new WeakMap()));
    return pairs;
  }
}

/** The order of required names, and of types, says nothing. */
function isSameSet(left: unknown, right: unknown): boolean {
  const [one, other] = [toSet(left), toSet(right)];
  return one.size === other.size && [...one].every((item) => other.has(item));
}

function toSet(value: unknown): Set<unknown> {
  return new Set(Array.isArray(value) ? (value as unknown[]) : [value]);
}
