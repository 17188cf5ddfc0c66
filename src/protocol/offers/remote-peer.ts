import type { PendingRequestMap } from "../caller/pending-request-map.ts";

/** Another peer, as calls to it see it. */
export interface RemotePeer {
  readonly id: string;
  /** Whether it takes no more calls. */
  readonly isDraining: boolean;
  /** The calls that this side has made to it. */
  readonly callMap: Pick<PendingRequestMap, "call" | "subscribe" | "size">;
}
