import { OperationRegistry } from "../../registry/operation-registry.ts";
import { PendingRequestMap } from "../caller/pending-request-map.ts";
import { createMemoryLinks } from "../links/memory-link.ts";
import { whose } from "../peers/peers.test-support.ts";
import { buildCallHandler } from "../responder/call-handler.ts";
import type { CallHandler } from "../responder/call-handler.ts";
import { OperationOffers } from "./operation-offers.ts";
import type { RemotePeer } from "./remote-peer.ts";

/** A peer with its own registry, at the other end of a link. */
export class Peer implements RemotePeer {
  readonly id: string;
  isDraining = false;
  readonly registry: OperationRegistry;
  readonly handler: CallHandler;
  readonly callMap: PendingRequestMap;

  constructor(id: string, operations = whose(id)) {
    const [near, far] = createMemoryLinks();
    this.id = id;
    this.registry = new OperationRegistry().registerAll(operations);
    this.callMap = new PendingRequestMap(near);
    this.handler = buildCallHandler({ registry: this.registry, callMap: new PendingRequestMap(far) });
  }

  get offers(): unknown[] {
    const offered: unknown[] = [];
    new OperationOffers({
      registry: this.registry,
      send: (event) => void (event.type === "peer.offered" && offered.push(...event.operations)),
      onError: (error) => {
        throw error as Error;
      },
    }).tellAll();
    return JSON.parse(JSON.stringify(offered)) as unknown[];
  }
}
