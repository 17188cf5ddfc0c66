import { CallError, messageOf } from "../errors/call-error.ts";
import { createFile } from "./replace-file.ts";

const KEY_BYTES = 32;
/** The variable with the key. Hubs that share a vault need it, because they have no file in common. */
export const VAULT_KEY_VARIABLE = "OPERATIONS_VAULT_KEY";

/** The key in the variable: 32 bytes in base64, base64url or hexadecimal. Throws if it is anything else. */
export function keyFromText(text: string): Uint8Array {
  const trimmed = text.trim();
  const key = Buffer.from(trimmed, /^[0-9a-f]{64}$/i.test(trimmed) ? "hex" : "base64");
  const isWhole = /^[A-Za-z0-9+/_=-]+$/.test(trimmed) && key.length === KEY_BYTES;
  if (isWhole) return key;
  throw refused(
    `${VAULT_KEY_VARIABLE} is not a key: it must be 32 bytes in base64 or hexadecimal (openssl rand -base64 32)`,
  );
}

/** The key in a file that only its owner can read. Creates the file if there is none. */
export async function keyFromFile(file: string): Promise<Uint8Array> {
  try {
    return keyOf(await readPrivate(file), file);
  } catch (thrown) {
    if ((thrown as { code?: unknown }).code !== "ENOENT") throw thrown;
  }
  const { randomBytes } = process.getBuiltinModule("node:crypto");
  await createFile(file, `${randomBytes(KEY_BYTES).toString("base64")}\n`).catch((cause: unknown) => {
    throw refused(`The key of the vault can't be written to ${file}: ${messageOf(cause)}`, cause);
  });
  return keyOf(await readPrivate(file), file);
}

async function readPrivate(file: string): Promise<string> {
  const handle = await process.getBuiltinModule("node:fs/promises").open(file, "r");
  try {
    const { mode, uid } = await handle.stat();
    // Windows has no such modes.
    if (process.platform !== "win32") {
      if ((mode & 0o077) !== 0) {
        throw refused(
          `Other users can read the key of the vault, ${file}: chmod 600 it, and log in again if they may have read it`,
        );
      }
      const own = process.getuid?.();
      if (own !== undefined && own !== 0 && uid !== own) {
        throw refused(`The key of the vault, ${file}, belongs to another user`);
      }
    }
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}

function keyOf(text: string, file: string): Uint8Array {
  const key = Buffer.from(text.trim(), "base64");
  if (key.length === KEY_BYTES) return key;
  throw refused(`${file} holds no key of a vault: restore it, or delete it and the vault beside it, and log in again`);
}

function refused(message: string, cause?: unknown): CallError {
  return new CallError("EXECUTION_ERROR", `${message}.`, undefined, { phase: "notStarted", cause });
}
