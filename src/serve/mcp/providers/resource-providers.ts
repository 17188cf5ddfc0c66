import { methodMarkOf } from "../../../operation/mcp/mcp-marks.ts";
import type { MCPMethod } from "../../../operation/mcp/mcp-marks.ts";
import { operationId } from "../../../operation/operation-id.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import type { RegistryChange } from "../../../registry/change-emitter.ts";
import { splitNamespace, withNamespace } from "./resource-uris.ts";

/** The operations of one source that answer for all of its resources, by the method of MCP that they answer. */
export interface ResourceProvider {
  /** The namespace of the source. It distinguishes its URIs, and the names of its prompts, from those of others. */
  readonly namespace: string;
  readonly operations: ReadonlyMap<MCPMethod, string>;
}

/** A resource of a source, by the URI that the source knows. */
export interface ProvidedResource {
  readonly provider: ResourceProvider;
  readonly uri: string;
}

interface Provider extends ResourceProvider {
  readonly operations: Map<MCPMethod, string>;
}

/** The sources that have resources. */
export class ResourceProviders {
  readonly #providers = new Map<string, Provider>();
  #sorted: readonly ResourceProvider[] | undefined;

  constructor(specs: Iterable<OperationSpec>) {
    for (const spec of specs) this.#add(spec);
  }

  update(changes: readonly RegistryChange[]): void {
    for (const { type, spec } of changes) {
      if (type === "unregistered") this.#remove(spec);
      else this.#add(spec);
    }
  }

  /** All, in a fixed order. */
  get all(): readonly ResourceProvider[] {
    return (this.#sorted ??= [...this.#providers.values()].sort((one, other) =>
      one.namespace < other.namespace ? -1 : 1,
    ));
  }

  get(namespace: string): ResourceProvider | undefined {
    return this.#providers.get(namespace);
  }

  /** The owner of a URI, as a client sent it. */
  find(uri: string): ProvidedResource | undefined {
    const split = splitNamespace(uri);
    if (split === undefined) return undefined;
    const provider = this.#providers.get(split.namespace) ?? this.#findInOtherCase(split.namespace);
    return provider && { provider, uri: split.uri };
  }

  /** A URI in what an operation says or answers, as clients see it. */
  toClient(uri: string, spec: OperationSpec): string {
    const namespace = sourceNamespace(spec);
    return this.#providers.has(namespace) ? withNamespace(uri, namespace) : uri;
  }

  /** Clients may write the host of a `file:` or `https:` URI in lower case. */
  #findInOtherCase(namespace: string): Provider | undefined {
    const found = [...this.#providers.values()].filter((each) => each.namespace.toLowerCase() === namespace);
    return found.length === 1 ? found[0] : undefined;
  }

  #add(spec: OperationSpec): void {
    const method = methodMarkOf(spec);
    if (method === undefined) return;
    const namespace = sourceNamespace(spec);
    const provider = this.#providers.get(namespace) ?? { namespace, operations: new Map() };
    provider.operations.set(method, operationId(spec));
    this.#providers.set(namespace, provider);
    this.#sorted = undefined;
  }

  #remove(spec: OperationSpec): void {
    const method = methodMarkOf(spec);
    const namespace = sourceNamespace(spec);
    const provider = this.#providers.get(namespace);
    if (method === undefined || provider?.operations.get(method) !== operationId(spec)) return;
    provider.operations.delete(method);
    if (provider.operations.size === 0) this.#providers.delete(namespace);
    this.#sorted = undefined;
  }
}

const GROUPS = /\.(?:resources|completion|prompts)$/;

/** The namespace of the source itself: what answers for its resources and prompts is one level below. */
export function sourceNamespace({ namespace }: OperationSpec): string {
  return namespace.replace(GROUPS, "");
}
