import type { PendingRequestMap } from "../caller/pending-request-map.ts";

/** Another peer, as far as calls to it are concerned. */
export interface RemotePeer {
  readonly id: string;
  /** Whether it takes no more calls. */
  readonly isDraining: boolean;
  /** The calls that it has of this side. */
  readonly callMap: Pick<PendingRequestMap, "call" | "subscribe" | "size">;
}
