/** What callers tell of their calls, and the talk between the runner and its peers. */
import type { BrokerKind } from "../support/broker-servers.ts";
import type { Stall } from "../support/stall-meter.ts";

export type CallKind = "QUERY" | "MUTATION" | "SUBSCRIPTION";

/** One call as it is meant to go. */
export interface CallPlan {
  readonly key: string;
  readonly kind: CallKind;
  /** How long the handler takes altogether. */
  readonly handlerMs: number;
  /** Of a stream: how many. */
  readonly items: number;
  /** The caller gives the call up after this. */
  readonly abortAfterMs?: number;
  /** A deadline that may pass; without it the deadline is so far off that only a call that hangs meets it. */
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
  /** Who answered, as the answer says. */
  readonly by?: string;
  /** Items of a stream that came, in order. */
  readonly received: number;
  /** Something that must never be seen: an item out of order, an end after the end. */
  readonly wrong?: string;
}

/** How a peer is started. */
export interface PeerSettings {
  readonly role: "responder" | "caller";
  readonly name: string;
  readonly broker: BrokerKind;
  readonly url: string;
  readonly heartbeatMs: number;
  /** For responders: where runs are noted. */
  readonly ranLog: string;
}

export type ToCaller =
  /** Makes calls, so many at a time, until told to stop or `calls` have ended. */
  | {
      readonly type: "traffic";
      readonly prefix: string;
      readonly seed: number;
      readonly lanes: number;
      readonly calls: number;
    }
  /** Begins no more calls. */
  | { readonly type: "stop" }
  /** One call of each kind, simple and short, each of which may fail. */
  | { readonly type: "probe"; readonly prefix: string };

export type FromPeer =
  /** The machine was too busy for this peer. */
  | { readonly type: "stalled"; readonly stall: Stall }
  | { readonly type: "reports"; readonly reports: readonly CallReport[] }
  /** All calls of the traffic or probe have ended. */
  | { readonly type: "done" };
