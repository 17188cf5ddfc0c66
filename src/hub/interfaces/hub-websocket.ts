import { CallError } from "../../errors/call-error.ts";
import { serveWebSocket } from "../../serve/websocket/serve-websocket.ts";
import { signedIdentity } from "../../protocol/identity/signed-identity.ts";
import type { AdmittedPeer, JoiningPeer } from "../../protocol/peers/peer-server.ts";
import type { SignedIdentity } from "../../protocol/identity/signed-identity.ts";
import type { UpgradeRefusal } from "../../serve/websocket/check-upgrade.ts";
import type { UpgradeRequest } from "../../serve/request/node-http.ts";
import type { WebSocketService } from "../../serve/websocket/serve-websocket.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { Credential } from "../../operation/authenticate.ts";
import { clientOf, ClientShares, defaultShare } from "../../serve/request/client-limits.ts";
import { failureLevel } from "../observe/create-log.ts";
import type { Log } from "../observe/create-log.ts";
import type { RequestHeaders } from "../../serve/request/incoming.ts";
import { OriginRules } from "../../serve/request/origin-rules.ts";
import { Arrivals } from "./arrivals.ts";
import type { HubConfig } from "../config/hub-config.ts";
import type { HubInterface, HubInterfaceContext } from "./hub-interface.ts";
import { RefusalLog } from "./refusal-log.ts";
import { isOfSpoke, SpokeOperations } from "./spoke-operations.ts";

const PATH = "/ws";
/** A smaller frame would not hold an event. */
const LEAST_FRAME = 1024;
const DEFAULT_CONNECTIONS = 500;
const DEFAULT_HANDSHAKES = 1000;

/** The hub for spokes, at `/ws`: they call its operations, and offer their own. */
export function serveHubWebSocket(config: HubConfig, log: Log): HubInterface {
  let attached: AttachedWebSocket | undefined;
  return {
    name: "ws",
    path: PATH,
    attach(context) {
      attached = new AttachedWebSocket(config, context, log);
    },
    sources: (viewer) => attached?.sources(viewer) ?? [],
    refusedConnections: () => attached?.refused ?? 0,
    reload: async (next) => attached?.reload(next),
    drain: async (graceMs) => attached?.drain(graceMs),
    close: async () => attached?.close(),
  };
}

class AttachedWebSocket {
  readonly #operations: SpokeOperations;
  readonly #hub: WebSocketService;
  readonly #context: HubInterfaceContext;
  /** Checks `Host` and `Origin`, as HTTP does. */
  readonly #rules: OriginRules;
  readonly #connections: ClientShares;
  readonly #arrivals: Arrivals;
  readonly #refusals: RefusalLog;
  #forbidden = 0;
  /** The credentials of the connected identities. */
  readonly #credentials = new WeakMap<Identity, Credential>();

  constructor(config: HubConfig, context: HubInterfaceContext, log: Log) {
    const { registry, isAnonymousAllowed, server, allowedHosts, allowedOrigins } = context;
    const { limits } = config.serve ?? {};
    this.#context = context;
    this.#rules = new OriginRules({ allowedHosts, cors: { origins: allowedOrigins } });
    this.#refusals = new RefusalLog(log);
    this.#connections = new ClientShares(limits?.connectionsPerClient ?? DEFAULT_CONNECTIONS);
    const { handshakes = DEFAULT_HANDSHAKES, handshakesPerClient = defaultShare(handshakes) } = limits ?? {};
    this.#arrivals = new Arrivals({
      limit: handshakes,
      perClient: handshakesPerClient,
      addressOf: (request) => context.clientAddress(request),
      onRefused: ({ message: error }, about) => this.#refusals.note({ code: "OVERLOADED", error, about }),
    });
    this.#operations = new SpokeOperations(registry, config);
    this.#hub = serveWebSocket({
      registry,
      // Not those of remotes, for the same reason as their operations.
      serverLog: (listener) => context.serverLog((entry) => void (entry.isRemote || listener(entry))),
      imports: this.#operations.imports,
      authenticate: (credential) => this.#identify(credential),
      identity: identityOf(config),
      anonymous: isAnonymousAllowed,
      admit: (peer) => this.#admit(peer),
      // Operations of remotes are not passed on: hubs could offer each other the same operation forever.
      tells: (spec) => spec.origin?.source !== "remote" || isOfSpoke(spec),
      limits: {
        ...(limits?.bodyBytes === undefined ? {} : { maxFrameBytes: Math.max(LEAST_FRAME, limits.bodyBytes) }),
        ...(limits?.concurrentCalls === undefined ? {} : { maxCallsInFlight: limits.concurrentCalls }),
      },
      callTimeoutMs: limits?.callTimeout,
      clientLimits: context.clientLimits,
      onError: (failure, about, isCall) => {
        const { code, message: error } = failure;
        const isUnknown = this.#arrivals.find(about) !== undefined;
        if (isUnknown) this.#refusals.note({ code, error, about });
        else log(isCall === true ? failureLevel(failure) : "warn", "ws", { code, error, about });
      },
    });
    this.#hub.attach(server, {
      path: PATH,
      allow: (request) => this.#allow(request),
      nameOf: (request) => this.#arrivals.nameOf(request),
      addressOf: (request) => context.clientAddress(request),
    });
  }

  /** Connections refused for a wrong host or origin, for too many connections, or in the handshake. */
  get refused(): number {
    return this.#forbidden + this.#arrivals.refused + this.#hub.counters.refusedHandshakes;
  }

  sources(viewer: Identity | undefined): ReturnType<SpokeOperations["statuses"]> {
    return this.#operations.statuses(this.#hub.peers(), viewer);
  }

  async reload(config: HubConfig): Promise<void> {
    this.#hub.setIdentity(identityOf(config));
    await this.#operations.setConfig(config);
  }

  async drain(graceMs: number): Promise<void> {
    // Calls of other interfaces may still need the operations of spokes.
    await this.#hub.drain({ graceMs, until: this.#context.idle(graceMs) });
  }

  async close(): Promise<void> {
    this.#hub.close();
    this.#refusals.close();
    await this.#operations.close();
  }

  #allow(request: UpgradeRequest): boolean | UpgradeRefusal {
    try {
      // Node gives each header that the rules read as one text, never as a list.
      this.#rules.check(request.headers as RequestHeaders);
    } catch {
      this.#forbidden++;
      return false;
    }
    return this.#arrivals.take(request);
  }

  async #identify(shown: Credential): Promise<Identity | undefined> {
    const credential = { ...shown, address: this.#arrivals.find(shown.peer?.address ?? "")?.address };
    const identity = await this.#context.authenticate(credential);
    if (identity === undefined) return undefined;
    // A copy: one key may have several connections, from before and after a change.
    const own = { ...identity };
    this.#credentials.set(own, credential);
    return own;
  }

  /** Admits a peer within its share, while its credential is valid. A peer whose rights change has to reconnect. */
  #admit({ identity, address: name, disconnect }: JoiningPeer): AdmittedPeer {
    const arrival = this.#arrivals.find(name);
    const client = clientOf(identity, arrival?.address) ?? "";
    if (!this.#connections.take(client)) {
      const { limit } = this.#connections;
      throw new CallError("OVERLOADED", `You have ${limit} connections already: no more at once.`);
    }
    arrival?.leave();
    const stopWatching = this.#watch(identity, ({ message }) =>
      // Calls of other callers on this spoke fail with it, so the error names the connection, not their rights.
      disconnect(new CallError("CONNECTION_LOST", `The hub has ended the connection: ${message}`)),
    );
    const left = (): void => {
      stopWatching?.();
      this.#connections.give(client);
    };
    return { left };
  }

  #watch(identity: Identity | undefined, onEnd: (reason: CallError) => void): (() => void) | undefined {
    const credential = identity && this.#credentials.get(identity);
    if (identity === undefined || credential === undefined) return undefined;
    // The protocol itself ends a connection whose identity expires.
    return this.#context.credentialWatch.hold({ credential, identity, endsAtExpiry: false, onEnd });
  }
}

/** Verifies on whose behalf other hubs call. */
function identityOf({ serve }: HubConfig): SignedIdentity | undefined {
  const secret = serve?.identitySecret;
  return secret === undefined ? undefined : signedIdentity({ secret });
}
