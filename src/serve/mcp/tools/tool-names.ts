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

/** Both ways between tools and operations. A name stays with its operation for as long as that is registered. */
export class ToolNames {
  readonly #ids = new Map<string, string>();
  /** The ids of the operations by the names of their tools. */
  readonly ids: ReadonlyMap<string, string> = this.#ids;
  readonly #names = new Map<string, string>();
  readonly #wanted: (spec: OperationSpec) => string;
  readonly #reserved: ReadonlySet<string>;
  #sorted: readonly string[] | undefined;

  /** `wanted` says how a tool should be called; what is not allowed in it, taken or reserved is changed. */
  constructor(specs: Iterable<OperationSpec>, { wanted = operationId, reserved = [] }: NamingOptions = {}) {
    this.#wanted = wanted;
    this.#reserved = new Set(reserved);
    for (const spec of specs) this.#add(spec);
  }

  update(changes: readonly RegistryChange[]): void {
    for (const { type, id, spec } of changes) {
      if (type === "unregistered") this.#remove(id);
      else if (type === "registered") this.#add(spec);
    }
  }

  /** In one order, whatever the order of registration: clients and models cache lists. */
  get sorted(): readonly string[] {
    return (this.#sorted ??= [...this.#ids.keys()].sort());
  }

  #add(spec: OperationSpec): void {
    const id = operationId(spec);
    const name = this.#free(id, this.#wanted(spec));
    this.#ids.set(name, id);
    this.#names.set(id, name);
    this.#sorted = undefined;
  }

  #remove(id: string): void {
    const name = this.#names.get(id);
    if (name === undefined) return;
    this.#names.delete(id);
    this.#ids.delete(name);
    this.#sorted = undefined;
  }

  #free(id: string, wanted: string): string {
    const allowed = toToolName(wanted);
    if (allowed.length <= MAX_NAME_LENGTH && !this.#ids.has(allowed) && !this.#reserved.has(allowed)) return allowed;
    // Of the id, so that the same operation gets the same name in every process.
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
