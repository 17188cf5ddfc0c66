import { createHub } from "../../hub.ts";
import type { ConnectedPeer, UpgradeRequest, WebSocketHub } from "../../hub.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { Log } from "../observe/create-log.ts";
import { checkOrigin, originRules } from "../http/check-origin.ts";
import type { HubConfig } from "./config/hub-config.ts";
import type { HubPart, HubPartContext } from "./hub-part.ts";
import { isOfSpoke, SpokeOperations } from "./spoke-operations.ts";

const PATH = "/ws";
/** Less would not hold an event. */
const LEAST_FRAME = 1024;

/** The hub for spokes, at `/ws`: they call what is here, and offer operations of their own. */
export function serveHubWebSocket(config: HubConfig, log: Log): HubPart {
  let attached: AttachedHub | undefined;
  return {
    name: "ws",
    path: PATH,
    attach(context) {
      attached = new AttachedHub(config, context, log);
    },
    sources: (viewer) => attached?.sources(viewer) ?? [],
    reload: (next) => attached?.reload(next),
    drain: async (graceMs) => attached?.drain(graceMs),
    close: async () => attached?.close(),
  };
}

class AttachedHub {
  readonly #operations: SpokeOperations;
  readonly #hub: WebSocketHub;
  readonly #context: HubPartContext;
  /** By what they are known that are connected. */
  readonly #tokens = new WeakMap<Identity, string>();

  constructor(config: HubConfig, context: HubPartContext, log: Log) {
    const { registry, isAnonymousAllowed, server } = context;
    const { limits } = config.serve ?? {};
    this.#context = context;
    this.#operations = new SpokeOperations(registry, config);
    this.#hub = createHub({
      registry,
      imports: this.#operations.imports,
      authenticate: (token) => this.#identify(token),
      anonymous: isAnonymousAllowed,
      // What comes from remotes is not handed on: hubs could tell each other of the same operation for ever.
      tells: (spec) => spec.origin?.source !== "remote" || isOfSpoke(spec),
      limits: {
        ...(limits?.bodyBytes === undefined ? {} : { maxFrameBytes: Math.max(LEAST_FRAME, limits.bodyBytes) }),
        ...(limits?.concurrentCalls === undefined ? {} : { maxCallsInFlight: limits.concurrentCalls }),
      },
      callTimeoutMs: limits?.callTimeout,
      onError: (error, about) => log("warn", "ws", { code: error.code, error: error.message, about }),
    });
    this.#hub.attach(server, { path: PATH, allow: (request) => isAllowed(request, context) });
  }

  sources(viewer: Identity | undefined): ReturnType<SpokeOperations["statuses"]> {
    return this.#operations.statuses(this.#hub.peers(), viewer);
  }

  reload(config: HubConfig): void {
    this.#operations.setConfig(config);
    for (const peer of this.#hub.peers()) void this.#recheck(peer);
  }

  async drain(graceMs: number): Promise<void> {
    // Calls of other interfaces may still need what spokes offer.
    await this.#hub.drain({ graceMs, until: this.#context.idle(graceMs) });
  }

  close(): void {
    this.#hub.close();
    this.#operations.close();
  }

  async #identify(token: string | undefined): Promise<Identity | undefined> {
    const identity = token === undefined ? undefined : await this.#verify(token);
    if (identity === undefined || token === undefined) return undefined;
    // A copy: one key may be connected more than once, before and after it was changed.
    const own = { ...identity };
    this.#tokens.set(own, token);
    return own;
  }

  async #verify(token: string): Promise<Identity | undefined> {
    return await this.#context.verify({ token, kind: "bearer" });
  }

  /** Whose key is gone, or has other rights now, has to connect anew. */
  async #recheck(peer: ConnectedPeer): Promise<void> {
    const { identity } = peer;
    const token = identity && this.#tokens.get(identity);
    if (token === undefined) return;
    const now = await this.#verify(token).catch(() => undefined);
    if (JSON.stringify(now) !== JSON.stringify(identity)) peer.disconnect();
  }
}

/** By `Host` and `Origin`, as HTTP is. */
function isAllowed({ headers }: UpgradeRequest, { allowedHosts, allowedOrigins }: HubPartContext): boolean {
  const rules = originRules({ allowedHosts, cors: { origins: allowedOrigins } });
  const header = (name: string): string | undefined => {
    const value = headers[name];
    return typeof value === "string" ? value : value?.[0];
  };
  try {
    checkOrigin({ header }, rules);
    return true;
  } catch {
    return false;
  }
}
