import { identityKey } from "../../../operation/access-control.ts";
import type { Identity } from "../../../operation/access-control.ts";
import { sha256 } from "../../../shared/sha256.ts";
import type { IsolatedCaller, MCPClientConfig } from "./mcp-client-config.ts";

/** The values of `{caller}` and `{session}`. */
export interface SessionNames {
  readonly caller: string;
  readonly session: string;
}

/** The names for the session that lists the tools. */
export const DISCOVERY: SessionNames = { caller: "discovery", session: "discovery" };

/** Names that are safe in paths, differ between callers, and are the same for a caller in every run. */
export function sessionNames({ identity, session }: Pick<IsolatedCaller, "identity" | "session">): SessionNames {
  const caller = callerName(identity);
  return { caller, session: session?.id ?? caller };
}

/** The config of one isolated session: `{caller}` and `{session}` in `args` and `env` are replaced. */
export function namedConfig(config: MCPClientConfig, names: SessionNames): MCPClientConfig {
  const { args = [], env = {} } = config;
  const fill = (text: string): string =>
    text.replaceAll("{caller}", names.caller).replaceAll("{session}", names.session);
  return {
    ...config,
    args: args.map(fill),
    env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)])),
  };
}

/** The hash distinguishes callers; the id before it is for people. */
function callerName(identity: Identity | undefined): string {
  const id = (identity?.id ?? "anonymous").replaceAll(/[^A-Za-z0-9]+/g, "_").slice(0, 32);
  const hash = sha256(identity === undefined ? "" : identityKey(identity));
  return `${id}-${hash.slice("sha256-".length, "sha256-".length + 22)}`;
}
