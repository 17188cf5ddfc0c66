import { CallError } from "../errors/call-error.ts";
import { isRecord } from "../shared/json/is-record.ts";
import type { LoginAddress } from "./login-record.ts";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = 1;
/** Longer entries are not ours. */
const LONGEST_ENTRY = 1024 * 1024;

/**
 * Seals a text with AES-256-GCM. Source and identity are beside it in plain text, as associated data: an entry that is
 * moved to another source or another identity does not open.
 */
export function seal(key: Uint8Array, { source, identity }: LoginAddress, text: string): string {
  const { createCipheriv, randomBytes } = process.getBuiltinModule("node:crypto");
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associated({ source, identity }));
  const data = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  const [sealedNonce, sealedData] = [nonce.toString("base64"), data.toString("base64")];
  return JSON.stringify({ v: FORMAT, source, identity, nonce: sealedNonce, data: sealedData });
}

/** What `seal` has sealed. Throws if the key is another one, or if the entry was changed or moved. */
export function unseal(key: Uint8Array, address: LoginAddress, sealed: string): string {
  const { source, identity, nonce, data } = readEntry(sealed);
  if (source !== address.source || identity !== address.identity) throw unreadable("it belongs to another login");
  const { createDecipheriv } = process.getBuiltinModule("node:crypto");
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(associated(address));
    decipher.setAuthTag(data.subarray(-TAG_BYTES));
    return decipher.update(data.subarray(0, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  } catch (cause) {
    throw unreadable("the key is another one, or the entry was changed", cause);
  }
}

/** Whose entry it claims to be. Only opening it proves that. */
export function claimedAddress(sealed: string): LoginAddress {
  const { source, identity } = readEntry(sealed);
  return { source, identity };
}

function associated({ source, identity }: LoginAddress): Uint8Array {
  return Buffer.from(JSON.stringify([FORMAT, source, identity]));
}

interface Entry extends LoginAddress {
  readonly nonce: Uint8Array;
  readonly data: Uint8Array;
}

function readEntry(sealed: string): Entry {
  if (sealed.length > LONGEST_ENTRY) throw unreadable("it is too long");
  let entry: unknown;
  try {
    entry = JSON.parse(sealed);
  } catch (cause) {
    throw unreadable("it is not JSON", cause);
  }
  if (!isRecord(entry) || entry["v"] !== FORMAT) throw unreadable("its format is unknown");
  const { source, identity, nonce, data } = entry;
  if (typeof source !== "string" || typeof identity !== "string") throw unreadable("it names no login");
  if (typeof nonce !== "string" || typeof data !== "string") throw unreadable("it is incomplete");
  const bytes = { nonce: Buffer.from(nonce, "base64"), data: Buffer.from(data, "base64") };
  if (bytes.nonce.length !== NONCE_BYTES || bytes.data.length < TAG_BYTES) throw unreadable("it is incomplete");
  return { source, identity, ...bytes };
}

function unreadable(why: string, cause?: unknown): CallError {
  return new CallError("EXECUTION_ERROR", `An entry of the vault can't be opened: ${why}.`, undefined, { cause });
}
