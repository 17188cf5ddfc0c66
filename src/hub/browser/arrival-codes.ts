import { node } from "../config/node-modules.ts";

/** Milliseconds for which a code is valid. */
export const CODE_LIFETIME = 10 * 60_000;
/** The hub forgets older codes. */
const MOST_CODES = 20;

/** Codes that log a browser in: each works once, within minutes. They show that a person reads the hub's terminal. */
export class ArrivalCodes {
  /** By their hashes: the time of a lookup reveals nothing about a code. */
  readonly #ends = new Map<string, number>();

  make(): string {
    const code = node.crypto.randomBytes(24).toString("base64url");
    const [oldest] = this.#ends.keys();
    if (this.#ends.size >= MOST_CODES && oldest !== undefined) this.#ends.delete(oldest);
    this.#ends.set(hashOf(code), performance.now() + CODE_LIFETIME);
    return code;
  }

  /** Whether the code is valid. This uses it up. */
  redeem(code: string): boolean {
    const hash = hashOf(code);
    const end = this.#ends.get(hash) ?? -Infinity;
    this.#ends.delete(hash);
    return performance.now() < end;
  }
}

function hashOf(code: string): string {
  return node.crypto.createHash("sha256").update(code).digest("base64url");
}
