import { checkAccess } from "../../../operation/access-control.ts";
import type { Identity } from "../../../operation/access-control.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import type { OperationRegistry } from "../../../registry/operation-registry.ts";
import type { ServeMCPSettings } from "../options/serve-mcp-options.ts";
import { ChangeAnnouncer } from "./change-announcer.ts";
import { firstAfter, ToolNames } from "./tool-names.ts";
import type { NamingOptions, RankedTool } from "./tool-names.ts";

/** One page of a list. */
export interface CatalogPage<TDefinition> {
  readonly items: readonly TDefinition[];
  readonly nextCursor?: string;
}

export interface SpecCatalogOptions<TDefinition> extends NamingOptions {
  /** Which operations belong to it. */
  readonly includes: (spec: OperationSpec) => boolean;
  /** An operation as the list shows it. */
  readonly define: (name: string, spec: OperationSpec) => TDefinition;
}

/** Operations of a registry as tools, or as prompts: which there are, what they are called, and who sees them. */
export class SpecCatalog<TDefinition> {
  protected readonly registry: OperationRegistry;
  protected readonly settings: ServeMCPSettings;
  readonly #options: SpecCatalogOptions<TDefinition>;
  readonly #names: ToolNames;
  readonly #stop: () => void;
  readonly #announcer = new ChangeAnnouncer();

  constructor(registry: OperationRegistry, settings: ServeMCPSettings, options: SpecCatalogOptions<TDefinition>) {
    this.registry = registry;
    this.settings = settings;
    this.#options = options;
    this.#names = new ToolNames(registry.list().filter(options.includes), options);
    this.#stop = registry.onChange((changes) => {
      const ours = changes.filter(({ id, spec }) => options.includes(spec) || this.#names.has(id));
      if (ours.length === 0) return;
      this.#announcer.note(ours);
      // What one caller sees changes no name.
      if (ours[0]?.caller !== undefined) return;
      this.#names.update(
        // A replacement of another kind removes the operation from here, or adds it.
        ours.map((change) => {
          if (change.type !== "replaced") return change;
          if (!options.includes(change.spec)) return { ...change, type: "unregistered" };
          return this.#names.has(change.id) ? change : { ...change, type: "registered" };
        }),
      );
    });
  }

  /** All of them, for all callers together. */
  protected get ranked(): readonly RankedTool[] {
    return this.#names.ranked;
  }

  /** The id of the operation behind a name. */
  idOf(name: string): string | undefined {
    return this.#names.ids.get(name);
  }

  /** An operation for a caller who may call it. For other callers it does not exist. */
  findById(id: string, identity: Identity | undefined): OperationSpec | undefined {
    const spec = this.registry.getSpec(id);
    return spec !== undefined && isVisible(this.registry, this.settings, { id, spec, identity }) ? spec : undefined;
  }

  /** All operations that a caller may call, in the order of their names. No schema is read. */
  *visible(identity: Identity | undefined): Generator<OperationSpec> {
    for (const { id } of this.#names.ranked) {
      const spec = this.findById(id, identity);
      if (spec !== undefined) yield spec;
    }
  }

  /** What a caller may call, in the order of their ranks; `cursor` is the rank where the last page ended. */
  list(identity: Identity | undefined, cursor?: string): CatalogPage<TDefinition> {
    const { ranked } = this.#names;
    const items: TDefinition[] = [];
    let last = "";
    for (let index = cursor === undefined ? 0 : firstAfter(ranked, cursor); index < ranked.length; index++) {
      const { id, name, rank } = ranked[index] as RankedTool;
      const spec = this.findById(id, identity);
      const item = spec === undefined ? undefined : this.define(name, spec);
      if (item === undefined) continue;
      // Only a further item makes a further page: an empty last page would reveal what the caller may not see.
      if (items.length >= this.settings.pageSize) return { items, nextCursor: last };
      items.push(item);
      last = rank;
    }
    return { items };
  }

  /** As `ChangeAnnouncer.onChange`. */
  onChange(listener: (caller: string | undefined) => void): () => void {
    return this.#announcer.onChange(listener);
  }

  close(): void {
    this.#stop();
    this.#announcer.stop();
  }

  /** Whether an operation that is not registered is one of these, and has this name. Only its id is known. */
  protected isNamed(id: string, name: string): boolean {
    const dot = id.lastIndexOf(".");
    const known = { namespace: id.slice(0, dot), name: id.slice(dot + 1) } as OperationSpec;
    try {
      return (this.settings.filter?.(known) ?? true) && this.#names.nameFor(known) === name;
    } catch {
      // A program's own filter or naming may need more than the id.
      return false;
    }
  }

  /** One bad schema costs one item: the schemas of imported operations may turn out bad when they are first read. */
  protected define(name: string, spec: OperationSpec): TDefinition | undefined {
    try {
      return this.#options.define(name, spec);
    } catch (error) {
      this.settings.onError?.(error);
      return undefined;
    }
  }
}

interface Viewed {
  readonly id: string;
  readonly spec: OperationSpec;
  readonly identity: Identity | undefined;
}

/** Whether a caller may know of an operation, and call it. */
export function isVisible(
  registry: OperationRegistry,
  settings: ServeMCPSettings,
  { id, spec, identity }: Viewed,
): boolean {
  return (
    checkAccess(spec.accessControl, identity) &&
    registry.getHandler(id) !== undefined &&
    (settings.filter?.(spec) ?? true)
  );
}
