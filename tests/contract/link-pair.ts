/** Two ends of a link, with a registry that answers at the far end. */
import { expect } from "vitest";
import type { Identity } from "../../src/entries/index.ts";
import { buildCallHandler } from "../../src/protocol/responder/call-handler.ts";
import type { CallHandler, CallHandlerOptions } from "../../src/protocol/responder/call-handler.ts";
import type { Link } from "../../src/protocol/ports/link.ts";
import { PendingRequestMap } from "../../src/protocol/caller/pending-request-map.ts";
import { newCounters } from "../../src/protocol/wire/protocol-counters.ts";
import type { ProtocolCounters } from "../../src/protocol/wire/protocol-counters.ts";
import type { ProtocolLimits } from "../../src/protocol/wire/protocol-limits.ts";
import { waitingDeadlines } from "../../src/shared/time/deadline-timer.ts";
import { contractRegistry } from "./contract-operations.ts";
import type { Seen } from "./contract-operations.ts";
import { midCallOperations } from "./mid-call-operations.ts";
import type { QuestionEnds } from "./mid-call-operations.ts";

export interface PairOptions {
  readonly limits: Partial<ProtocolLimits>;
  /** The caller at the near end. */
  readonly identity: Identity | undefined;
  /** The far end's registry. */
  readonly counters: ProtocolCounters;
}

export interface LinkPair {
  readonly near: Link;
  readonly far: Link;
  /** Sends the far end something that a well-behaved peer never sends. */
  readonly inject: ((message: string | Uint8Array) => void) | undefined;
  /** Closes both ends. */
  readonly close: () => Promise<void>;
}

export type MakePair = (options: PairOptions) => Promise<LinkPair>;

export interface ContractOptions extends Partial<Omit<PairOptions, "counters">> {
  readonly identify?: CallHandlerOptions["identify"];
}

/** A connected caller and responder. */
export class Contract {
  readonly counters: ProtocolCounters;
  readonly pair: LinkPair;
  readonly caller: PendingRequestMap;
  readonly responder: PendingRequestMap;
  readonly handler: CallHandler;
  readonly seen: Seen;
  readonly questionEnds: QuestionEnds = [];

  private constructor(pair: LinkPair, options: ContractOptions, counters: ProtocolCounters) {
    const { limits, identify } = options;
    const { registry, seen } = contractRegistry();
    registry.registerAll(midCallOperations(this.questionEnds));
    this.counters = counters;
    this.pair = pair;
    this.seen = seen;
    this.caller = new PendingRequestMap(pair.near, { limits });
    this.responder = new PendingRequestMap(pair.far, { limits, counters });
    this.handler = buildCallHandler({ registry, callMap: this.responder, identify });
  }

  static async make(makePair: MakePair, options: ContractOptions = {}): Promise<Contract> {
    const counters = newCounters();
    const { limits = {}, identity } = options;
    return new Contract(await makePair({ limits, identity, counters }), options, counters);
  }

  /** Checks that no call leaves an entry, a running handler or a timer behind. */
  async expectNothingLeft(): Promise<void> {
    await expect.poll(() => [this.caller.size, this.handler.size, waitingDeadlines()]).toEqual([0, 0, 0]);
  }
}
