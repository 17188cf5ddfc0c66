import { LOOPBACK_NAMES } from "../../shared/connections/loopback-names.ts";
import type { UpgradeRequest } from "../request/node-http.ts";

/** Says whether a request may become a connection: `false` forbids it (403), a refusal says why it can't now. */
export type AllowUpgrade = (request: UpgradeRequest) => boolean | UpgradeRefusal;

/** Too many connections are open: of this client (429), or of all clients (503). The client may try again. */
export interface UpgradeRefusal {
  readonly status: 429 | 503;
  /** For people. */
  readonly message: string;
}

/** Web pages of other hosts stay out: a browser lets every page open a WebSocket to anywhere. */
export function isOfSameHost({ headers }: UpgradeRequest): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  return typeof origin === "string" && typeof host === "string" && hostOf(origin) === host.toLowerCase();
}

/** The same, and no page whose own name was made to point at this machine (DNS rebinding). */
export function isOfThisMachine(request: UpgradeRequest): boolean {
  const { host } = request.headers;
  const name = typeof host === "string" ? host.replace(/:\d+$/, "").toLowerCase() : "";
  return LOOPBACK_NAMES.includes(name) && isOfSameHost(request);
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
