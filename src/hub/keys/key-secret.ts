/** A key: `opk_<id>_<secret>`. Its id is public and finds the record; its secret is 256 random bits. */
import { node } from "../config/node-modules.ts";

const PATTERN = /^opk_([a-z0-9]{12})_[\w-]{43}$/;
const LENGTH = "opk_".length + 12 + 1 + 43;
const ID_LETTERS = "abcdefghijklmnopqrstuvwxyz012345";

/** What the file keeps of a key. */
export interface KeySeal {
  /** Hexadecimal. */
  readonly salt: string;
  /** Of salt and key, in hexadecimal. */
  readonly sha256: string;
}

export interface MadeKey extends KeySeal {
  readonly id: string;
  /** The key itself: shown once, and stored nowhere. */
  readonly key: string;
}

export function makeKey(): MadeKey {
  const { randomBytes } = node.crypto;
  const id = Array.from(randomBytes(12), (byte) => ID_LETTERS[byte % ID_LETTERS.length]).join("");
  const key = `opk_${id}_${randomBytes(32).toString("base64url")}`;
  const salt = randomBytes(16).toString("hex");
  return { id, key, salt, sha256: sealOf(salt, key).toString("hex") };
}

/** The id in a text that has the form of a key. */
export function keyIdIn(text: string): string | undefined {
  return text.length === LENGTH ? PATTERN.exec(text)?.[1] : undefined;
}

/**
 * One round is enough: 256 random bits cannot be guessed, however fast each try is. The salt keeps two files from
 * showing that they hold the same key.
 */
export function sealOf(salt: string, key: string): Buffer {
  return node.crypto.hash("sha256", salt + key, "buffer");
}
