/**
 * The types that several operations of a namespace share: one for each schema that is referred to. Two operations may
 * mean different schemas by the same name: a component of an API can differ between requests and responses, and so
 * does every component that refers to it. Each of those gets a name of its own.
 */
import { printType, schemaComment } from "../schema/print/print-type.ts";
import type { SchemaSide } from "../schema/standard/json-schema-of.ts";
import { SchemaGraph, targetOf } from "../schema/graph/schema-graph.ts";
import type { SchemaObject } from "../schema/graph/schema-graph.ts";
import { atOnce } from "../shared/time/slices.ts";
import { nameInReference, toTypeName, TypeNames } from "../schema/print/type-names.ts";

/** A schema of an operation, with the definitions that it refers to. */
export interface RootSchema {
  readonly root: SchemaObject;
  readonly side: SchemaSide;
}

interface SharedType {
  readonly name: string;
  readonly schema: SchemaObject;
  readonly within: RootSchema;
}

export class SharedTypes {
  readonly #graph: SchemaGraph;
  /** How a type of this namespace is named from outside: `Github.`. */
  readonly #prefix: string;
  readonly #names = new TypeNames();
  readonly #types = new Map<string, SharedType>();
  /** The references that mean the same in every operation, with everything that they lead to. */
  readonly #plain: ReadonlySet<string>;

  constructor(prefix: string, roots: readonly RootSchema[], graph = new SchemaGraph()) {
    this.#prefix = prefix;
    this.#graph = graph;
    this.#plain = atOnce(graph.findPlain(roots.map(({ root }) => root)));
    // Responses first: they keep the names. If requests differ, their names say so.
    for (const side of ["output", "input"] as const) {
      for (const within of roots) if (within.side === side) this.#nameAll(within);
    }
  }

  /** Prints a schema of an operation. */
  print(within: RootSchema, schema: unknown = within.root): string {
    return printType(schema, { refer: (ref) => this.#nameOf(ref, within) });
  }

  /** The declarations of all types, in the order of their names. */
  declare(): string[] {
    const sorted = [...this.#types.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const loops = new AliasLoops((ref, within) => this.#find(ref, within));
    return sorted.flatMap(({ name, schema, within }) => {
      const refer = (ref: string): string | undefined => {
        const target = this.#find(ref, within);
        return target === undefined || loops.isLoop(schema, within, ref) ? undefined : target.name;
      };
      return [...schemaComment(schema), ...`export type ${name} = ${printType(schema, { refer })};`.split("\n")];
    });
  }

  #nameOf(ref: string, within: RootSchema): string | undefined {
    const type = this.#find(ref, within);
    return type && `${this.#prefix}${type.name}`;
  }

  #find(ref: string, within: RootSchema): SharedType | undefined {
    return this.#types.get(this.#keyOf(ref, within));
  }

  #nameAll(within: RootSchema): void {
    for (const [ref, schema] of this.#graph.reach(within.root, within.root)) {
      const key = this.#keyOf(ref, within);
      if (this.#types.has(key)) continue;
      const wish = toTypeName(nameInReference(ref));
      const name = within.side === "input" ? this.#names.take(wish, `${wish}Input`) : this.#names.take(wish);
      this.#types.set(key, { name, schema, within });
    }
  }

  /** Equal for references that mean the same. */
  #keyOf(ref: string, within: RootSchema): string {
    if (this.#plain.has(ref)) return ref;
    const target = targetOf(within.root, ref);
    if (target === undefined) return ref;
    const reached = Array.from(
      this.#graph.reach(target, within.root),
      ([inner, schema]) => `${inner} ${this.#graph.idOf(schema)}`,
    );
    return [ref, this.#graph.idOf(target), ...reached.toSorted()].join("\n");
  }
}

/** TypeScript refuses an alias that leads back to itself by references alone: nothing fits such a schema anyway. */
class AliasLoops {
  readonly #find: (ref: string, within: RootSchema) => SharedType | undefined;

  constructor(find: (ref: string, within: RootSchema) => SharedType | undefined) {
    this.#find = find;
  }

  /** Whether `ref`, in place in `schema`, leads back to `schema` in place. */
  isLoop(schema: SchemaObject, within: RootSchema, ref: string): boolean {
    if (!inPlaceRefs(schema).includes(ref)) return false;
    const seen = new Set<SchemaObject>();
    const open = [this.#find(ref, within)];
    for (const next of open) {
      if (next === undefined || seen.has(next.schema)) continue;
      if (next.schema === schema) return true;
      seen.add(next.schema);
      open.push(...inPlaceRefs(next.schema).map((inner) => this.#find(inner, next.within)));
    }
    return false;
  }
}

/** The references that stand for the whole value, alone or in a combination. */
function inPlaceRefs(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { $ref, ...rest } = schema as SchemaObject;
  const combined = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => {
    const parts = rest[keyword];
    return Array.isArray(parts) ? parts.flatMap(inPlaceRefs) : [];
  });
  return [...(typeof $ref === "string" ? [$ref] : []), ...combined];
}
