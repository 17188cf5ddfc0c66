/**
 * The schemas of one document. A schema is converted when it is first used, once for all operations that reach it, and
 * stays one object. A schema that leaves this file is self-contained: its `$defs` hold what it reaches and nothing
 * else. If it reaches a lot, they are converted on demand (ADR 60).
 */
import type { TSchema } from "typebox";
import { messageOf } from "../../../errors/call-error.ts";
import { FromSchema } from "../../../schema/types/from-schema.ts";
import { markForeign } from "../../../schema/patterns/foreign-schema.ts";
import { addLazyDefinitions } from "../../../schema/types/lazy-definitions.ts";
import { isSchema } from "../../../schema/types/scope.ts";
import type { DocumentReferences, LoadedDocument, Located } from "../document/document-references.ts";
import type { DocumentVersion } from "../document/document-version.ts";
import type { ImportFinding, ImportReport } from "../options/import-report.ts";
import { isRawObject, ownValue } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";
import { shortHash } from "../../../shared/short-hash.ts";
import { meantBy } from "./base-schema.ts";
import { DefinitionReach } from "./definition-reach.ts";
import type { Converted } from "./definition-reach.ts";
import type { MessageDirection, SchemaTranslation } from "./schema-translation.ts";
import { reachesMore } from "./reached-size.ts";
import { MAX_NODES, tooManyParts, translateSchema } from "./translate-schema.ts";

/** A schema that others reference. */
interface Definition {
  readonly name: string;
  readonly source: RawObject;
  readonly document: LoadedDocument;
  readonly enclosing: readonly RawObject[];
  readonly converted: Partial<Record<MessageDirection, Converted<Definition>>>;
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
  /** Findings in the parts and, once finished, in everything that they reach. */
  readonly findings: readonly ImportFinding[];
}

/** Where a schema refers to a definition. */
interface ReferencePlace {
  readonly ref: string;
  readonly translation: SchemaTranslation;
  /** The schema that has the reference. */
  readonly from?: RawObject | undefined;
}

interface LateDefinitions {
  readonly reach: DefinitionReach<Definition>;
  readonly direction: MessageDirection;
  /** Receives the findings of all definitions, once all are read. */
  readonly findings: ImportFinding[];
}

/** The parts of a translation that differ from schema to schema. */
interface TranslationInput extends Pick<SchemaTranslation, "document" | "direction" | "where" | "enclosing"> {
  readonly uses: Set<Definition>;
}

/** `#/components/schemas/Pet`, and Swagger 2.0's `#/definitions/Pet`. */
const COMPONENT = /^#\/(?:components\/schemas|definitions)\/([A-Za-z0-9._-]+)$/;

/** If a schema reaches more nodes than this, the rest is converted on demand. This many take a few milliseconds. */
const EAGER_NODES = 100;
/** About as many, counted in objects of the document: maps of properties and lists are objects too. */
const EAGER_OBJECTS = 2.5 * EAGER_NODES;
/** More nodes are not shown. Checks convert what they need, one definition after the other. */
const MAX_REACHED_NODES = 100_000;
/** A definition with more schemas than this in place is not searched further for a `default`. */
const MOST_IN_PLACE = 50;

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
        if (uses.size === 0) return schema;
        let isLate = false;
        const convert = (definition: Definition): Converted<Definition> =>
          isLate ? this.#convertOrOpen(definition, direction) : this.#convert(definition, direction);
        const reach = new DefinitionReach(uses, convert, nodes);
        // Definitions that the schema itself names are always converted: if they cannot be used, neither can the
        // schema.
        const most = this.#reachesMuch(uses) ? uses.size : Infinity;
        if (reach.goOn(EAGER_NODES, most)) {
          findings.push(...reach.findings);
          return Object.assign(schema, { $defs: reach.definitions() });
        }
        isLate = true;
        return this.#addLater(schema, { reach, direction, findings });
      },
    };
  }

  /** Adds `$defs`. Each is converted when a check first needs it, and all of them when they are read. */
  #addLater(schema: TSchema, { reach, direction, findings }: LateDefinitions): TSchema {
    let all: Record<string, TSchema> | undefined;
    return addLazyDefinitions(schema, {
      one: (name) => {
        const definition = this.#definitionOf(name);
        return definition && this.#convertOrOpen(definition, direction).schema;
      },
      all: () => {
        if (all !== undefined) return all;
        if (!reach.goOn(MAX_REACHED_NODES)) {
          const why = `it reaches more than ${MAX_REACHED_NODES.toLocaleString("en")} parts, so the rest is shown as anything`;
          findings.push({ kind: "widened", where: "the definitions of this operation", why });
        }
        findings.push(...reach.findings);
        return (all = reach.definitions());
      },
      mayDefault: (name) => {
        const definition = this.#definitionOf(name);
        return definition !== undefined && this.#mayDefault(definition);
      },
    });
  }

  #reachesMuch(uses: ReadonlySet<Definition>): boolean {
    const sources = Array.from(uses, ({ source, document }) => ({ value: source, document }));
    return reachesMore(sources, this.#options.references, EAGER_OBJECTS);
  }

  #definitionOf(name: string): Definition | undefined {
    const source = this.#names.get(name);
    return source && this.#definitions.get(source);
  }

  /** Looks at the document, which costs less than converting the definition. */
  #mayDefault({ source, document }: Definition): boolean {
    const places: Located[] = [{ value: source, document }];
    for (const { value, document: where } of places) {
      if (!isRawObject(value)) continue;
      if (value["default"] !== undefined || places.length > MOST_IN_PLACE) return true;
      const { $ref, allOf } = value;
      const target = typeof $ref === "string" ? this.#options.references.follow($ref, where) : undefined;
      if (typeof target === "object") places.push(target);
      if (Array.isArray(allOf)) for (const item of allOf) places.push({ value: item, document: where });
    }
    return false;
  }

  /** A definition that cannot be converted accepts anything: the operation is in use already. */
  #convertOrOpen(definition: Definition, direction: MessageDirection): Converted<Definition> {
    try {
      return this.#convert(definition, direction);
    } catch (thrown) {
      const why = `it cannot be used, so anything is accepted: ${messageOf(thrown)}`;
      const finding: ImportFinding = { kind: "widened", where: `schema ${definition.name}`, why };
      this.#options.report.addFinding(finding);
      return (definition.converted[direction] = { schema: {}, uses: new Set(), nodes: 1, findings: [finding] });
    }
  }

  #convert(definition: Definition, direction: MessageDirection): Converted<Definition> {
    const known = definition.converted[direction];
    if (known !== undefined) return known;
    const uses = new Set<Definition>();
    const { document, enclosing, name, source } = definition;
    const where = `schema ${name}`;
    const translation = this.#translation({ document, direction, where, enclosing: [...enclosing], uses });
    const schema = FromSchema(translateSchema(translation, source) as object) as TSchema;
    const { nodes, findings, dependsOnDirection } = translation;
    const converted: Converted<Definition> = { schema, uses, nodes, findings };
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
      refer: (ref, translation, from) => {
        const target = this.#target(ref, translation);
        if ("missing" in target) return target;
        if (typeof target.value === "boolean") return { schema: target.value };
        const definition = this.#definitionAt(target as Located<RawObject>, { ref, translation, from });
        uses.add(definition);
        return { name: definition.name };
      },
    };
  }

  #target(ref: string, translation: SchemaTranslation): Located<RawObject | boolean> | { readonly missing: string } {
    const found = this.#options.references.follow(ref, translation.document);
    const target = typeof found === "string" ? localDefinition(ref, translation) : found;
    if (target === undefined) return { missing: typeof found === "string" ? found : `${ref} points at nothing` };
    if (!isSchema(target.value)) return { missing: `${JSON.stringify(ref)} is not a schema` };
    return target as Located<RawObject | boolean>;
  }

  #definitionAt(target: Located<RawObject>, { ref, translation, from }: ReferencePlace): Definition {
    const source = meantBy(from, target, this.#options.references);
    const known = this.#definitions.get(source);
    if (known !== undefined) return known;
    const isMain = target.document === this.#options.document;
    const name = this.#nameFor(
      source,
      isMain ? ref : `${target.document.url ?? ""} ${ref}`,
      source === target.value ? "" : "_base",
    );
    const enclosing = [...translation.enclosing];
    const definition: Definition = { name, source, document: target.document, enclosing, converted: {} };
    this.#definitions.set(source, definition);
    return definition;
  }

  /** A component keeps its name. Other schemas, and names that are awkward in a reference, get a suffix. */
  #nameFor(source: object, ref: string, suffix: string): string {
    const component = COMPONENT.exec(ref)?.[1];
    let name = component === undefined ? undefined : `${component}${suffix}`;
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

/** Strictly, `#/$defs/X` starts at the document's root. Many authors mean the schema around the reference. */
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
