/**
 * Lowers a schema to what a provider accepts. Each way to lower a kind of schema has its own file. This one decides
 * between them, and contains what they share.
 */
import { targetOf } from "../../schema/graph/schema-graph.ts";
import { nameInReference } from "../../schema/print/type-names.ts";
import { saysNothing } from "../../schema/standard/plain-schema.ts";
import type { PlainSchema } from "../../schema/standard/plain-schema.ts";
import { isApplied } from "../../schema/types/schema-keywords.ts";
import { isSchemaObject } from "../../schema/types/scope.ts";
import { toJSONText } from "./json-text.ts";
import { impliedTypes, TYPED_KEYWORDS } from "./json-types.ts";
import type { JSONType } from "./json-types.ts";
import type { SchemaLoss } from "./loss.ts";
import { LoweringRefusal, NEVER } from "./lowered.ts";
import type { Lowered, LoweredOrNever, Lowering, Place, Restore } from "./lowered.ts";
import { lowerArray } from "./lower-array.ts";
import { lowerLiterals } from "./lower-literals.ts";
import { lowerObject } from "./lower-object.ts";
import { lowerScalar } from "./lower-scalar.ts";
import { lowerUnion, nullable, uniteLowered } from "./lower-union.ts";
import { literalsOf, mergeSchemas } from "./merge-schemas.ts";
import { describeWith, noteOf } from "./notes.ts";
import type { SchemaRules } from "./schema-rules.ts";

/** A schema that others refer to. */
interface Definition {
  readonly name: string;
  /** Undefined while it is being lowered. */
  lowered: LoweredOrNever | undefined;
  /** The `optionals` of the place where it was first met. */
  readonly optionals: number;
}

/** Schemas from outside may grow without end when their unions are written out. */
const MOST_STEPS = 20_000;
/** A target of at most this many characters is written out in place, where it can keep its description. */
const INLINE = 300;

export class SchemaLowering implements Lowering {
  readonly rules: SchemaRules;
  readonly longestEnum: number;
  readonly #root: PlainSchema;
  readonly #definitions = new Map<unknown, Definition>();
  readonly #losses = new Map<string, SchemaLoss>();
  readonly #names = new Set<string>();
  #steps = 0;

  constructor(root: PlainSchema, rules: SchemaRules, longestEnum: number) {
    this.#root = root;
    this.rules = rules;
    this.longestEnum = longestEnum;
  }

  get losses(): readonly SchemaLoss[] {
    return [...this.#losses.values()];
  }

  get definitions(): PlainSchema {
    const lowered = [...this.#definitions.values()].flatMap(({ name, lowered }) =>
      lowered === undefined || lowered === NEVER ? [] : [[name, lowered.schema] as const],
    );
    return Object.fromEntries(lowered);
  }

  standalone(schema: PlainSchema): PlainSchema {
    return this.#definitions.size === 0 ? schema : { ...schema, $defs: this.definitions };
  }

  lose({ path }: Place, keyword: string, effect: SchemaLoss["effect"] = "weakened"): void {
    this.#losses.set(JSON.stringify([path, keyword, effect]), { path, keyword, effect });
  }

  readonly target = (schema: PlainSchema): unknown => {
    const { $ref } = schema;
    return typeof $ref === "string" ? targetOf(this.#root, $ref) : undefined;
  };

  merge(schemas: readonly unknown[], place: Place): PlainSchema | false {
    return mergeSchemas(schemas, { targetOf: this.target, onLoss: (keyword) => this.lose(place, keyword) });
  }

  lower(schema: unknown, place: Place): LoweredOrNever {
    if (++this.#steps > MOST_STEPS) throw new LoweringRefusal("It is too large.");
    if (schema === false) return NEVER;
    if (!isSchemaObject(schema) || saysNothing(schema)) return this.#anything(isSchemaObject(schema) ? schema : {});
    if (typeof schema["$dynamicRef"] === "string" || typeof schema["$recursiveRef"] === "string") {
      return this.asText(schema, place, "$dynamicRef");
    }
    if (typeof schema["$ref"] === "string") return this.#lowerReference(schema, place);
    if (Array.isArray(schema["allOf"])) return this.lower(this.merge([schema], place), place);
    if (Array.isArray(schema["anyOf"]) || Array.isArray(schema["oneOf"])) return lowerUnion(this, schema, place);
    const values = literalsOf(schema);
    if (values !== undefined) return lowerLiterals(this, { schema, values }, place);
    return this.#lowerTypes(schema, place);
  }

  /** JSON text can express everything, and so can a string that is not JSON. */
  #anything(schema: PlainSchema): Lowered {
    if (!this.rules.untyped) return toJSONText(schema);
    const { description } = schema;
    return { schema: typeof description === "string" ? { description } : {} };
  }

  /** Turns what the provider's schemas can't express into a string with JSON in it. */
  asText(schema: PlainSchema, place: Place, keyword: string): Lowered {
    this.lose(place, keyword);
    return toJSONText(schema);
  }

  dropOthers(schema: PlainSchema, type: JSONType, place: Place, handled: ReadonlySet<string>): string[] {
    const dropped = Object.keys(schema).filter(
      (keyword) => isApplied(keyword) && !handled.has(keyword) && keyword !== "type" && !isOfOtherType(keyword, type),
    );
    for (const keyword of dropped) this.lose(place, keyword);
    return dropped.map((keyword) => noteOf(keyword, schema[keyword]));
  }

  #lowerTypes(schema: PlainSchema, place: Place): LoweredOrNever {
    const listed = impliedTypes(schema);
    const types = listed.includes("number") ? listed.filter((type) => type !== "integer") : listed;
    const [only] = types;
    if (types.length === 1 && only !== undefined) return this.#lowerType(schema, only, place);
    // Only keywords such as `not` are left, which say something of every type.
    if (schema["type"] === undefined && types.length >= 6) {
      this.dropOthers(schema, "null", place, new Set());
      return this.#anything(schema);
    }
    const others = types.filter((type) => type !== "null");
    const { description: _, title: __, ...bare } = schema;
    const part = others.length === 1 ? schema : bare;
    const lowered = others.map((type) => this.#lowerType(part, type, place)).filter((one) => one !== NEVER);
    if (lowered.length === 0)
      return types.includes("null") ? { schema: { type: "null", ...describeWith(schema, []) } } : NEVER;
    const united = uniteLowered(this, schema, lowered);
    return types.includes("null") ? nullable(united) : united;
  }

  #lowerType(schema: PlainSchema, type: JSONType, place: Place): LoweredOrNever {
    if (type !== "object" && type !== "array") return lowerScalar(this, schema, type, place);
    const { depth: most = Infinity } = this.rules.limits;
    if (place.depth >= most) return this.asText({ ...schema, type }, place, "depth");
    return type === "object" ? lowerObject(this, schema, place) : lowerArray(this, schema, place);
  }

  #lowerReference(schema: PlainSchema, place: Place): LoweredOrNever {
    const target = this.target(schema);
    if (target === undefined) return this.asText(schema, place, "$ref");
    const { $ref, ...siblings } = schema;
    if (!saysNothing(siblings)) return this.lower(this.merge([siblings, target], place), place);
    const known = this.#definitions.get(target);
    if (known === undefined && isSmall(target)) {
      const { description } = siblings;
      return this.lower(typeof description === "string" ? { ...(target as PlainSchema), description } : target, place);
    }
    if (known === undefined) return this.#define(String($ref), target, place);
    if (known.lowered === undefined) return this.#recur(known, target, place);
    return known.lowered === NEVER ? NEVER : { ...known.lowered, schema: { $ref: `#/$defs/${known.name}` } };
  }

  #define(ref: string, target: unknown, place: Place): LoweredOrNever {
    const definition: Definition = { name: this.#freeName(ref), lowered: undefined, optionals: place.optionals };
    this.#definitions.set(target, definition);
    const lowered = this.lower(target, { ...place, depth: 0 });
    definition.lowered = lowered;
    return lowered === NEVER ? NEVER : { ...lowered, schema: { $ref: `#/$defs/${definition.name}` } };
  }

  #recur(definition: Definition, target: unknown, place: Place): Lowered {
    const { references } = this.rules;
    const isAllowed = references === "all" || (references === "optional" && place.optionals > definition.optionals);
    if (!isAllowed) return this.asText(isSchemaObject(target) ? target : {}, place, "recursion");
    const restore: Restore = (value) => {
      const { lowered } = definition;
      return lowered === undefined || lowered === NEVER || lowered.restore === undefined
        ? value
        : lowered.restore(value);
    };
    return { schema: { $ref: `#/$defs/${definition.name}` }, restore };
  }

  #freeName(ref: string): string {
    const wanted =
      nameInReference(ref)
        .replaceAll(/[^A-Za-z0-9_]/g, "_")
        .slice(0, 50) || "type";
    let name = wanted;
    for (let count = 2; this.#names.has(name); count++) name = `${wanted}_${count}`;
    this.#names.add(name);
    return name;
  }
}

function isOfOtherType(keyword: string, type: JSONType): boolean {
  if (TYPED_KEYWORDS[type].includes(keyword)) return false;
  return Object.values(TYPED_KEYWORDS).some((keywords) => keywords.includes(keyword));
}

function isSmall(target: unknown): boolean {
  const text = JSON.stringify(target);
  return text.length <= INLINE && !text.includes('"$ref"');
}
