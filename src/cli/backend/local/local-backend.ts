/** The operations of the config, in this process. The person who runs it owns the config, so no rights are checked. */
import { decodeData, encodeData, subscribe, toJSONSchema } from "../../../entries/index.ts";
import type {
  CallContext,
  Identity,
  OperationRegistry,
  OperationSpec,
  ResponseEnvelope,
} from "../../../entries/index.ts";
import { unwritableResult } from "../../../errors/unwritable-result.ts";
import type { HubSources, LoadedConfig } from "../../../entries/hub.ts";
import { ownerIdentity } from "./owner-identity.ts";
import { missingSources } from "../missing-sources.ts";
import { SourcesOnDemand } from "./sources-on-demand.ts";
import type { OnDemandOptions } from "./sources-on-demand.ts";
import { OnDemandRegistry } from "./on-demand-registry.ts";
import type { Backend, BackendCall, DescribedOperation, ListedOperation, PlainEnvelope } from "../backend.ts";

export interface LocalBackendOptions extends Omit<OnDemandOptions, "registry" | "operator"> {
  /** The only operation that the command needs. */
  readonly id?: string | undefined;
}

/** The limits of programs that a person runs on their own machine: the largest possible ones. */
const OWN_LIMITS = {
  timeout: 2 ** 31 - 1,
  computeTime: 600_000,
  memory: 512 * 2 ** 20,
  codeLength: 10_000_000,
  calls: 1_000_000,
  inputLength: 50_000_000,
  outputLength: 50_000_000,
};

/**
 * Resolves when every source that is needed was tried once, or the time is up. With an `id`, those are the sources that
 * may have it. Others are opened when its handler calls them.
 */
export async function openLocalBackend(config: LoadedConfig, options: LocalBackendOptions): Promise<Backend> {
  const { id, log } = options;
  const registry = new OnDemandRegistry({
    onWarning: ({ message, ...fields }) => {
      // The commands say so themselves.
      if (fields.kind !== "deprecated") log?.("warn", message, fields);
    },
  });
  const operator = ownerIdentity(registry);
  const opened = await SourcesOnDemand.open(config, id, { ...options, registry, operator });
  registry.need = (needed) => opened.need(needed);
  return new LocalBackend(opened.sources, operator);
}

class LocalBackend implements Backend {
  readonly #sources: HubSources;
  readonly #registry: OperationRegistry;
  readonly #owner: Identity;

  constructor(sources: HubSources, owner: Identity) {
    this.#sources = sources;
    this.#owner = owner;
    this.#registry = sources.registry;
  }

  list(): Promise<ListedOperation[]> {
    const specs = this.#registry.list().filter((spec) => this.#registry.getHandler(idOf(spec)) !== undefined);
    return Promise.resolve(specs.map(summarise));
  }

  async describe(id: string): Promise<DescribedOperation> {
    const spec = this.#registry.getSpec(id);
    if (spec === undefined) {
      // The error of the registry is the best one: it suggests close ids.
      await this.#registry.execute(id);
      throw new Error(`There is no operation ${id}.`);
    }
    const { inputSchema, outputSchema, errorSchemas, accessControl } = spec;
    return toPlain({
      ...summarise(spec),
      inputSchema: toJSONSchema(inputSchema, "input"),
      outputSchema: toJSONSchema(outputSchema, "output"),
      errorSchemas: errorSchemas && describeErrors(errorSchemas),
      accessControl,
    }) as DescribedOperation;
  }

  async call({ id, input, ...rest }: BackendCall): Promise<PlainEnvelope> {
    const envelope = await this.#registry.execute(id, decodeData(input), this.#contextOf(rest));
    return written(envelope);
  }

  async *subscribe({ id, input, ...rest }: BackendCall): AsyncIterableIterator<PlainEnvelope> {
    for await (const envelope of subscribe(this.#registry, id, decodeData(input), this.#contextOf(rest))) {
      yield written(envelope);
    }
  }

  async runCode(code: string, call: Omit<BackendCall, "id" | "input">): Promise<PlainEnvelope> {
    const { CODE_OPERATION, codeOperation } = await import("../../../entries/code.ts");
    if (!this.#registry.has(CODE_OPERATION)) {
      const registry = this.#registry;
      registry.register(codeOperation({ registry, limits: OWN_LIMITS, exposeErrors: true }));
    }
    return await this.call({ id: CODE_OPERATION, input: { code }, ...call });
  }

  missing(): Promise<string[]> {
    return Promise.resolve(missingSources(this.#sources.statuses()));
  }

  async close(): Promise<void> {
    await this.#sources.close();
  }

  #contextOf({ signal, deadline, onProgress, onElicitation }: Omit<BackendCall, "id" | "input">): CallContext {
    return { identity: this.#owner, signal, deadline, onProgress, onElicitation };
  }
}

function idOf({ namespace, name }: OperationSpec): string {
  return `${namespace}.${name}`;
}

function summarise(spec: OperationSpec): ListedOperation {
  const { namespace, name, type, version, title, description, tags, deprecated, origin, idempotent } = spec;
  const words = { namespace, name, type, version, title, description, tags, deprecated };
  return { id: idOf(spec), ...words, origin, idempotent };
}

function describeErrors(errors: NonNullable<OperationSpec["errorSchemas"]>): object {
  return Object.fromEntries(
    Object.entries(errors).map(([code, { schema, ...rest }]) => [
      code,
      { ...rest, schema: schema && toJSONSchema(schema, "output") },
    ]),
  );
}

/** Here, and not when it is printed: what JSON can't express has the error of every interface, after the call has run. */
function written(envelope: ResponseEnvelope): PlainEnvelope {
  try {
    const encoded = encodeData(envelope) as PlainEnvelope;
    JSON.stringify(encoded);
    return encoded;
  } catch (cause) {
    throw unwritableResult(cause);
  }
}

/** Drops the symbols of the schema library. */
function toPlain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}
