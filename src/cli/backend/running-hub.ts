/** A hub of the same user and the same config: commands find it by a socket, and call it instead of opening sources. */
import { createHash } from "node:crypto";
import { lstat, mkdir, readdir, rm, stat } from "node:fs/promises";
import { createConnection } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { HubConfig, LoadedConfig, RunningHub } from "../../entries/hub.ts";
import type { Backend } from "./backend.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Systems cut longer paths of sockets. Bytes. */
const LONGEST_PATH = 100;
const MOST_FILES = 5000;
/** Milliseconds in which a living hub takes a connection. */
const PROBE = 1000;

/** The socket of a hub that runs this config. Undefined if this system, or this config, has none. */
async function socketFor(loaded: LoadedConfig, env: Environment): Promise<string | undefined> {
  if (process.platform === "win32" || loaded.file === undefined || loaded.config.serve?.http === false)
    return undefined;
  const folder = await ownFolder(env);
  const path = folder && join(folder, `${(await digestOf(loaded)).slice(0, 32)}.sock`);
  return path === undefined || Buffer.byteLength(path) > LONGEST_PATH ? undefined : path;
}

/** Only this user can enter it. Undefined if somebody else made it, or it can't be made. */
async function ownFolder(env: Environment): Promise<string | undefined> {
  const runtime = env["XDG_RUNTIME_DIR"];
  const { uid } = userInfo();
  const folder =
    runtime !== undefined && isAbsolute(runtime) ? join(runtime, "operations") : join(tmpdir(), `operations-${uid}`);
  try {
    await mkdir(folder, { mode: 0o700 }).catch((thrown: unknown) => {
      if ((thrown as { code?: unknown }).code !== "EEXIST") throw thrown;
    });
    const found = await lstat(folder);
    return found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0 ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Of all that the config says, with its variables, and of the versions of its local modules. */
async function digestOf({ config, file, folder = "." }: LoadedConfig): Promise<string> {
  const { local = {} } = config;
  const paths = [...(local.modules ?? []), ...(local.folders ?? [])].map((path) => resolve(folder, path));
  const versions = await Promise.all(paths.map(versionsIn));
  return createHash("sha256")
    .update(JSON.stringify([file, config, versions]))
    .digest("hex");
}

/** The version of each file: an edited operation runs here, as it is now. */
async function versionsIn(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return [];
  if (!found.isDirectory()) return [`${path} ${found.mtimeMs} ${found.size}`];
  const names = await readdir(path, { recursive: true }).catch(() => []);
  const files = names.filter((name) => !name.includes("node_modules")).sort();
  return (await Promise.all(files.slice(0, MOST_FILES).map((name) => versionOf(join(path, name))))).flat();
}

async function versionOf(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true ? [`${path} ${found.mtimeMs} ${found.size}`] : [];
}

export interface RunningHubQuery {
  /** The operation that the command needs. */
  readonly id: string;
  /** The part of the config that may have it, and what it may call. */
  readonly config: HubConfig;
  readonly env: Environment;
  readonly signal: AbortSignal;
}

/** Undefined if none runs, or it does not have the operation at hand: the command then opens the source itself. */
export async function findRunningHub(loaded: LoadedConfig, query: RunningHubQuery): Promise<Backend | undefined> {
  const { id, env, signal } = query;
  // Approvals are asked for here, at the terminal: in a hub, they would wait for its inbox.
  if (asksForApprovals(query.config)) return undefined;
  const socket = await socketFor(loaded, env);
  if (socket === undefined || (await stateOf(socket)) !== "open") return undefined;
  const { HubBackend } = await import("./hub-backend.ts");
  const backend = new HubBackend({ url: new URL("http://localhost/"), socket, signal });
  return await backend.describe(id).then(
    () => backend,
    () => undefined,
  );
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

/** A hub that is paused takes the connection late: only a refusal shows that nobody listens. */
async function stateOf(socket: string): Promise<"open" | "refused" | "unknown"> {
  return await new Promise((done) => {
    const connection = createConnection(socket);
    const end = (state: "open" | "refused" | "unknown"): void => {
      connection.destroy();
      done(state);
    };
    connection.once("connect", () => end("open"));
    connection.once("error", ({ code }: NodeJS.ErrnoException) => end(code === "ECONNREFUSED" ? "refused" : "unknown"));
    connection.setTimeout(PROBE, () => end("unknown"));
  });
}

/** A hub that was killed leaves its socket behind. */
async function removeRefused(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sock"));
  for (const path of names.map((name) => join(folder, name))) {
    if ((await stateOf(path)) === "refused") await rm(path, { force: true });
  }
}

export interface AnnouncedHub {
  /** After a reload: commands with the new config find the hub, those with the old one do not. */
  moveTo(loaded: LoadedConfig): Promise<void>;
}

/** Opens the socket that commands find the hub by. A hub without one still runs. */
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
    // Another hub of the same config keeps its socket: then the path is taken.
    close = await hub.openOwnerSocket(path).catch(() => undefined);
    if (close !== undefined) opened = path;
  };
  await moveTo(loaded);
  return { moveTo };
}
