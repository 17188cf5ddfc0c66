/** A hub of the same user and the same config: commands find it by a socket, and call it instead of opening sources. */
import { dirname } from "node:path";
import type { HubConfig, LoadedConfig, RunningHub } from "../../../entries/hub.ts";
import type { Backend } from "../backend.ts";
import { openSocketsOf, removeRefused, socketFor, probeSocket } from "./hub-sockets.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface RunningHubQuery {
  /** The operation that the command needs. */
  readonly id: string;
  /** The part of the config that may have it, and what it may call. */
  readonly config: HubConfig;
  readonly env: Environment;
  readonly signal: AbortSignal;
}

/** Undefined if none runs, or it does not have the operation ready: the command then opens the source itself. */
export async function findRunningHub(loaded: LoadedConfig, query: RunningHubQuery): Promise<Backend | undefined> {
  const { id, env, signal } = query;
  // Approvals are asked for here, at the terminal: in a hub, they would wait for its inbox.
  if (asksForApprovals(query.config)) return undefined;
  const socket = await socketFor(loaded, env);
  if (socket === undefined || (await probeSocket(socket)) !== "open") return undefined;
  const { HubBackend } = await import("./hub-backend.ts");
  const backend = new HubBackend({ url: new URL("http://localhost/"), socket, signal });
  return await backend.describe(id).then(
    () => backend,
    () => undefined,
  );
}

/** Whether a hub of this config runs: its port is taken by itself. */
export async function isServed(loaded: LoadedConfig, env: Environment): Promise<boolean> {
  return loaded.file !== undefined && (await openSocketsOf(loaded.file, env)).length > 0;
}

function asksForApprovals({
  mcpServers = {},
  openapi = {},
  remotes = {},
  sources = {},
  local = {},
}: HubConfig): boolean {
  const all = [local, ...[mcpServers, openapi, remotes, sources].flatMap((block) => Object.values(block))];
  return all.some(({ approval }) => approval === true || (Array.isArray(approval) && approval.length > 0));
}

export interface AnnouncedHub {
  /** After a reload: commands with the new config find the hub, those with the old one do not. */
  moveTo(loaded: LoadedConfig): Promise<void>;
}

/** Opens the socket by which commands find the hub. A hub without one still runs. */
export async function announceHub(
  hub: Pick<RunningHub, "openOwnerSocket">,
  loaded: LoadedConfig,
  env: Environment,
): Promise<AnnouncedHub> {
  let [opened, close]: [string | undefined, (() => Promise<void>) | undefined] = [undefined, undefined];
  const moveTo = async (next: LoadedConfig): Promise<void> => {
    const path = await socketFor(next, env);
    if (path === opened) return;
    await close?.();
    [opened, close] = [undefined, undefined];
    if (path === undefined) return;
    await removeRefused(dirname(path)).catch(() => undefined);
    // Fails if another hub of the same config already listens there. That hub keeps its socket.
    close = await hub.openOwnerSocket(path).catch(() => undefined);
    if (close !== undefined) opened = path;
  };
  await moveTo(loaded);
  return { moveTo };
}
