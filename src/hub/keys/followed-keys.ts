import { messageOf } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import { delay } from "../../shared/time/wait.ts";
import { followFiles } from "../files/follow-files.ts";
import type { Log } from "../observe/create-log.ts";
import { readKeyFile } from "./key-record.ts";
import type { KeyRecord } from "./key-record.ts";
import { KnownKeys } from "./known-keys.ts";

/** Some editors remove a file before they write it again. Milliseconds. */
const GONE_FOR = 500;

export interface FollowKeysOptions {
  readonly log: Log;
  /** The keys have changed: some may have been revoked. */
  readonly onChange: () => void;
}

/** The keys of a file, as it is now. If the file is broken, the keys stay as they were. */
export class FollowedKeys {
  readonly #file: string;
  readonly #options: FollowKeysOptions;
  readonly #closed = new AbortController();
  #keys = new KnownKeys([]);
  #hasFile = false;
  #failures = 0;
  #isBroken = false;

  private constructor(file: string, options: FollowKeysOptions) {
    this.#file = file;
    this.#options = options;
  }

  /** Rejects if the file is broken: at the start there is no earlier state to keep. */
  static async open(file: string, options: FollowKeysOptions): Promise<FollowedKeys> {
    const keys = new FollowedKeys(file, options);
    const stop = followFiles([file], () => keys.#follow());
    keys.#closed.signal.addEventListener("abort", stop, { once: true });
    try {
      keys.#take(await readKeyFile(file));
    } catch (thrown) {
      keys.close();
      throw thrown;
    }
    return keys;
  }

  identify(token: string): Identity | undefined {
    return this.#keys.identify(token);
  }

  /** For the metrics. */
  get numbers(): KeyNumbers {
    return { ...this.#keys.counts, isBroken: this.#isBroken, failures: this.#failures };
  }

  close(): void {
    this.#closed.abort();
  }

  async #follow(): Promise<void> {
    const { log, onChange } = this.#options;
    try {
      this.#take(await this.#read());
    } catch (thrown) {
      if (this.#closed.signal.aborted) return;
      this.#isBroken = true;
      this.#failures++;
      log("error", "the keys stay as they were, because their file is broken", { error: messageOf(thrown) });
      return;
    }
    this.#isBroken = false;
    log("info", "keys reloaded", this.#keys.counts);
    onChange();
  }

  async #read(): Promise<readonly KeyRecord[] | undefined> {
    const found = await readKeyFile(this.#file);
    if (found !== undefined || !this.#hasFile) return found;
    await delay(GONE_FOR, this.#closed.signal);
    return await readKeyFile(this.#file);
  }

  #take(records: readonly KeyRecord[] | undefined): void {
    this.#hasFile = records !== undefined;
    this.#keys = new KnownKeys(records ?? []);
  }
}

/** The state of the keys of a file, for the metrics. */
export interface KeyNumbers {
  readonly active: number;
  readonly expired: number;
  readonly isBroken: boolean;
  /** How often the file could not be read. */
  readonly failures: number;
}
