import type { Server } from "node:http";
import type { Identity } from "../../operation/access-control.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import type { CredentialWatch } from "../../serve/identity/credential-watch.ts";
import type { IdentityVerifier } from "../../serve/identity/identity-verifier.ts";
import type { AddressedRequest } from "../../serve/identity/trusted-proxies.ts";
import type { HubConfig } from "../config/hub-config.ts";
import type { SourceStatus } from "../sources/source-status.ts";

/** What a part of the hub is given when the server listens. */
export interface HubInterfaceContext {
  /** For `upgrade` events. */
  readonly server: Server;
  readonly registry: OperationRegistry;
  /** Who a key or token belongs to. The same for every interface. */
  readonly verify: IdentityVerifier;
  /** Ends what stays open by a credential, when that no longer holds. */
  readonly credentialWatch: CredentialWatch;
  /** Whether some operations may be called without a credential. */
  readonly isAnonymousAllowed: boolean;
  /** Names, without ports, by which the hub may be addressed: others are refused (DNS rebinding). */
  readonly allowedHosts: readonly string[];
  /** Origins whose pages may connect, beside those of the allowed hosts. */
  readonly allowedOrigins: readonly string[];
  /** The address of who sends a request, behind the proxies that are trusted. Undefined where the connection is gone. */
  clientAddress(request: AddressedRequest): string | undefined;
  /** Resolves when no call runs in the hub, by whichever interface it came, or when the time is over. */
  idle(graceMs: number): Promise<void>;
}

/** An interface that is attached to the hub's server beside HTTP: the call protocol on WebSocket, for one. */
export interface HubInterface {
  /** `ws` is the one that `serve.ws` switches off, and that is shown in `endpoints`. */
  readonly name: string;
  /** Where it is found: `/ws`. */
  readonly path: string;
  attach(context: HubInterfaceContext): void | Promise<void>;
  /** What the operations come from that this part brings in: for a `viewer`, as far as it is their business. */
  sources?(viewer?: Identity): SourceStatus[];
  /** How many connections it has refused so far: for the metrics. */
  refusedConnections?(): number;
  /** Another config is in force. */
  reload?(config: HubConfig): void;
  /** Takes no more calls, and resolves when those in flight have ended or the time is over. */
  drain(graceMs: number): Promise<void>;
  close(): Promise<void>;
}
