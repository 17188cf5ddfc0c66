/** The callers' reports, and the messages between the runner and its peers. */
import type { BrokerKind } from "../support/broker-servers.ts";
import type { Stall } from "../support/stall-meter.ts";

export type CallKind = "QUERY" | "MUTATION" | "SUBSCRIPTION";

/** One planned call. */
export interface CallPlan {
  readonly key: string;
  readonly kind: CallKind;
  /** How long the handler takes in all. */
  readonly handlerMs: number;
  /** The number of items, for a stream. */
  readonly items: number;
  /** Whether the items have ids, so that the stream goes on after a fault. */
  readonly hasIds?: boolean;
  /** The caller aborts the call after this time. */
  readonly abortAfterMs?: number;
  /** A deadline that may pass. Without it, the deadline is so distant that only a hanging call reaches it. */
  readonly deadlineMs?: number;
}

/** How a call ended, as its caller saw it. Times are milliseconds since the epoch: all peers share a clock. */
export interface CallReport {
  readonly plan: CallPlan;
  readonly caller: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly outcome: "result" | "error" | "never";
  readonly code?: string;
  readonly phase?: string;
  readonly message?: string;
  /** The responder that the answer names. */
  readonly by?: string;
  /** How many items of the stream arrived, in order. */
  readonly received: number;
  /** A breach of the protocol: an item out of order, or an end after the end. */
  readonly wrong?: string;
}

/** Where the peers meet: a broker, or a hub with them as its spokes. */
export type MeetingKind = BrokerKind | "hub";

/** How a peer is started. */
export interface PeerSettings {
  readonly role: "responder" | "caller";
  readonly name: string;
  readonly meeting: MeetingKind;
  readonly url: string;
  readonly heartbeatMs: number;
  /** For responders: the file for their runs. */
  readonly ranLog: string;
}

export type ToCaller =
  /** Makes calls in `lanes` until told to stop or `calls` have ended. */
  | {
      readonly type: "traffic";
      readonly prefix: string;
      readonly seed: number;
      readonly lanes: number;
      readonly calls: number;
    }
  /** Starts no more calls. */
  | { readonly type: "stop" }
  /** Makes one short call of each kind. Each may fail. */
  | { readonly type: "probe"; readonly prefix: string };

export type FromPeer =
  /** The machine was too busy for this peer. */
  | { readonly type: "stalled"; readonly stall: Stall }
  | { readonly type: "reports"; readonly reports: readonly CallReport[] }
  /** All calls of the traffic or probe have ended. */
  | { readonly type: "done" };
