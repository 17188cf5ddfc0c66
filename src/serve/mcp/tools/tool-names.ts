/** Names of tools: what MCP clients and model providers take, one per operation. */
import { MAX_NAME_LENGTH, operationId } from "../../../operation/operation-id.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import type { RegistryChange } from "../../../registry/change-emitter.ts";
import { shortHash } from "../../../shared/short-hash.ts";

export interface NamingOptions {
  readonly wanted?: ((spec: OperationSpec) => string) | undefined;
  /** Names that no operation gets. */
  readonly reserved?: readonly string[];
}

/** A tool, and its place among all. */
export interface RankedTool {
  readonly id: string;
  readonly name: string;
  readonly rank: string;
}

/** Both ways between tools and operations. A name stays with its operation for as long as that is registered. */
export class ToolNames {
  readonly #ids = new Map<string, string>();
  /** The ids of the operations by the names of their tools. */
  readonly ids: ReadonlyMap<string, string> = this.#ids;
  readonly #tools = new Map<string, RankedTool>();
  readonly #wanted: (spec: OperationSpec) => string;
  readonly #reserved: ReadonlySet<string>;
  #ranked: readonly RankedTool[] = [];
  /** What `#ranked` does not hold yet. */
  readonly #added = new Map<string, RankedTool>();
  /** What `#ranked` still holds. */
  readonly #gone = new Set<RankedTool>();

  /** `wanted` gives the name that a tool should have. A name that is not allowed, taken or reserved is changed. */
  constructor(specs: Iterable<OperationSpec>, { wanted = operationId, reserved = [] }: NamingOptions = {}) {
    this.#wanted = wanted;
    this.#reserved = new Set(reserved);
    for (const spec of specs) this.#add(spec);
  }

  has(id: string): boolean {
    return this.#tools.has(id);
  }

  update(changes: readonly RegistryChange[]): void {
    for (const { type, id, spec } of changes) {
      const tool = this.#tools.get(id);
      if (type === "registered") this.#add(spec);
      else if (tool === undefined) continue;
      else if (type === "unregistered") this.#remove(tool);
      else this.#rank(tool, spec);
    }
  }

  /** The name that an operation gets when it is registered. */
  nameFor(spec: OperationSpec): string {
    return this.#free(operationId(spec), this.#wanted(spec));
  }

  /** In one order, whatever the order of registration: clients and models cache lists. Deprecated ones come last. */
  get ranked(): readonly RankedTool[] {
    if (this.#added.size === 0 && this.#gone.size === 0) return this.#ranked;
    const kept = this.#gone.size === 0 ? this.#ranked : this.#ranked.filter((tool) => !this.#gone.has(tool));
    const added = [...this.#added.values()].sort((one, other) => (one.rank < other.rank ? -1 : 1));
    const ranked: RankedTool[] = [];
    let taken = 0;
    // Only what is new is compared: a registry may have a hundred thousand names.
    for (const tool of added) {
      for (const place = firstAfter(kept, tool.rank); taken < place; taken++) ranked.push(kept[taken]!);
      ranked.push(tool);
    }
    for (; taken < kept.length; taken++) ranked.push(kept[taken]!);
    this.#added.clear();
    this.#gone.clear();
    return (this.#ranked = ranked);
  }

  #add(spec: OperationSpec): void {
    const id = operationId(spec);
    const name = this.#free(id, this.#wanted(spec));
    this.#ids.set(name, id);
    this.#rank({ id, name }, spec);
  }

  #rank({ id, name }: Omit<RankedTool, "rank">, { deprecated = false }: OperationSpec): void {
    // No name holds this character, and it sorts after all that they hold.
    const tool = { id, name, rank: deprecated === false ? name : `~${name}` };
    this.#forget(id);
    this.#tools.set(id, tool);
    this.#added.set(id, tool);
  }

  #remove({ id, name }: RankedTool): void {
    this.#forget(id);
    this.#tools.delete(id);
    this.#ids.delete(name);
  }

  #forget(id: string): void {
    const tool = this.#tools.get(id);
    if (!this.#added.delete(id) && tool !== undefined) this.#gone.add(tool);
  }

  #free(id: string, wanted: string): string {
    const allowed = toToolName(wanted);
    if (allowed.length <= MAX_NAME_LENGTH && !this.#ids.has(allowed) && !this.#reserved.has(allowed)) return allowed;
    // A hash of the id, so that the same operation gets the same name in every process.
    for (let salt = 0; ; salt++) {
      const suffix = `_${shortHash(`${id}${salt === 0 ? "" : salt}`)}`;
      const name = `${allowed.slice(0, MAX_NAME_LENGTH - suffix.length)}${suffix}`;
      if (!this.#ids.has(name)) return name;
    }
  }
}

/** A name with only what clients and model providers take. */
export function toToolName(wanted: string): string {
  return wanted.replaceAll(/[^A-Za-z0-9_-]/g, "_") || "_";
}

/** The place of the first tool behind a rank. */
export function firstAfter(ranked: readonly RankedTool[], rank: string): number {
  let [low, high] = [0, ranked.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranked[middle] as RankedTool).rank <= rank) low = middle + 1;
    else high = middle;
  }
  return low;
}
