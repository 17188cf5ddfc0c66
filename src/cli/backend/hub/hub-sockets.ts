/**
 * The sockets of this user's hubs. A name has two parts: one for the path of the config, one for the content of that
 * file and its modules. The second distinguishes a hub that runs exactly this config from one with an older version.
 */
import { createHash } from "node:crypto";
import { lstat, mkdir, readdir, rm, stat } from "node:fs/promises";
import { createConnection } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import type { LoadedConfig } from "../../../entries/hub.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Systems cut longer paths of sockets. Bytes. */
const LONGEST_PATH = 100;
const MOST_FILES = 5000;
/** Milliseconds in which a living hub takes a connection. */
const PROBE = 1000;

/** The socket of a hub that runs this config. Undefined if this system, or this config, has none. */
export async function socketFor(loaded: LoadedConfig, env: Environment): Promise<string | undefined> {
  if (loaded.file === undefined || loaded.config.serve?.http === false) return undefined;
  const folder = await ownFolder(env);
  const path = folder && join(folder, `${nameOf(loaded.file)}${(await digestOf(loaded)).slice(0, 16)}.sock`);
  return path === undefined || Buffer.byteLength(path) > LONGEST_PATH ? undefined : path;
}

/** The sockets on which hubs of this file answer, whatever its content was when they read it. */
export async function openSocketsOf(file: string, env: Environment): Promise<string[]> {
  const folder = await ownFolder(env);
  if (folder === undefined) return [];
  const sockets = (await socketsIn(folder)).filter((name) => name.startsWith(nameOf(file)));
  const paths = sockets.map((name) => join(folder, name));
  const states = await Promise.all(paths.map(probeSocket));
  return paths.filter((_, index) => states[index] === "open");
}

function nameOf(file: string): string {
  return `${createHash("sha256").update(file).digest("hex").slice(0, 8)}-`;
}

/** Only this user can enter it. Undefined if another user made it, or if it can't be made. */
async function ownFolder(env: Environment): Promise<string | undefined> {
  if (process.platform === "win32") return undefined;
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

/** A digest of the config, with its variables, and of the versions of its local modules. */
async function digestOf({ config, file, folder = "." }: LoadedConfig): Promise<string> {
  const { local = {} } = config;
  const paths = [...(local.modules ?? []), ...(local.folders ?? [])].map((path) => resolve(folder, path));
  const versions = await Promise.all(paths.map(versionsIn));
  return createHash("sha256")
    .update(JSON.stringify([file, config, versions]))
    .digest("hex");
}

/** The version of each file. After an edit no hub matches, so that the command runs the operation as it is now. */
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

/** A hub that is paused takes the connection late: only a refusal shows that no hub listens. */
export async function probeSocket(socket: string): Promise<"open" | "refused" | "unknown"> {
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
export async function removeRefused(folder: string): Promise<void> {
  for (const path of (await socketsIn(folder)).map((name) => join(folder, name))) {
    if ((await probeSocket(path)) === "refused") await rm(path, { force: true });
  }
}

async function socketsIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(".sock"));
}
