import type { Identity } from "../../operation/access-control.ts";
import { Expiry } from "../../shared/time/steady-clock.ts";
import { node } from "../config/node-modules.ts";
import type { KeyRecord } from "./key-record.ts";
import { keyIdIn, sealOf } from "./key-secret.ts";

interface KnownKey {
  readonly salt: string;
  readonly seal: Uint8Array;
  readonly identity: Identity;
  readonly expiry: Expiry | undefined;
}

/** The keys of a file, found by their ids: a check costs the same for one key and for thousands. */
export class KnownKeys {
  readonly #keys: ReadonlyMap<string, KnownKey>;

  constructor(records: readonly KeyRecord[]) {
    this.#keys = new Map(records.map((record) => [record.id, toKnown(record)]));
  }

  /** Whose key it is. Undefined for an unknown one, a wrong one, and one that has expired. */
  identify(token: string): Identity | undefined {
    const id = keyIdIn(token);
    const known = id === undefined ? undefined : this.#keys.get(id);
    if (known === undefined || !node.crypto.timingSafeEqual(sealOf(known.salt, token), known.seal)) return undefined;
    return known.expiry !== undefined && known.expiry.left <= 0 ? undefined : known.identity;
  }

  /** How many keys can be used, and how many have expired. */
  get counts(): { readonly active: number; readonly expired: number } {
    const all = [...this.#keys.values()];
    const active = all.filter(({ expiry }) => expiry === undefined || expiry.left > 0).length;
    return { active, expired: all.length - active };
  }
}

function toKnown({ holder, scopes, salt, sha256, expiresAt }: KeyRecord): KnownKey {
  const at = expiresAt === undefined ? undefined : Date.parse(expiresAt);
  const identity = { id: holder, scopes: Object.freeze([...scopes]), ...(at !== undefined && { expiresAt: at }) };
  return {
    salt,
    seal: Buffer.from(sha256, "hex"),
    identity,
    expiry: at === undefined ? undefined : new Expiry(at),
  };
}
