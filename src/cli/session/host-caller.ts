/** Who calls through `operations mcp`: the person, or the host that a key was made for. */
import { openKeys } from "../../entries/hub.ts";
import type { LoadedConfig } from "../../entries/hub.ts";
import { CallError } from "../../entries/index.ts";
import type { Identity, OperationRegistry } from "../../entries/index.ts";
import { ownerIdentity } from "../backend/local/owner-identity.ts";
import { KEY_VARIABLE } from "../hosts/host-servers.ts";

export interface HostCaller {
  readonly identity: Identity;
  close(): void;
}

export interface HostCallerOptions {
  readonly loaded: LoadedConfig;
  readonly registry: OperationRegistry;
  /** From the environment; undefined if the person runs the command. */
  readonly key: string | undefined;
  /** The key was revoked, or has expired. */
  readonly onEnd: () => void;
}

/** With a key of `operations install`, its holder calls, with its scopes. Throws if the key is not valid. */
export async function openHostCaller({ loaded, registry, key, onEnd }: HostCallerOptions): Promise<HostCaller> {
  if (key === undefined || key === "") return { identity: ownerIdentity(registry), close: () => undefined };
  const watched = await openKeys(loaded).watch(key, onEnd);
  if (watched === undefined) {
    const message = `The key in ${KEY_VARIABLE} is not valid: it was revoked, has expired, or belongs to another config. Run "operations install" again for this host.`;
    throw new CallError("UNAUTHENTICATED", message);
  }
  const { identity } = watched;
  const isAll = identity.scopes.includes("*");
  return { identity: isAll ? ownerIdentity(registry, identity.id) : identity, close: () => watched.close() };
}
