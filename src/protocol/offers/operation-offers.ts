import { CallError, messageOf } from "../../errors/call-error.ts";
import { operationId } from "../../operation/operation-id.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import type { RegistryChange } from "../../registry/change-emitter.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { runInSlices } from "../../shared/time/slices.ts";
import { toOffer } from "./offered-operation.ts";
import type { PeerEvent } from "../wire/protocol-event.ts";

/**
 * Decides which operations are offered to others. An operation for which it throws is not offered, and `onError` is
 * called.
 */
export type OfferFilter = (spec: OperationSpec) => boolean;

export interface OperationOffersOptions {
  readonly registry: OperationRegistry;
  /** Default: all that can run here. The operations of other peers are theirs to offer. */
  readonly filter?: OfferFilter | undefined;
  /** Sends to every peer that should know. Throws if an event cannot be sent. */
  readonly send: (event: PeerEvent) => void;
  readonly onError: (error: unknown) => void;
}

/** Characters of specs in one event, so that neither side works on thousands of specs at once. */
const BATCH_LENGTH = 64 * 1024;

/** Specs that are written in one step. */
const STEP = 4;

/** Tells other peers what a registry offers, and every change of it. */
export class OperationOffers {
  readonly #options: OperationOffersOptions;
  readonly #stop: () => void;
  /** The ids that others know, or may know. */
  readonly #offered = new Set<string>();
  /** Changes that were not told yet. */
  readonly #untold = new Map<string, OperationSpec>();
  #isTelling = false;
  #isClosed = false;
  /** Everything that is being told. Closing stops it. */
  readonly #telling = new Set<Map<string, OperationSpec>>();
  /** The specs for which the filter threw. It is asked for every call, and one report for each spec is enough. */
  readonly #reported = new WeakSet<OperationSpec>();

  constructor(options: OperationOffersOptions) {
    this.#options = options;
    for (const spec of options.registry.list()) {
      const id = operationId(spec);
      if (this.#isOffered(spec, id)) this.#offered.add(id);
    }
    this.#stop = options.registry.onChange((changes) => this.#tellChanges(changes));
  }

  close(): void {
    this.#isClosed = true;
    this.#stop();
    for (const specs of this.#telling) specs.clear();
  }

  /** Whether others may call it. A filter is asked each time, because its answer may change. */
  readonly mayCall = (spec: OperationSpec, id: string): boolean => {
    const { filter } = this.#options;
    return filter === undefined ? this.#offered.has(id) : this.#passes(filter, spec);
  };

  #isOffered(spec: OperationSpec, id: string): boolean {
    const { filter, registry } = this.#options;
    if (filter !== undefined) return this.#passes(filter, spec);
    return spec.origin?.source !== "remote" && registry.getHandler(id) !== undefined;
  }

  /** A filter that throws does not say yes, and must not keep the other operations from being offered. */
  #passes(filter: OfferFilter, spec: OperationSpec): boolean {
    try {
      return filter(spec);
    } catch (error) {
      if (!this.#reported.has(spec)) {
        this.#reported.add(spec);
        this.#options.onError(
          new Error(`${operationId(spec)} is not offered: the \`offer\` filter threw: ${messageOf(error)}`),
        );
      }
      return false;
    }
  }

  /** Tells a new peer everything. */
  tellAll(send = this.#options.send): void {
    this.#tell(new Map(this.#options.registry.list().map((spec) => [operationId(spec), spec])), send);
  }

  #tellChanges(changes: readonly RegistryChange[]): void {
    const gone: string[] = [];
    for (const { type, id, spec, caller } of changes) {
      if (type !== "unregistered" && this.#isOffered(spec, id)) {
        // Others know it already: the change concerns one caller.
        if (caller !== undefined && this.#offered.has(id)) continue;
        this.#offered.add(id);
        this.#untold.set(id, spec);
        // This includes an operation whose replacement is not offered or cannot run here.
      } else if (this.#offered.delete(id)) gone.push(id);
    }
    if (gone.length > 0) this.#withdraw(gone);
    if (this.#isTelling || this.#untold.size === 0) return;
    this.#isTelling = true;
    this.#tell(this.#untold, this.#options.send, () => (this.#isTelling = false));
  }

  /**
   * Offers these in slices. Operations that are withdrawn or replaced meanwhile are not offered: each change announces
   * itself.
   */
  #tell(specs: Map<string, OperationSpec>, send: OperationOffersOptions["send"], onEnd?: () => void): void {
    this.#telling.add(specs);
    const end = (): void => {
      this.#telling.delete(specs);
      onEnd?.();
    };
    void runInSlices(this.#tellInSteps(specs, send, end)).ended.catch(this.#options.onError);
  }

  *#tellInSteps(
    specs: Map<string, OperationSpec>,
    send: OperationOffersOptions["send"],
    onEnd: () => void,
  ): Generator<void> {
    const { registry } = this.#options;
    let batch: Array<readonly [id: string, spec: OperationSpec, offer: unknown]> = [];
    let length = 0;
    const sendNow = (): void => {
      // An earlier step wrote them. Specs that have changed since then announce themselves.
      const offers = batch.filter(([id, spec]) => registry.getSpec(id) === spec).map(([, , offer]) => offer);
      batch = [];
      length = 0;
      if (offers.length > 0) this.#sendBatch(offers, send);
    };
    try {
      let written = 0;
      for (const [id, spec] of specs) {
        specs.delete(id);
        if (registry.getSpec(id) === spec && this.#isOffered(spec, id)) {
          const offer = this.#write(spec);
          if (offer !== undefined) {
            batch.push([id, spec, offer.value]);
            length += offer.length;
          }
        }
        if (length > BATCH_LENGTH) sendNow();
        if (++written % STEP === 0 && specs.size > 0) yield;
      }
      if (!this.#isClosed) sendNow();
    } finally {
      onEnd();
    }
  }

  #write(spec: OperationSpec): { readonly value: unknown; readonly length: number } | undefined {
    try {
      const value = toOffer(spec);
      return { value, length: JSON.stringify(value).length };
    } catch (error) {
      // A schema that is made on demand may fail. The other operations are offered all the same.
      this.#options.onError(new Error(`${operationId(spec)} is not offered: ${messageOf(error)}`));
      return undefined;
    }
  }

  #withdraw(operationIds: readonly string[]): void {
    try {
      this.#options.send({ type: "peer.withdrawn", operationIds: [...operationIds] });
    } catch (error) {
      if (operationIds.length === 1 || !isTooLarge(error)) return this.#options.onError(error);
      const half = operationIds.length / 2;
      this.#withdraw(operationIds.slice(0, half));
      this.#withdraw(operationIds.slice(half));
    }
  }

  #sendBatch(operations: unknown[], send: OperationOffersOptions["send"]): void {
    try {
      send({ type: "peer.offered", operations });
    } catch (error) {
      // An operation that is too large by itself must not keep the others back.
      if (operations.length === 1 || !isTooLarge(error))
        return this.#options.onError(new Error(`Not offered: ${messageOf(error)}`));
      for (const operation of operations) this.#sendBatch([operation], send);
    }
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof CallError && error.code === "PAYLOAD_TOO_LARGE";
}
