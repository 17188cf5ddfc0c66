/** The operations of the config, in this process. The person who runs it owns the config, so no rights are checked. */
import { OperationRegistry, decodeData, encodeData, subscribe, toJSONSchema } from "../../entries/index.ts";
import type { CallContext, OperationSpec } from "../../entries/index.ts";
import { openSources } from "../../entries/hub.ts";
import type { HubSources, LoadedConfig, OpenSourcesOptions, SourceStatus } from "../../entries/hub.ts";
import { waitForSources } from "./wait-for-sources.ts";
import type { SourceWait } from "./wait-for-sources.ts";
import { missingSources } from "./missing-sources.ts";
import type { Backend, BackendCall, DescribedOperation, ListedOperation, PlainEnvelope } from "./backend.ts";

export interface LocalBackendOptions extends Pick<OpenSourcesOptions, "approve" | "log">, SourceWait {
  /** Called with the state of the sources while they connect. */
  readonly onStatus?: ((statuses: readonly SourceStatus[]) => void) | undefined;
}

/** Milliseconds that sources have to close. */
const CLOSE_GRACE = 1000;

const IDENTITY = { id: "local", scopes: ["*"] };

/** Resolves when every source was tried once, or the time is up. */
export async function openLocalBackend(config: LoadedConfig, options: LocalBackendOptions): Promise<Backend> {
  const { approve, log, onStatus } = options;
  const registry = new OperationRegistry({
    onWarning: ({ message, ...fields }) => {
      // The commands say so themselves.
      if (fields.kind !== "deprecated") log?.("warn", message, fields);
    },
  });
  const sources = await openSources(config, { registry, approve, log, graceMs: CLOSE_GRACE, operator: IDENTITY });
  const stop = sources.onChange(() => onStatus?.(sources.statuses()));
  onStatus?.(sources.statuses());
  try {
    await waitForSources(sources, options);
  } catch (thrown) {
    await sources.close({ graceMs: 0 });
    throw thrown;
  } finally {
    stop();
  }
  return new LocalBackend(sources);
}

class LocalBackend implements Backend {
  readonly #sources: HubSources;
  readonly #registry: OperationRegistry;

  constructor(sources: HubSources) {
    this.#sources = sources;
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
    const envelope = await this.#registry.execute(id, decodeData(input), contextOf(rest));
    return encodeData(envelope) as PlainEnvelope;
  }

  async *subscribe({ id, input, ...rest }: BackendCall): AsyncIterableIterator<PlainEnvelope> {
    for await (const envelope of subscribe(this.#registry, id, decodeData(input), contextOf(rest))) {
      yield encodeData(envelope) as PlainEnvelope;
    }
  }

  missing(): Promise<string[]> {
    return Promise.resolve(missingSources(this.#sources.statuses()));
  }

  async close(): Promise<void> {
    await this.#sources.close({ graceMs: CLOSE_GRACE });
  }
}

function contextOf({ signal, deadline, onProgress, onElicitation }: Omit<BackendCall, "id" | "input">): CallContext {
  return { identity: IDENTITY, signal, deadline, onProgress, onElicitation };
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

/** Drops the symbols of the schema library. */
function toPlain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}
