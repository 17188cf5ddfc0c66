import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import type { Subscription, WireEnv } from "../operation/operation-env.ts";
import { operationId } from "../operation/operation-id.ts";
import { OperationType } from "../operation/operation-type.ts";
import type { RegisteredOperations } from "../operation/operation-types.ts";
import type { RemoteCallOptions } from "../protocol/caller/call-options.ts";
import { callsByName } from "../operation/calls-by-name.ts";
import { CallOrStream } from "./call-or-stream.ts";
import { toCallOptions } from "./client-options.ts";
import type { ClientCallOptions } from "./client-options.ts";

/** Calls operations of another peer: a `PendingRequestMap`, a spoke, a peer on a bus. */
export interface RemoteCaller {
  call(id: string, input?: unknown, options?: RemoteCallOptions): Promise<ResponseEnvelope>;
  subscribe(id: string, input?: unknown, options?: RemoteCallOptions): Subscription;
  /** Whether the id is that of a SUBSCRIPTION; undefined if that is not known. */
  isStream?(id: string): boolean | undefined;
}

/**
 * Calls by name, as in `env`. The options of a call may follow its input. The types are those of values after they have
 * travelled: a `Date` of the handler is a string here.
 */
export type OperationClient<TOperations = RegisteredOperations> = WireEnv<TOperations, [options?: ClientCallOptions]>;

/**
 * Calls operations of another peer by name, in the shape of `env`. Definitions (an array, or a module's exports) type
 * the inputs and results; their type alone is enough. If neither their values nor the caller say which operations are
 * streams, an operation that is iterated at once is a stream, and any other is sent as a call. A stream that was sent
 * as a call can still be iterated.
 *
 * @example
 * const client = createClient<typeof operations>(callMap);
 * const { data } = await client.math.add({ a: 1, b: 2 }, { timeoutMs: 500, signal });
 */
export function createClient<TOperations = RegisteredOperations>(
  caller: RemoteCaller,
  definitions?: TOperations,
  options?: ClientCallOptions,
): OperationClient<TOperations> {
  const types = typesOf(definitions);
  const isStream = (id: string): boolean | undefined => {
    const type = types.get(id);
    return type === undefined ? caller.isStream?.(id) : type === OperationType.SUBSCRIPTION;
  };
  const run = (id: string, input: unknown, own: ClientCallOptions | undefined): unknown => {
    const call = (): Promise<ResponseEnvelope> => caller.call(id, input, toCallOptions(options, own));
    const subscribe = (): Subscription => caller.subscribe(id, input, toCallOptions(options, own));
    switch (isStream(id)) {
      case true:
        return subscribe();
      case false:
        return call();
      default:
        return new CallOrStream({ call, subscribe });
    }
  };
  return callsByName({
    // `inputs.map(client.math.add)` passes other values than options after the input.
    call: (id, input, own) => run(id, input, typeof own === "object" && own !== null ? own : undefined),
  }) as OperationClient<TOperations>;
}

function typesOf(definitions: unknown): Map<string, unknown> {
  const types = new Map<string, unknown>();
  for (const definition of Object.values(definitions ?? {}) as unknown[]) {
    const { name, namespace, type } = (definition ?? {}) as Record<string, unknown>;
    // A module may export other things as well.
    if (typeof name === "string" && typeof namespace === "string") types.set(operationId({ name, namespace }), type);
  }
  return types;
}
