/**
 * The schemas of one document. A schema is converted when it is first used, once for all operations that reach it, and
 * stays one object. A schema that leaves this file is self-contained: its `$defs` hold what it reaches and nothing else.
 */
import type { TSchema } from "typebox";
import { FromSchema } from "../../../schema/types/from-schema.ts";
import { markForeign } from "../../../schema/patterns/foreign-schema.ts";
import { isSchema } from "../../../schema/types/scope.ts";
import type { DocumentReferences, LoadedDocument } from "../document/document-references.ts";
import type { DocumentVersion } from "../document/document-version.ts";
import type { ImportFinding, ImportReport } from "../options/import-report.ts";
import { isRawObject, ownValue } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";
import { shortHash } from "../../../shared/short-hash.ts";
import type { MessageDirection, SchemaReference, SchemaTranslation } from "./schema-translation.ts";
import { MAX_NODES, tooManyParts, translateSchema } from "./translate-schema.ts";

/** A schema that others reference. */
interface Definition {
  readonly name: string;
  readonly source: RawObject;
  readonly document: LoadedDocument;
  readonly enclosing: readonly RawObject[];
  readonly converted: Partial<Record<MessageDirection, Converted>>;
}

/** A definition, converted for one direction, or for both where they do not differ. */
interface Converted {
  readonly schema: TSchema;
  readonly uses: ReadonlySet<Definition>;
  readonly nodes: number;
  readonly findings: readonly ImportFinding[];
}

export interface DocumentSchemasOptions {
  readonly document: LoadedDocument;
  readonly version: DocumentVersion;
  readonly references: DocumentReferences;
  readonly report: ImportReport;
  readonly trustsPatterns: boolean;
}

/** Where a part of a schema is. */
export interface PartLocation {
  readonly document: LoadedDocument;
  /** How findings name it. */
  readonly where: string;
  /** The schema around it, whose `$defs` it may refer to. */
  readonly enclosing?: RawObject | undefined;
}

/** A self-contained schema while it is built: parts are translated one by one, then assembled. */
export interface SchemaDraft {
  translate(part: unknown, place: PartLocation): unknown;
  /** The schema around the translated parts, with the `$defs` that they reach. */
  finish(root: object): TSchema;
  /** Of the parts and, once finished, of everything that they reach. */
  readonly findings: readonly ImportFinding[];
}

/** The parts of a translation that differ from schema to schema. */
interface TranslationInput extends Pick<SchemaTranslation, "document" | "direction" | "where" | "enclosing"> {
  readonly uses: Set<Definition>;
}

/** `#/components/schemas/Pet`, and Swagger 2.0's `#/definitions/Pet`. */
const COMPONENT = /^#\/(?:components\/schemas|definitions)\/([A-Za-z0-9._-]+)$/;

export class DocumentSchemas {
  readonly #options: DocumentSchemasOptions;
  readonly #definitions = new Map<object, Definition>();
  readonly #names = new Map<string, object>();

  constructor(options: DocumentSchemasOptions) {
    this.#options = options;
  }

  draft(direction: MessageDirection): SchemaDraft {
    const uses = new Set<Definition>();
    const findings: ImportFinding[] = [];
    let nodes = 0;
    return {
      findings,
      translate: (part, { document, where, enclosing: around }) => {
        const enclosing = around === undefined ? [] : [around];
        const translation = this.#translation({ document, direction, where, enclosing, uses });
        const translated = translateSchema(translation, part);
        nodes += translation.nodes;
        if (nodes > MAX_NODES) throw tooManyParts(where);
        findings.push(...translation.findings);
        for (const finding of translation.findings) this.#options.report.addFinding(finding);
        return translated;
      },
      finish: (root) => {
        const converted = FromSchema(root) as TSchema;
        const schema = this.#options.trustsPatterns ? converted : markForeign(converted);
        const reached = this.#reach(uses, { direction, nodes });
        if (reached.size === 0) return schema;
        for (const definition of reached.values()) findings.push(...definition.findings);
        const $defs = Object.fromEntries(Array.from(reached, ([name, definition]) => [name, definition.schema]));
        return Object.assign(schema, { $defs });
      },
    };
  }

  /** All definitions that can be reached from these, by name, in the order in which they are found. */
  #reach(
    uses: ReadonlySet<Definition>,
    { direction, nodes: ownNodes }: Pick<SchemaTranslation, "direction" | "nodes">,
  ): Map<string, Converted> {
    const definitions = new Set(uses);
    const reached = new Map<string, Converted>();
    let nodes = ownNodes;
    // The set grows during the iteration.
    for (const definition of definitions) {
      const converted = this.#convert(definition, direction);
      nodes += converted.nodes;
      if (nodes > MAX_NODES) throw tooManyParts("the schema of this operation, with its references,");
      for (const next of converted.uses) definitions.add(next);
      reached.set(definition.name, converted);
    }
    return reached;
  }

  #convert(definition: Definition, direction: MessageDirection): Converted {
    const known = definition.converted[direction];
    if (known !== undefined) return known;
    const uses = new Set<Definition>();
    const { document, enclosing, name, source } = definition;
    const where = `schema ${name}`;
    const translation = this.#translation({ document, direction, where, enclosing: [...enclosing], uses });
    const schema = FromSchema(translateSchema(translation, source) as object) as TSchema;
    const { nodes, findings, dependsOnDirection } = translation;
    const converted: Converted = { schema, uses, nodes, findings };
    this.#options.report.countConvertedSchema();
    for (const finding of findings) this.#options.report.addFinding(finding);
    definition.converted[direction] = converted;
    if (!dependsOnDirection) definition.converted.request = definition.converted.response = converted;
    return converted;
  }

  #translation(given: TranslationInput): SchemaTranslation {
    const { uses, ...rest } = given;
    const { references, trustsPatterns, version } = this.#options;
    return {
      ...rest,
      references,
      trustsPatterns,
      ignoresRefSiblings: version !== "3.1",
      findings: [],
      nodes: 0,
      dependsOnDirection: false,
      refer: (ref, translation) => this.#refer(ref, translation, uses),
    };
  }

  #refer(ref: string, translation: SchemaTranslation, uses: Set<Definition>): SchemaReference {
    const { references, document } = this.#options;
    const found = references.follow(ref, translation.document);
    const target = typeof found === "string" ? localDefinition(ref, translation) : found;
    if (target === undefined) return { missing: typeof found === "string" ? found : `${ref} points at nothing` };
    if (!isSchema(target.value)) return { missing: `${JSON.stringify(ref)} is not a schema` };
    if (typeof target.value === "boolean") return { schema: target.value };
    const source = target.value as RawObject;
    let definition = this.#definitions.get(source);
    if (definition === undefined) {
      const isMain = target.document === document;
      const name = this.#nameFor(source, isMain ? ref : `${target.document.url ?? ""} ${ref}`);
      const enclosing = [...translation.enclosing];
      definition = { name, source, document: target.document, enclosing, converted: {} };
      this.#definitions.set(source, definition);
    }
    uses.add(definition);
    return { name: definition.name };
  }

  /** A component keeps its name. Other schemas, and names that are awkward in a reference, get a suffix. */
  #nameFor(source: object, ref: string): string {
    const component = COMPONENT.exec(ref)?.[1];
    let name = component;
    if (name === undefined || name === "__proto__") {
      const last = ref
        .slice(ref.lastIndexOf("/") + 1)
        .replaceAll(/[^A-Za-z0-9.-]+/g, "_")
        .slice(0, 60);
      name = `${last}_${shortHash(ref)}`;
    }
    while (this.#names.has(name)) name += "_";
    this.#names.set(name, source);
    return name;
  }
}

/** Strictly read, `#/$defs/X` starts at the document's root. Many authors mean the schema around the reference. */
function localDefinition(
  ref: string,
  translation: SchemaTranslation,
): { readonly value: unknown; readonly document: LoadedDocument } | undefined {
  const match = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(ref);
  if (match === null) return undefined;
  for (const schema of translation.enclosing.toReversed()) {
    const definitions = ownValue(schema, match[1]!);
    const value = isRawObject(definitions) ? ownValue(definitions, match[2]!) : undefined;
    if (value !== undefined) return { value, document: translation.document };
  }
  return undefined;
}
