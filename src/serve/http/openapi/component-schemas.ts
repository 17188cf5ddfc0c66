/**
 * The schemas of many operations as components of one document. Inside a schema `#/$defs/X` means the schema's own
 * definitions; in a document it means the document's. So definitions become components of their own, and every
 * reference is written again. What operations share (those of an imported document share most) is written once.
 */
import { withoutDialect } from "../../../schema/standard/plain-schema.ts";
import type { PlainSchema } from "../../../schema/standard/plain-schema.ts";
import { enterScope, isSchemaObject, resolveDynamicRef, resolveRef, rootScope } from "../../../schema/types/scope.ts";
import type { JSONSchema, ResolvedRef, Scope } from "../../../schema/types/scope.ts";
import type { AnySchema } from "../../../schema/types/static.ts";
import { jsonSchemaOf } from "../../../schema/standard/json-schema-of.ts";
import type { SchemaSide } from "../../../schema/standard/json-schema-of.ts";
import { copySchema } from "./copy-schema.ts";
import type { CopyOptions } from "./copy-schema.ts";
import { simpleReferences } from "./simple-references.ts";

/** Definitions by name, and the components that they became. */
interface Shared {
  readonly sources: Map<string, JSONSchema>;
  readonly components: Map<string, string>;
}

export class ComponentSchemas {
  readonly #schemas = new Map<string, PlainSchema | boolean>();
  readonly #shared: Record<SchemaSide, Shared> = {
    input: { sources: new Map(), components: new Map() },
    output: { sources: new Map(), components: new Map() },
  };

  /** `taken`: names that the document itself uses. */
  constructor(taken: readonly string[] = []) {
    for (const name of taken) this.#reserve(name);
  }

  /** Adds a schema with all that it refers to. Returns the reference to it. */
  add(wanted: string, schema: AnySchema, direction: SchemaSide): PlainSchema {
    const root = jsonSchemaOf(schema, direction);
    const name = this.#reserve(wanted);
    const shared = this.#shared[direction];
    const leaveOut = direction === "input" ? "readOnly" : "writeOnly";
    if (isSchemaObject(root) && canShare(root, shared)) this.#addShared(name, root, { ...shared, leaveOut });
    else this.#addAlone(name, root, leaveOut);
    return { $ref: refTo(name) };
  }

  toJSON(): Record<string, PlainSchema | boolean> {
    return Object.fromEntries(this.#schemas);
  }

  #addShared(name: string, root: PlainSchema, shared: Shared & Pick<CopyOptions, "leaveOut">): void {
    const waiting: Array<[name: string, source: JSONSchema]> = [[name, root]];
    const definitions = definitionsOf(root);
    const { leaveOut } = shared;
    const rewrite = ({ $ref }: { $ref: string }): string | undefined => {
      const key = $ref.slice(DEFINITION.length);
      if (!Object.hasOwn(definitions, key)) return undefined;
      let component = shared.components.get(key);
      if (component === undefined) {
        component = this.#reserve(key);
        shared.components.set(key, component);
        const source = definitions[key] as JSONSchema;
        shared.sources.set(key, source);
        waiting.push([component, source]);
      }
      return refTo(component);
    };
    for (const [own, source] of waiting) this.#write(own, copySchema(source, { rewrite, leaveOut }));
  }

  #addAlone(name: string, root: JSONSchema, leaveOut: CopyOptions["leaveOut"]): void {
    const names = new Map<JSONSchema, string>([[root, name]]);
    const waiting: Array<ResolvedRef & { name: string }> = [{ name, schema: root, scope: rootScope(root) }];
    const rewrite = (schema: PlainSchema, scope: Scope | undefined): string | undefined => {
      const target = scope && follow(schema, scope);
      if (target === undefined) return undefined;
      let own = names.get(target.schema);
      if (own === undefined) {
        own = this.#reserve(`${name}.${waiting.length}`);
        names.set(target.schema, own);
        waiting.push({ name: own, ...target });
      }
      return refTo(own);
    };
    for (const { name: own, schema, scope } of waiting)
      this.#write(own, copySchema(schema, { rewrite, scope, leaveOut }));
  }

  #write(name: string, schema: PlainSchema | boolean): void {
    this.#schemas.set(name, isSchemaObject(schema) ? withoutDialect(schema) : schema);
  }

  #reserve(wanted: string): string {
    const clean = wanted.replaceAll(/[^A-Za-z0-9._-]/g, "_");
    let name = clean;
    for (let count = 2; this.#schemas.has(name); count++) name = `${clean}_${count}`;
    this.#schemas.set(name, {});
    return name;
  }
}

const DEFINITION = "#/$defs/";

function refTo(component: string): string {
  return `#/components/schemas/${component}`;
}

function definitionsOf(root: PlainSchema): PlainSchema {
  const definitions = root["$defs"];
  return isSchemaObject(definitions) ? definitions : {};
}

/** Whether the schema's definitions are the same as those of the same names that were written before. */
function canShare(root: PlainSchema, { sources }: Shared): boolean {
  const definitions = definitionsOf(root);
  if (root["definitions"] !== undefined) return false;
  const reached = new Set<string>(simpleReferences(root) ?? [""]);
  for (const name of reached) {
    if (!Object.hasOwn(definitions, name)) return false;
    const source = definitions[name] as JSONSchema;
    if (sources.has(name) && sources.get(name) !== source) return false;
    const further = simpleReferences(source);
    if (further === undefined) return false;
    for (const next of further) reached.add(next);
  }
  return true;
}

function follow(schema: PlainSchema, scope: Scope): ResolvedRef | undefined {
  const inner = enterScope(scope, schema);
  if (typeof schema["$ref"] === "string") return resolveRef(inner, { $ref: schema["$ref"] });
  if (typeof schema["$dynamicRef"] === "string")
    return resolveDynamicRef(inner, { $dynamicRef: schema["$dynamicRef"] });
  if (typeof schema["$recursiveRef"] !== "string") return undefined;
  return resolveDynamicRef(inner, { $recursiveRef: schema["$recursiveRef"] });
}
