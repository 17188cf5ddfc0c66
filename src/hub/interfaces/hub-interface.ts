import type { Server } from "node:http";
import type { Identity } from "../../operation/access-control.ts";
import type { Authenticate } from "../../operation/authenticate.ts";
import type { FollowServerLog } from "../../operation/caller-log.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import type { CredentialWatch } from "../../serve/identity/credential-watch.ts";
import type { ClientLimits } from "../../serve/request/client-limits.ts";
import type { AddressedRequest } from "../../serve/identity/trusted-proxies.ts";
import type { HubConfig } from "../config/hub-config.ts";
import type { SourceStatus } from "../sources/source-status.ts";

/** What an interface gets when the server listens. */
export interface HubInterfaceContext {
  /** For `upgrade` events. */
  readonly server: Server;
  readonly registry: OperationRegistry;
  /** Log messages of the hub's sources that belong to no call. */
  readonly serverLog: FollowServerLog;
  /** Identifies the holder of a key or token, the same for every interface. */
  readonly authenticate: Authenticate;
  /** Ends what a credential keeps open when it is no longer valid. */
  readonly credentialWatch: CredentialWatch;
  /** What clients may use at once, over all interfaces of the hub. */
  readonly clientLimits: ClientLimits;
  /** Whether some operations need no credential. */
  readonly isAnonymousAllowed: boolean;
  /** Host names, without ports, that the hub answers to. It refuses others (DNS rebinding). */
  readonly allowedHosts: readonly string[];
  /** Origins whose pages may connect, beside those of the allowed hosts. */
  readonly allowedOrigins: readonly string[];
  /** The address of the client, behind trusted proxies. Undefined if the connection is gone. */
  clientAddress(request: AddressedRequest): string | undefined;
  /** Resolves when no interface has a call in flight, or when the time is up. */
  idle(graceMs: number): Promise<void>;
}

/** An interface on the hub's server beside HTTP, such as the call protocol on WebSocket. */
export interface HubInterface {
  /** `serve.ws` switches off the one named `ws`, and `endpoints` shows it. */
  readonly name: string;
  /** Its path: `/ws`. */
  readonly path: string;
  attach(context: HubInterfaceContext): void | Promise<void>;
  /** The sources that this interface adds. A `viewer` gets those with operations that they may call. */
  sources?(viewer?: Identity): SourceStatus[];
  /** How many connections it has refused so far, for the metrics. */
  refusedConnections?(): number;
  /** Switches to another config. Resolves when everything that this interface adds follows it. */
  reload?(config: HubConfig): Promise<void>;
  /** Takes no more calls. Resolves when those in flight have ended, or when the time is up. */
  drain(graceMs: number): Promise<void>;
  close(): Promise<void>;
}
