/** What a peer has said of its operations, until it was looked at. */
import { CallError } from "../../errors/call-error.ts";
import type { RemotePeer } from "./remote-peer.ts";

/** Refused offers of one event that are reported one by one. */
export const MOST_TOLD = 10;

export interface ArrivedOffers {
  readonly peer: RemotePeer;
  readonly offers: readonly unknown[];
  readonly bytes: number;
  /** The first that was not looked at yet. */
  next: number;
  refused: number;
}

interface ArrivedWithdrawal {
  readonly peer: RemotePeer;
  readonly withdrawn: readonly string[];
  next: number;
}

export type Arrived = ArrivedOffers | ArrivedWithdrawal;

/** Whether all of it was looked at. */
export function isRead(arrived: Arrived): boolean {
  return arrived.next >= ("withdrawn" in arrived ? arrived.withdrawn : arrived.offers).length;
}

export function manyRefused(count: number): CallError {
  const message = `${count} operations of one offer were refused: only the first ${MOST_TOLD} are reported.`;
  return new CallError("VALIDATION_ERROR", message);
}
