import { builtinModule } from "../../shared/builtin-module.ts";
import { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { Authenticate } from "../../operation/authenticate.ts";
import type { MaybePromise } from "../../shared/maybe-promise.ts";

/** A key and its holder. Give the key itself, or its SHA-256 in hex, so that no config has to hold the key. */
export type APIKey = { readonly identity: Identity } & (
  | { readonly key: string; readonly sha256?: undefined }
  | { readonly sha256: string; readonly key?: undefined }
);

interface KnownKey {
  readonly identity: Identity;
  readonly digest: Uint8Array;
}

interface NodeCrypto {
  /** Absent in some runtimes other than Node. */
  readonly hash?: (algorithm: "sha256", text: string, encoding: "buffer") => Uint8Array;
}

/** A shorter key could be guessed. */
const SHORTEST_KEY = 16;

/**
 * Identifies callers by keys, sent as bearer tokens or in `x-api-key`. Only hashes of them are kept, and a key is
 * compared with all of them in a time that does not depend on which one matches.
 *
 * @example
 * const authenticate = apiKeys([{ key: process.env.API_KEY, identity: { id: "ci", scopes: ["deploy"] } }]);
 */
export function apiKeys(keys: readonly APIKey[]): Authenticate {
  const hash = sha256();
  const given = keys.map(({ key, sha256: hex, identity }, index) => ({
    identity,
    digest: key === undefined ? fromHex(hex, index) : hash(checkedKey(key, index)),
  }));
  let known: Promise<KnownKey[]> | KnownKey[] | undefined;

  const find = (candidates: readonly KnownKey[], digest: Uint8Array): Identity | undefined => {
    let found: Identity | undefined;
    for (const candidate of candidates) if (isSame(candidate.digest, digest)) found = candidate.identity;
    return found;
  };

  return ({ token }) => {
    const digest = hash(token);
    known ??= settle(given);
    if (digest instanceof Uint8Array && Array.isArray(known)) return find(known, digest);
    return Promise.all([known, digest]).then(([candidates, own]) => find(candidates, own));
  };
}

function settle(
  keys: ReadonlyArray<{ identity: Identity; digest: MaybePromise<Uint8Array> }>,
): MaybePromise<KnownKey[]> {
  if (keys.every((key): key is KnownKey => key.digest instanceof Uint8Array)) return [...keys];
  return Promise.all(keys.map(async ({ identity, digest }) => ({ identity, digest: await digest })));
}

/** Uses Node's hash if there is one: it answers at once. The promise of web crypto costs more than the hash itself. */
function sha256(): (text: string) => MaybePromise<Uint8Array> {
  const node = builtinModule("node:crypto") as NodeCrypto | undefined;
  const hash = node?.hash;
  if (hash !== undefined) return (text) => hash("sha256", text, "buffer");
  return async (text) => new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index++) difference |= (one[index] as number) ^ (other[index] ?? 0);
  return difference === 0;
}

/** The message must not hold the key. */
function checkedKey(key: string, index: number): string {
  if (typeof key === "string" && key.length >= SHORTEST_KEY) return key;
  throw new CallError("VALIDATION_ERROR", `API key ${index + 1} has fewer than ${SHORTEST_KEY} characters.`);
}

function fromHex(hex: string | undefined, index: number): Uint8Array {
  if (typeof hex === "string" && /^[0-9a-f]{64}$/i.test(hex)) {
    return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  }
  throw new CallError(
    "VALIDATION_ERROR",
    `API key ${index + 1} has no \`key\`, and its \`sha256\` is not 64 hex digits.`,
  );
}
