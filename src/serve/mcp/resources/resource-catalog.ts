import type { Identity } from "../../../operation/access-control.ts";
import { methodMarkOf, resourceMarkOf } from "../../../operation/mcp/mcp-marks.ts";
import type { MCPMethod } from "../../../operation/mcp/mcp-marks.ts";
import { operationId } from "../../../operation/operation-id.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import type { OperationRegistry } from "../../../registry/operation-registry.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import type { ServeMCPSettings } from "../options/serve-mcp-options.ts";
import type { ResourceProvider, ResourceProviders } from "../providers/resource-providers.ts";
import { ChangeAnnouncer } from "../tools/change-announcer.ts";
import { isVisible } from "../tools/spec-catalog.ts";

/** An operation that a caller may call. */
export interface CallableOperation {
  readonly id: string;
  readonly spec: OperationSpec;
}

/** A resource that is a separate operation, as a list shows it. */
export interface OwnResource extends CallableOperation {
  /** Its URI, or its template. */
  readonly uri: string;
  readonly definition: Readonly<Record<string, unknown>>;
}

/** The resources of a registry: separate operations, and sources that have many. */
export class ResourceCatalog {
  readonly providers: ResourceProviders;
  readonly #registry: OperationRegistry;
  readonly #settings: ServeMCPSettings;
  /** The ids of operations by the URIs, or templates, that they read. */
  readonly #own = new Map<string, string>();
  readonly #stop: () => void;
  readonly #announcer = new ChangeAnnouncer();

  constructor(registry: OperationRegistry, settings: ServeMCPSettings, providers: ResourceProviders) {
    this.#registry = registry;
    this.#settings = settings;
    this.providers = providers;
    for (const spec of registry.list()) this.#add(spec);
    this.#stop = registry.onChange((changes) => {
      const ours = changes.filter(({ spec }) => methodMarkOf(spec) !== undefined || resourceMarkOf(spec) !== undefined);
      if (ours.length === 0) return;
      providers.update(ours);
      for (const { type, spec } of ours) if (type === "unregistered") this.#remove(spec);
      for (const { type, spec } of ours) if (type !== "unregistered") this.#add(spec);
      this.#announcer.note(ours);
    });
  }

  /** The operation of a source that answers a method, for a caller who may call it. */
  operationFor(
    provider: ResourceProvider,
    method: MCPMethod,
    identity: Identity | undefined,
  ): CallableOperation | undefined {
    return this.findById(provider.operations.get(method), identity);
  }

  /** An operation for a caller who may call it. */
  findById(id: string | undefined, identity: Identity | undefined): CallableOperation | undefined {
    const spec = id === undefined ? undefined : this.#registry.getSpec(id);
    if (id === undefined || spec === undefined) return undefined;
    return isVisible(this.#registry, this.#settings, { id, spec, identity }) ? { id, spec } : undefined;
  }

  /** The resources, or templates, that are separate operations, in a fixed order. */
  own(kind: "uri" | "uriTemplate", identity: Identity | undefined): OwnResource[] {
    const found: OwnResource[] = [];
    for (const uri of [...this.#own.keys()].sort()) {
      const isTemplate = uri.includes("{");
      const operation = isTemplate === (kind === "uriTemplate") ? this.findOwn(uri, identity) : undefined;
      if (operation !== undefined) found.push({ ...operation, uri, definition: defineResource(operation.spec, kind) });
    }
    return found;
  }

  /** The operation that reads this URI, or this template. */
  findOwn(uri: string, identity: Identity | undefined): CallableOperation | undefined {
    return this.findById(this.#own.get(uri), identity);
  }

  /** As `ChangeAnnouncer.onChange`. */
  onChange(listener: (caller: string | undefined) => void): () => void {
    return this.#announcer.onChange(listener);
  }

  close(): void {
    this.#stop();
    this.#announcer.stop();
  }

  /** Of two with the same URI, the first keeps it. */
  #add(spec: OperationSpec): void {
    const mark = resourceMarkOf(spec);
    if (mark !== undefined && !this.#own.has(mark.uri)) this.#own.set(mark.uri, operationId(spec));
  }

  #remove(spec: OperationSpec): void {
    const mark = resourceMarkOf(spec);
    if (mark !== undefined && this.#own.get(mark.uri) === operationId(spec)) this.#own.delete(mark.uri);
  }
}

function defineResource(spec: OperationSpec, kind: "uri" | "uriTemplate"): Readonly<Record<string, unknown>> {
  const { uri, mimeType, size } = resourceMarkOf(spec) ?? { uri: "" };
  const { annotations, icons, _meta } = (spec.metadata?.["mcp"] ?? {}) as Readonly<Record<string, unknown>>;
  return {
    [kind]: uri,
    name: spec.name,
    ...(spec.title === undefined ? {} : { title: spec.title }),
    ...(spec.description === "" ? {} : { description: spec.description }),
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(size === undefined || kind === "uriTemplate" ? {} : { size }),
    ...(isRecord(annotations) ? { annotations } : {}),
    ...(Array.isArray(icons) ? { icons } : {}),
    ...(isRecord(_meta) ? { _meta } : {}),
  };
}
