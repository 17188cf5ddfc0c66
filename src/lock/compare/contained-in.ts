import { isSchemaObject } from "../../schema/types/scope.ts";
import { isApplied } from "../../schema/types/schema-keywords.ts";
import { every, no, unknown, FITS } from "./answer.ts";
import type { FitAnswer } from "./answer.ts";
import { anyOfRule, notRule, oneOfRule } from "./choice-rules.ts";
import type { Comparison, Rule } from "./rule.ts";
import { SameSchemas } from "./same-schema.ts";
import {
  boundRule,
  formatRule,
  itemCountRule,
  kindRule,
  lengthRule,
  multipleRule,
  patternRule,
  valueRule,
} from "./scalar-rules.ts";
import { flatten } from "./schema-node.ts";
import type { FlatPart, ComparedNode, ComparedSide } from "./schema-node.ts";
import {
  dependentRequiredRule,
  itemRule,
  memberCountRule,
  memberRule,
  requiredRule,
  uniqueRule,
} from "./structure-rules.ts";
import { caseOf, splitCase } from "./value-case.ts";
import type { ValueCase } from "./value-case.ts";

/** Keywords that demand something together, and how to tell whether values meet it. */
interface Demand {
  readonly keywords: readonly string[];
  readonly rule: Rule;
}

const sameWords =
  (keywords: readonly string[]): Rule =>
  (comparison, values, part, path) =>
    comparison.hasSame(values, part, keywords) ? FITS : unknown(path, `depends on ${keywords[0]}`);

const DEMANDS: readonly Demand[] = [
  { keywords: ["type"], rule: kindRule },
  { keywords: ["const", "enum"], rule: valueRule },
  { keywords: ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"], rule: boundRule },
  { keywords: ["multipleOf"], rule: multipleRule },
  { keywords: ["minLength", "maxLength"], rule: lengthRule },
  { keywords: ["pattern"], rule: patternRule },
  { keywords: ["format"], rule: formatRule },
  { keywords: ["required"], rule: requiredRule },
  { keywords: ["properties", "patternProperties", "additionalProperties"], rule: memberRule },
  { keywords: ["minProperties", "maxProperties"], rule: memberCountRule },
  { keywords: ["dependentRequired"], rule: dependentRequiredRule },
  { keywords: ["prefixItems", "items", "additionalItems"], rule: itemRule },
  { keywords: ["minItems", "maxItems"], rule: itemCountRule },
  { keywords: ["uniqueItems"], rule: uniqueRule },
  { keywords: ["anyOf"], rule: anyOfRule },
  { keywords: ["oneOf"], rule: oneOfRule },
  { keywords: ["not"], rule: notRule },
  ...[
    ["contains", "minContains", "maxContains"],
    ["if", "then", "else"],
    ["propertyNames"],
    ["dependentSchemas"],
    ["dependencies"],
  ].map((keywords) => ({ keywords, rule: sameWords(keywords) })),
];
const KNOWN = new Set([...DEMANDS.flatMap(({ keywords }) => keywords), "$ref", "allOf"]);

/** A schema from outside may be built to take forever. */
const MOST_STEPS = 20_000;
const DEEPEST = 60;

/**
 * Whether every value that fits `inner` fits `outer`. `yes` is proven; `no` names what does not fit; `unknown` says what
 * could not be told. Ends after a bounded number of steps, whatever the schemas are.
 */
export function containedIn(inner: ComparedNode, outer: ComparedNode): FitAnswer {
  try {
    return new Containment().within([inner], outer, "");
  } catch (thrown) {
    if (thrown instanceof RangeError) return unknown("", "is nested too deeply to compare");
    throw thrown;
  }
}

/** A pair that is being compared: how deep in the value that began. */
interface Begun {
  readonly level: number;
}

class Containment implements Comparison {
  readonly #same = new SameSchemas();
  readonly #ids = new Map<ComparedSide, WeakMap<object, number>>();
  readonly #known = new Map<string, FitAnswer | Begun>();
  /** The pairs with a `yes`, in the order in which they were found. */
  readonly #proven: string[] = [];
  #lastId = 0;
  #steps = 0;
  #depth = 0;
  /** How deep in the value. */
  #level = 0;

  withinChild(nodes: readonly ComparedNode[], target: ComparedNode, path: string): FitAnswer {
    this.#level++;
    const answer = this.within(nodes, target, path);
    this.#level--;
    return answer;
  }

  within(nodes: readonly ComparedNode[], target: ComparedNode, path: string): FitAnswer {
    if (target.schema === true || nodes.some(({ schema }) => schema === false)) return FITS;
    if (isSchemaObject(target.schema) && !Object.keys(target.schema).some(isApplied)) return FITS;
    if (nodes.some((node) => this.#same.isSame(node, target))) return FITS;
    if (this.#depth > DEEPEST) return unknown(path, "is nested too deeply to compare");
    const key = `${nodes.map((node) => this.#idOf(node)).join(" ")}>${this.#idOf(target)}`;
    const known = this.#known.get(key);
    if (known !== undefined) {
      if ("is" in known) return known;
      // Values are finite: what holds for everything inside a value may be assumed there.
      return this.#level > known.level ? FITS : unknown(path, "refers to itself");
    }
    const since = this.#proven.length;
    this.#known.set(key, { level: this.#level });
    this.#depth++;
    const answer = this.caseWithin(caseOf(nodes), target, path);
    this.#depth--;
    this.#known.set(key, answer);
    if (answer.is === "yes") this.#proven.push(key);
    // What was proven on the way may have assumed this.
    else for (const relying of this.#proven.splice(since)) this.#known.delete(relying);
    return answer;
  }

  caseWithin(values: ValueCase, target: ComparedNode, path: string): FitAnswer {
    const { parts, isEmpty, isPartial } = flatten([target]);
    if (values.isEmpty) return FITS;
    if (isPartial) return unknown(path, "has a reference that leads nowhere");
    if (isEmpty) return values.isVague ? unknown(path, "may be refused") : no(path, "is refused");
    return every(this.#partAnswers(values, parts, path));
  }

  hasSame(values: ValueCase, part: FlatPart, keywords: readonly string[]): boolean {
    return values.parts.some((each) => this.#same.hasSame(each, part, keywords));
  }

  *#partAnswers(values: ValueCase, parts: readonly FlatPart[], path: string): Generator<FitAnswer> {
    for (const part of parts) {
      if (values.parts.some((each) => this.#same.isSame(each, part))) continue;
      const strange = Object.keys(part.schema).find((keyword) => isApplied(keyword) && !KNOWN.has(keyword));
      if (strange !== undefined || "~refine" in part.schema)
        yield unknown(path, `depends on ${strange ?? "a program"}`);
      for (const { keywords, rule } of DEMANDS) {
        if (keywords.some((keyword) => keyword in part.schema)) yield this.#meets(values, part, rule, path);
      }
    }
  }

  /** Looks at the values case by case only if they can't be judged together. */
  #meets(values: ValueCase, part: FlatPart, rule: Rule, path: string): FitAnswer {
    if (values.isEmpty) return FITS;
    if (++this.#steps > MOST_STEPS) return unknown(path, "is too large to compare");
    const answer = rule(this, values, part, path);
    if (answer.is === "yes") return answer;
    const cases = splitCase(values);
    if (cases !== undefined) return every(this.#eachCase(cases, part, rule, path));
    return answer.is === "no" && values.isVague ? unknown(answer.path, answer.why) : answer;
  }

  *#eachCase(cases: readonly ValueCase[], part: FlatPart, rule: Rule, path: string): Generator<FitAnswer> {
    for (const values of cases) yield this.#meets(values, part, rule, path);
  }

  #idOf({ schema, side }: ComparedNode): string {
    if (typeof schema !== "object" || schema === null) return String(schema);
    let ids = this.#ids.get(side);
    if (ids === undefined) this.#ids.set(side, (ids = new WeakMap()));
    let id = ids.get(schema);
    if (id === undefined) ids.set(schema, (id = ++this.#lastId));
    return String(id);
  }
}
