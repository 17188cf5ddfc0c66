import type { TSchema } from "typebox";
import type { ImportFinding } from "../options/import-report.ts";

/** A definition, converted for one direction, or for both if they do not differ. */
export interface Converted<TDefinition> {
  readonly schema: TSchema;
  readonly uses: ReadonlySet<TDefinition>;
  readonly nodes: number;
  readonly findings: readonly ImportFinding[];
}

/**
 * The definitions that can be reached from some others, in the order in which they are found. The search can stop, and
 * continue later.
 */
export class DefinitionReach<TDefinition extends { readonly name: string }> {
  readonly #found: Set<TDefinition>;
  readonly #next: Iterator<TDefinition>;
  readonly #convert: (definition: TDefinition) => Converted<TDefinition>;
  readonly #reached = new Map<string, Converted<TDefinition>>();
  #nodes: number;

  /** `nodes` is the size of the schema from which the search starts. */
  constructor(
    uses: ReadonlySet<TDefinition>,
    convert: (definition: TDefinition) => Converted<TDefinition>,
    nodes: number,
  ) {
    this.#found = new Set(uses);
    // The iterator also gives definitions that are added later.
    this.#next = this.#found.values();
    this.#convert = convert;
    this.#nodes = nodes;
  }

  get findings(): readonly ImportFinding[] {
    return Array.from(this.#reached.values(), ({ findings }) => findings).flat();
  }

  /**
   * Converts reachable definitions, at most `most`. Returns `false`, and stops, if there are more, or if they and the
   * schema have more nodes than `limit`.
   */
  goOn(limit: number, most = Infinity): boolean {
    for (let count = 0; this.#nodes <= limit; count++) {
      if (count >= most) return false;
      const { done, value: definition } = this.#next.next();
      if (done === true) return true;
      const converted = this.#convert(definition);
      this.#nodes += converted.nodes;
      for (const used of converted.uses) this.#found.add(used);
      this.#reached.set(definition.name, converted);
    }
    return false;
  }

  /** All definitions that were found, with an open schema for those that are not converted. */
  definitions(): Record<string, TSchema> {
    const entries = Array.from(this.#found, ({ name }) => [name, this.#reached.get(name)?.schema ?? {}] as const);
    return Object.fromEntries(entries);
  }
}
