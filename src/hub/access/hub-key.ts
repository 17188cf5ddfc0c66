import { CallError, messageOf } from "../../errors/call-error.ts";
import { node } from "../config/node-modules.ts";

/** The key that a hub makes if its config names none. */
export interface HubKey {
  readonly key: string;
  readonly file: string;
  /** Whether this start made it. */
  readonly isNew: boolean;
}

const KEY_PATTERN = /^[\w-]{32,200}$/;

/** The key of the first start, or a new one. Only its owner can read the file. */
export async function loadOrMakeKey(folder: string): Promise<HubKey> {
  const file = node.path.join(folder, "key");
  try {
    return await loadOrMakeSecret(file);
  } catch (cause) {
    const advice = "Set XDG_STATE_HOME to a writable folder, or set serve.keys in the config.";
    const message = `The hub's key can't be stored in ${file}: ${messageOf(cause)}. ${advice}`;
    throw new CallError("EXECUTION_ERROR", message, undefined, { cause });
  }
}

/** The secret of a file, which is made if there is none. */
export async function loadOrMakeSecret(file: string): Promise<HubKey> {
  return (await readKey(file)) ?? (await makeKey(file));
}

async function readKey(file: string): Promise<HubKey | undefined> {
  const text = await node.files.readFile(file, "utf8").catch((error: unknown) => {
    if ((error as { code?: unknown }).code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const key = text.trim();
  if (!KEY_PATTERN.test(key)) throw new Error("it holds no key; delete it, and the next start makes a new one");
  await node.files.chmod(file, 0o600);
  return { key, file, isNew: false };
}

/** Makes a folder and its parents. Node's `recursive` never ends if no folder can be made, as in `/proc`. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await node.files.mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === "EEXIST") return;
    const around = node.path.dirname(folder);
    if (code !== "ENOENT" || around === folder) throw error;
    await makeFolder(around);
    await node.files.mkdir(folder, { mode: 0o700 });
  }
}

async function makeKey(file: string): Promise<HubKey> {
  await makeFolder(node.path.dirname(file));
  const key = `op_${node.crypto.randomBytes(32).toString("base64url")}`;
  // Written to a draft, then linked: a second hub that starts at the same moment reads the whole key or nothing.
  const draft = `${file}.${process.pid}.${node.crypto.randomBytes(4).toString("hex")}`;
  try {
    await node.files.writeFile(draft, `${key}\n`, { mode: 0o600, flag: "wx" });
    await node.files.link(draft, file);
    return { key, file, isNew: true };
  } catch (error) {
    const other = (error as { code?: unknown }).code === "EEXIST" ? await readKey(file) : undefined;
    if (other === undefined) throw error;
    return other;
  } finally {
    await node.files.rm(draft, { force: true });
  }
}
