import { CallError, messageOf } from "../../errors/call-error.ts";
import { delay } from "../../shared/time/wait.ts";
import { tryFileLock } from "../../vault/file-lock.ts";
import { replaceFile } from "../../vault/replace-file.ts";
import { CALL_SCOPE } from "../config/hub-scopes.ts";
import type { LoadedConfig } from "../config/loaded-config.ts";
import { node } from "../config/node-modules.ts";
import { keyFileOf } from "./key-file-path.ts";
import { checkRecord, printKeys, readKeyFile } from "./key-record.ts";
import type { KeyRecord } from "./key-record.ts";
import { keyIdIn, makeKey } from "./key-secret.ts";
import { watchKey } from "./watched-key.ts";
import type { WatchedKey } from "./watched-key.ts";

/** A key of a hub, without the key itself. */
export interface KeyStatus {
  /** Public: it is also a part of the key. */
  readonly id: string;
  /** The identity of the calls. */
  readonly holder: string;
  readonly scopes: readonly string[];
  readonly note?: string | undefined;
  /** `replaced`: a newer key has followed it, and it still works until `expiresAt`. */
  readonly state: "active" | "replaced" | "expired";
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. Absent: it does not expire. */
  readonly expiresAt?: string | undefined;
  /** The id of the key that follows it. */
  readonly replacedBy?: string | undefined;
}

/** A key that was just made. */
export interface NewKey extends KeyStatus {
  /** The key itself. Show it once: only its hash is stored. */
  readonly key: string;
}

/** The options of `add`. */
export interface AddKeyOptions {
  /** Who holds it: the identity of the calls. */
  readonly holder: string;
  /** What it may do; `*` is everything. Default: `operations:call`. */
  readonly scopes?: readonly string[] | undefined;
  readonly expiresAt?: Date | undefined;
  readonly note?: string | undefined;
}

/** The options of `rotate`. */
export interface RotateKeyOptions {
  /** Milliseconds in which the old key still works. Default: a day. */
  readonly graceMs?: number | undefined;
  /** When the new key expires. Default: it lives as long as the old one was made for. */
  readonly expiresAt?: Date | undefined;
}

/** The keys in the file of a hub, which a running hub follows. Keys are named by id, holder, or the key itself. */
export interface HubKeys {
  readonly file: string;
  list(): Promise<KeyStatus[]>;
  add(options: AddKeyOptions): Promise<NewKey>;
  /** Makes a new key for the same holder, with the same scopes and note. */
  rotate(key: string, options?: RotateKeyOptions): Promise<NewKey>;
  /**
   * Resolves with the identity of a key, and calls back when the key is revoked or expires. Undefined if the key is not
   * valid.
   */
  watch(key: string, onEnd: () => void): Promise<WatchedKey | undefined>;
  /** Ends a key at once, with everything that runs with it, and returns what it was. */
  revoke(key: string): Promise<KeyStatus>;
}

/**
 * Opens the keys of a config: its `serve.keysFile`, else `operations.keys.json` beside it.
 *
 * @example
 * const keys = openKeys(await loadConfig());
 * const { key } = await keys.add({ holder: "ci", scopes: ["deploy"], note: "the pipeline" });
 */
export function openKeys(loaded: LoadedConfig): HubKeys {
  const file = keyFileOf(loaded);
  if (file === undefined) throw new CallError("VALIDATION_ERROR", "This config has no file: set serve.keysFile in it.");
  return new FileKeys(file);
}

const DAY = 24 * 3_600_000;
/** How long a writer waits for another one. Milliseconds. */
const LONGEST_WAIT = 20_000;

class FileKeys implements HubKeys {
  readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  async list(): Promise<KeyStatus[]> {
    return ((await readKeyFile(this.file)) ?? []).map(toStatus);
  }

  async add({ holder, scopes = [CALL_SCOPE], expiresAt, note }: AddKeyOptions): Promise<NewKey> {
    const { key, ...seal } = makeKey();
    const record = newRecord({ ...seal, holder, scopes: [...scopes], ...(note !== undefined && { note }) }, expiresAt);
    await this.#change((keys) => [...keys, record]);
    return { ...toStatus(record), key };
  }

  async rotate(named: string, { graceMs = DAY, expiresAt }: RotateKeyOptions = {}): Promise<NewKey> {
    if (!(graceMs >= 0)) throw new CallError("VALIDATION_ERROR", `graceMs is ${graceMs}: give 0 or more.`);
    const { key, ...seal } = makeKey();
    const { next } = await this.#change((keys) => {
      const old = findKey(keys, named, ({ replacedBy }) => replacedBy === undefined);
      if (old.replacedBy !== undefined) {
        const message = `The key ${old.id} was replaced already: rotate ${old.replacedBy}, which follows it.`;
        throw new CallError("VALIDATION_ERROR", message);
      }
      const { holder, scopes, note } = old;
      const record = newRecord(
        { ...seal, holder, scopes, ...(note !== undefined && { note }) },
        expiresAt ?? sameLife(old),
      );
      const end = Math.min(Date.now() + graceMs, old.expiresAt === undefined ? Infinity : Date.parse(old.expiresAt));
      const replaced = { ...old, expiresAt: new Date(end).toISOString(), replacedBy: seal.id };
      return [...keys.map((each) => (each === old ? replaced : each)), record];
    });
    return { ...toStatus(next.at(-1) as KeyRecord), key };
  }

  async watch(key: string, onEnd: () => void): Promise<WatchedKey | undefined> {
    return await watchKey(this.file, key, onEnd);
  }

  async revoke(named: string): Promise<KeyStatus> {
    const { before, next } = await this.#change((keys) => {
      const gone = findKey(keys, named);
      return keys.filter((each) => each !== gone);
    });
    return toStatus(before.find((each) => !next.includes(each)) as KeyRecord);
  }

  /** One writer at a time: each reads what the one before it has written. */
  async #change(change: (keys: readonly KeyRecord[]) => readonly KeyRecord[]): Promise<KeyChange> {
    const lock = await lockFile(this.file);
    try {
      const before = (await readKeyFile(this.file)) ?? [];
      const next = change(before);
      await replaceFile(this.file, printKeys(next)).catch((cause: unknown) => {
        throw unwritable(this.file, cause);
      });
      return { before, next };
    } finally {
      await lock.release();
    }
  }
}

interface KeyChange {
  readonly before: readonly KeyRecord[];
  readonly next: readonly KeyRecord[];
}

async function lockFile(file: string): Promise<{ release(): Promise<void> }> {
  const { path } = node;
  const folder = path.join(path.dirname(file), `.${path.basename(file)}.lock`);
  const until = performance.now() + LONGEST_WAIT;
  for (;;) {
    const lock = await tryFileLock(folder).catch((cause: unknown) => {
      throw unwritable(file, cause);
    });
    if (lock !== undefined) return lock;
    if (performance.now() > until) {
      throw new CallError("EXECUTION_ERROR", `Another program is writing ${file} and does not finish.`);
    }
    await delay(10 + Math.random() * 40);
  }
}

function newRecord(parts: Omit<KeyRecord, "createdAt" | "expiresAt">, expiresAt: Date | undefined): KeyRecord {
  const now = Date.now();
  if (expiresAt !== undefined && !(expiresAt.getTime() > now)) {
    throw new CallError("VALIDATION_ERROR", "The key would have expired already: give a later time.");
  }
  const end = expiresAt === undefined ? {} : { expiresAt: expiresAt.toISOString() };
  return checkRecord({ ...parts, createdAt: new Date(now).toISOString(), ...end });
}

/** Gives the new key the same lifetime as the old one. */
function sameLife({ createdAt, expiresAt }: KeyRecord): Date | undefined {
  if (expiresAt === undefined) return undefined;
  return new Date(Date.now() + Date.parse(expiresAt) - Date.parse(createdAt));
}

/** Finds a key by its id, by the key itself, or by a holder who has only one key that `isMeant` accepts. */
function findKey(
  keys: readonly KeyRecord[],
  named: string,
  isMeant: (key: KeyRecord) => boolean = () => true,
): KeyRecord {
  const id = keyIdIn(named) ?? named;
  const found = keys.find((key) => key.id === id);
  if (found !== undefined) return found;
  const [first, ...others] = keys.filter((key) => key.holder === named && isMeant(key));
  // If the text has the form of a key, the message shows only its id.
  if (first === undefined) {
    throw new CallError("VALIDATION_ERROR", `There is no key ${JSON.stringify(id)}: see \`operations keys list\`.`);
  }
  if (others.length === 0) return first;
  const ids = [first, ...others].map((key) => key.id).join(", ");
  throw new CallError("VALIDATION_ERROR", `${JSON.stringify(named)} has several keys: name one of ${ids}.`);
}

function toStatus(record: KeyRecord): KeyStatus {
  const { id, holder, scopes, note, createdAt, expiresAt, replacedBy } = record;
  const hasExpired = expiresAt !== undefined && Date.parse(expiresAt) <= Date.now();
  return {
    id,
    holder,
    scopes,
    ...(note !== undefined && { note }),
    state: hasExpired ? "expired" : replacedBy === undefined ? "active" : "replaced",
    createdAt,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(replacedBy !== undefined && { replacedBy }),
  };
}

function unwritable(file: string, cause: unknown): CallError {
  const message = `The keys can't be written to ${file}: ${messageOf(cause)}. Set serve.keysFile to a file that you may write.`;
  return new CallError("EXECUTION_ERROR", message, undefined, { cause });
}
