import type { Server } from "node:http";
import type { Identity } from "../../operation/access-control.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";

/** What a part of the hub is given when the server listens. */
export interface HubPartContext {
  readonly server: Server;
  readonly registry: OperationRegistry;
  /** Who sends a request, by its header fields; undefined: nobody that is known. The same rule for every interface. */
  readonly verify: (request: Request) => Promise<Identity | undefined>;
  /** Whether a request's Host and Origin are as they should be. */
  readonly isAllowed: (headers: Headers) => boolean;
}

/** An interface that is attached to the hub's server beside HTTP: the call protocol on WebSocket, for one. */
export interface HubPart {
  /** What it is called in `RunningHub.endpoints`, and its path: `{ name: "ws", path: "/ws" }`. */
  readonly name: string;
  readonly path: string;
  attach(context: HubPartContext): void | Promise<void>;
  /** Takes no more calls, and resolves when those in flight have ended or the time is over. */
  drain(graceMs: number): Promise<void>;
  close(): Promise<void>;
}
