import type { Identity } from "../../operation/access-control.ts";
import { LONGEST_DELAY } from "../../shared/time/deadline-timer.ts";
import { followFiles } from "../files/follow-files.ts";
import { readKeyFile } from "./key-record.ts";
import { KnownKeys } from "./known-keys.ts";

/** A key that is valid now, and followed until it ends or is closed. */
export interface WatchedKey {
  readonly identity: Identity;
  close(): void;
}

/** A file that can't be read keeps the key valid, as in a hub. */
export async function watchKey(file: string, key: string, onEnd: () => void): Promise<WatchedKey | undefined> {
  let keys = new KnownKeys([]);
  let timer: NodeJS.Timeout | undefined;
  let identity: Identity | undefined;
  const end = (): void => {
    close();
    onEnd();
  };
  const look = (): void => {
    clearTimeout(timer);
    const found = keys.identify(key);
    if (found === undefined) return end();
    if (found.expiresAt === undefined) return;
    timer = setTimeout(look, Math.min(LONGEST_DELAY, Math.max(0, found.expiresAt - Date.now()) + 1));
    timer.unref();
  };
  // Before the file is read: a change in between is not missed.
  const stop = followFiles([file], async () => {
    try {
      keys = new KnownKeys((await readKeyFile(file)) ?? []);
    } catch {
      return;
    }
    if (identity !== undefined) look();
  });
  const close = (): void => {
    stop();
    clearTimeout(timer);
  };
  try {
    keys = new KnownKeys((await readKeyFile(file)) ?? []);
  } catch (thrown) {
    close();
    throw thrown;
  }
  identity = keys.identify(key);
  if (identity === undefined) {
    close();
    return undefined;
  }
  look();
  return { identity, close };
}
