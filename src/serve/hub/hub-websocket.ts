import { createHub } from "../../hub.ts";
import type { UpgradeRequest, WebSocketHub } from "../../hub.ts";
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
    sources: () => attached?.sources() ?? [],
    reload: (next) => attached?.operations.setConfig(next),
    drain: async (graceMs) => attached?.drain(graceMs),
    close: async () => attached?.close(),
  };
}

class AttachedHub {
  readonly operations: SpokeOperations;
  readonly #hub: WebSocketHub;
  readonly #context: HubPartContext;

  constructor(config: HubConfig, context: HubPartContext, log: Log) {
    const { registry, verify, isAnonymousAllowed, server } = context;
    const { limits } = config.serve ?? {};
    this.#context = context;
    this.operations = new SpokeOperations(registry, config);
    this.#hub = createHub({
      registry,
      imports: this.operations.imports,
      authenticate: (token) => (token === undefined ? undefined : verify({ token, kind: "bearer" })),
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

  sources(): ReturnType<SpokeOperations["statuses"]> {
    return this.operations.statuses(this.#hub.peers());
  }

  async drain(graceMs: number): Promise<void> {
    // Calls of other interfaces may still need what spokes offer.
    await this.#hub.drain({ graceMs, until: this.#context.idle(graceMs) });
  }

  close(): void {
    this.#hub.close();
    this.operations.close();
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
