/** What a provider accepts as the schema of a tool's arguments, as data. */
import { TYPED_KEYWORDS } from "./json-types.ts";

/** The JSON types of a literal. `object` stands for arrays too. */
export type LiteralType = "string" | "number" | "boolean" | "object";

/** `acyclic`: no `$ref` leads back to itself. `optional`: it may, but only within optional properties. */
export type ReferenceRule = "acyclic" | "optional" | "all";

/** An enum of more values is long. */
export const LONG_ENUM = 250;

/** The characters of the texts among these values. */
export function textLength(values: readonly unknown[]): number {
  return values.reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0);
}

/** How much a schema may hold. */
export interface SchemaLimits {
  /** Objects and arrays within each other. */
  readonly depth?: number | undefined;
  readonly properties?: number | undefined;
  readonly enumValues?: number | undefined;
  /** The names of properties and definitions and the values of enums, together. */
  readonly characters?: number | undefined;
  /** The texts of one enum, together, if it has more than 250 values. */
  readonly longEnum?: number | undefined;
  /** Properties that are not required. */
  readonly optionals?: number | undefined;
  /** Properties whose schema is a union. */
  readonly unions?: number | undefined;
}

export interface SchemaRules {
  /** The keywords that may be used. `description`, `$ref` and `$defs` always may. */
  readonly keywords: ReadonlySet<string>;
  /** The values of `format` that may be used. */
  readonly formats: ReadonlySet<string> | "all";
  /** Whether a `pattern` may look around or refer back. */
  readonly patterns: "all" | "regular";
  /** The largest `minItems`. */
  readonly minItems: number;
  /** The types that `enum` and `const` may hold, beside null. */
  readonly literals: ReadonlySet<LiteralType>;
  /** Whether the texts of `enum` and `const` come back in their own case. */
  readonly literalCase: boolean;
  /** Whether `type` may be a list of any types, or only of one type and null. */
  readonly typeLists: "any" | "nullable";
  /** Whether a schema may leave out its type, which means that it accepts anything. */
  readonly untyped: boolean;
  /** Whether every object lists all of its properties as required. */
  readonly allRequired: boolean;
  /** Whether every object says `additionalProperties: false`. */
  readonly closed: boolean;
  readonly references: ReferenceRule;
  /** Keywords that the root may not have. Its type is always `object`. */
  readonly notAtRoot: readonly string[];
  /** What the name of a property must match. */
  readonly propertyNames: RegExp;
  /** What the name of a tool must match, within 64 characters. */
  readonly toolNames: RegExp;
  /** The limits of one tool. */
  readonly limits: SchemaLimits;
}

/** Where a rule is written down. */
export interface RuleSource {
  readonly where: string;
  /** The day on which we read it. */
  readonly read: string;
}

/** The rules of one provider, each with its source. */
export interface SourcedRules {
  readonly rules: SchemaRules;
  readonly sources: { readonly [TRule in keyof SchemaRules]: RuleSource };
}

/** All keywords by which JSON Schema 2020-12, and earlier drafts, describe values. */
export const ALL_KEYWORDS: readonly string[] = [
  "type",
  "enum",
  "const",
  "anyOf",
  "oneOf",
  "allOf",
  "not",
  "if",
  "then",
  "else",
  ...Object.values(TYPED_KEYWORDS).flat(),
  "$dynamicRef",
  "$recursiveRef",
  "default",
  "title",
  "examples",
];
