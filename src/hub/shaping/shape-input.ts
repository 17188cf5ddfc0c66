import { SchemaGraph, targetOf } from "../../schema/graph/schema-graph.ts";
import type { SchemaObject } from "../../schema/graph/schema-graph.ts";
import { getValidator } from "../../schema/engine/validator.ts";
import { isSchemaObject } from "../../schema/types/scope.ts";
import { isRecord } from "../../shared/json/is-record.ts";
import { toPointerToken } from "../../shared/json/json-pointer.ts";

/** Arguments that the config gives: `fixed` ones always, `defaults` if the caller gives none. */
export interface GivenArguments {
  readonly fixed: Readonly<Record<string, unknown>>;
  readonly defaults: Readonly<Record<string, unknown>>;
}

/** An input schema as callers see it. */
export interface ShapedInput {
  readonly schema: SchemaObject;
  /** What the schema says about each given argument. If it has alternatives, there are several. */
  readonly found: ReadonlyMap<string, readonly SchemaObject[]>;
  /** The names of all arguments that it has. */
  readonly names: ReadonlySet<string>;
}

/**
 * Takes fixed arguments out of an input schema, and makes those with a default optional. The result may accept more
 * than the schema does: conditions on a given argument are left out. So the whole input must be checked against the
 * schema itself before it is used.
 */
export function shapeInput(root: SchemaObject, given: GivenArguments): ShapedInput {
  const shaper = new InputShaper(root, given);
  const shaped = shaper.shape(root, []) as SchemaObject;
  return { schema: withoutUnused(shaped), found: shaper.found, names: shaper.names };
}

/** Definitions that nothing refers to any more would still show what was taken out. */
function withoutUnused(schema: SchemaObject): SchemaObject {
  const { $defs } = schema;
  if (!isSchemaObject($defs)) return schema;
  const used = new Set(
    Array.from(new SchemaGraph().reach(schema, schema).keys(), (ref) => ref.replace(/^#\/\$defs\//, "").split("/")[0]),
  );
  const kept = Object.entries($defs).filter(
    ([name]) => used.has(name) || used.has(encodeURIComponent(toPointerToken(name))),
  );
  const { $defs: _all, ...rest } = schema;
  return kept.length === 0 ? rest : { ...rest, $defs: Object.fromEntries(kept) };
}

/** The schema of a part, with everything that it may refer to. */
export function withDefinitions(part: SchemaObject, { $defs, definitions }: SchemaObject): SchemaObject {
  return {
    ...part,
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
  };
}

class InputShaper {
  readonly found = new Map<string, SchemaObject[]>();
  readonly names = new Set<string>();
  readonly #root: SchemaObject;
  readonly #given: GivenArguments;

  constructor(root: SchemaObject, given: GivenArguments) {
    this.#root = root;
    this.#given = given;
  }

  /** Returns the same object if nothing changes. `refs`: those on the way here, as a schema may refer to itself. */
  shape(part: unknown, refs: readonly string[]): unknown {
    if (!isSchemaObject(part)) return part;
    const shaped: Record<string, unknown> = { ...part };
    const required = new Set<unknown>(Array.isArray(part["required"]) ? part["required"] : []);
    const hasProperties = this.#shapeProperties(shaped, required);
    const hasDependents = this.#shapeDependents(shaped, required, refs);
    const hasAlternatives = this.#shapeAlternatives(shaped, refs);
    const hasConditions = this.#dropConditions(shaped);
    const hasRequired = [...required].some((name) => this.#isGiven(name));
    const hasTarget = this.#inlineRef(shaped, refs);
    if (!hasProperties && !hasDependents && !hasAlternatives && !hasConditions && !hasRequired && !hasTarget)
      return part;
    const still = [...required].filter((name) => !this.#isGiven(name));
    if (still.length > 0) shaped["required"] = still;
    else delete shaped["required"];
    this.#shapeRest(shaped);
    return shaped;
  }

  #shapeProperties(shaped: Record<string, unknown>, required: ReadonlySet<unknown>): boolean {
    const { properties } = shaped;
    if (!isSchemaObject(properties)) return false;
    for (const name of Object.keys(properties)) this.names.add(name);
    for (const name of required) if (typeof name === "string") this.names.add(name);
    const entries = Object.entries(properties).flatMap(([name, schema]): Array<[string, unknown]> => {
      if (!this.#isGiven(name)) return [[name, schema]];
      this.found.set(name, [...(this.found.get(name) ?? []), isSchemaObject(schema) ? schema : { allOf: [schema] }]);
      if (this.#isFixed(name)) return [];
      return [[name, { ...(isSchemaObject(schema) ? schema : {}), default: this.#given.defaults[name] }]];
    });
    if (!Object.keys(properties).some((name) => this.#isGiven(name))) return false;
    shaped["properties"] = Object.fromEntries(entries);
    return true;
  }

  /** A given argument is always there, so what depends on it always holds. */
  #shapeDependents(shaped: Record<string, unknown>, required: Set<unknown>, refs: readonly string[]): boolean {
    const { dependentRequired, dependentSchemas } = shaped;
    let isChanged = this.#mentions(dependentRequired);
    if (isRecord(dependentRequired) && isChanged) {
      const kept = Object.entries(dependentRequired).filter(([name, names]) => {
        if (this.#isGiven(name) && Array.isArray(names)) for (const each of names as unknown[]) required.add(each);
        return !this.#isGiven(name);
      });
      shaped["dependentRequired"] = Object.fromEntries(
        kept.map(([name, names]) => [name, (names as unknown[]).filter((each) => !this.#isGiven(each))]),
      );
    }
    if (isRecord(dependentSchemas)) {
      const before = Object.entries(dependentSchemas);
      const after = before.map(([name, schema]) => [name, this.shape(schema, refs)] as const);
      const always = after.filter(([name]) => this.#isGiven(name)).map(([, schema]) => schema);
      if (always.length > 0 || after.some(([, schema], index) => schema !== before[index]?.[1])) {
        isChanged = true;
        shaped["dependentSchemas"] = Object.fromEntries(after.filter(([name]) => !this.#isGiven(name)));
        shaped["allOf"] = [...((shaped["allOf"] ?? []) as unknown[]), ...always];
      }
    }
    return isChanged;
  }

  #shapeAlternatives(shaped: Record<string, unknown>, refs: readonly string[]): boolean {
    let isChanged = false;
    for (const keyword of ["allOf", "anyOf", "oneOf"] as const) {
      const before: unknown = shaped[keyword];
      if (!Array.isArray(before)) continue;
      const possible = keyword === "allOf" ? before : before.filter((branch) => this.#mayHold(branch, refs));
      const after = (possible.length > 0 ? possible : before).map((branch) => this.shape(branch, refs));
      if (after.length === before.length && after.every((branch, index) => branch === before[index])) continue;
      isChanged = true;
      // Without the argument that distinguished them, several branches may hold.
      if (keyword !== "oneOf") shaped[keyword] = after;
      else {
        delete shaped["oneOf"];
        shaped["allOf"] = [...((shaped["allOf"] ?? []) as unknown[]), { anyOf: after }];
      }
    }
    return isChanged;
  }

  /** Whether the fixed arguments fit what a branch says of them. */
  #mayHold(branch: unknown, refs: readonly string[]): boolean {
    if (!isSchemaObject(branch)) return branch !== false;
    const { $ref, properties } = branch;
    if (typeof $ref === "string" && !refs.includes($ref)) {
      const target = targetOf(this.#root, $ref);
      if (target !== undefined && !this.#mayHold(target, [...refs, $ref])) return false;
    }
    if (!isSchemaObject(properties)) return true;
    return Object.entries(this.#given.fixed).every(([name, value]) => {
      const schema = Object.hasOwn(properties, name) ? properties[name] : true;
      if (!isSchemaObject(schema)) return schema !== false;
      return getValidator(withDefinitions(schema, this.#root)).check(value);
    });
  }

  #dropConditions(shaped: Record<string, unknown>): boolean {
    const conditions = ["if", "then", "else", "not", "dependencies"].filter((keyword) => keyword in shaped);
    const dropped = conditions.some((keyword) => this.#mentions(shaped[keyword])) ? conditions : [];
    for (const keyword of dropped) delete shaped[keyword];
    return dropped.length > 0;
  }

  /** Other operations may refer to the same target, so it is copied here. */
  #inlineRef(shaped: Record<string, unknown>, refs: readonly string[]): boolean {
    const { $ref } = shaped;
    if (typeof $ref !== "string" || refs.includes($ref)) return false;
    const target = targetOf(this.#root, $ref);
    const own = this.shape(target, [...refs, $ref]);
    if (own === target) return false;
    delete shaped["$ref"];
    shaped["allOf"] = [...((shaped["allOf"] ?? []) as unknown[]), own];
    return true;
  }

  /** Adjusts the keywords that count arguments, or show values of them. */
  #shapeRest(shaped: Record<string, unknown>): void {
    const { minProperties, default: value, examples, discriminator } = shaped;
    delete shaped["maxProperties"];
    // A check by code expects the whole input.
    delete shaped["~refine"];
    if (typeof minProperties === "number") shaped["minProperties"] = Math.max(0, minProperties - this.#count);
    if (isRecord(discriminator) && this.#isGiven(discriminator["propertyName"])) delete shaped["discriminator"];
    if (isRecord(value)) shaped["default"] = this.#withoutFixed(value);
    if (Array.isArray(examples)) shaped["examples"] = examples.map((example) => this.#withoutFixed(example));
  }

  #withoutFixed(value: unknown): unknown {
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).filter(([name]) => !this.#isFixed(name)));
  }

  get #count(): number {
    return Object.keys(this.#given.fixed).length + Object.keys(this.#given.defaults).length;
  }

  #isFixed(name: unknown): boolean {
    return typeof name === "string" && Object.hasOwn(this.#given.fixed, name);
  }

  #isGiven(name: unknown): boolean {
    return this.#isFixed(name) || (typeof name === "string" && Object.hasOwn(this.#given.defaults, name));
  }

  #mentions(part: unknown): boolean {
    if (part === undefined) return false;
    const text = JSON.stringify(part);
    const names = [...Object.keys(this.#given.fixed), ...Object.keys(this.#given.defaults)];
    return names.some((name) => text.includes(JSON.stringify(name)));
  }
}
