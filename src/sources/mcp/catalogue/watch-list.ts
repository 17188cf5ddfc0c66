import type { Session } from "../session/session.ts";

/** A list of a server that announces its changes. */
export type WatchedList = "tools" | "prompts" | "resources";

export interface WatchOptions {
  readonly kind: WatchedList;
  /** Reads the list again. */
  readonly refresh: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** A list that is kept in step with a server. */
export interface ListWatch {
  /** Resolves when everything that the server has announced so far is read; undefined if it is. */
  settled(): Promise<void> | undefined;
  /** The list may have changed. */
  announce(): void;
  stop(): void;
}

/** Several announcements within this time cause one read. Milliseconds. */
const QUIET = 50;
/** A list is not read for more than a fifth of the time, however often the server announces changes of it. */
const PAUSE_PER_READ = 4;
const LONGEST_PAUSE = 2000;

/** Reads a list again whenever the server says that it has changed. */
export function watchList(session: Session, { kind, refresh, onError }: WatchOptions): ListWatch {
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  let pause = QUIET;
  let isOutdated = false;
  let announced = 0;
  /** How many of the announcements the last read covers. */
  let read = 0;
  const waiting = new Set<{ readonly until: number; end(error?: unknown): void }>();
  const endWaiting = (error?: unknown): void => {
    for (const waiter of waiting) {
      if (error === undefined && waiter.until > read) continue;
      waiting.delete(waiter);
      waiter.end(error);
    }
  };
  const onChanged = (): void => {
    announced++;
    readSoon();
  };
  const readSoon = (): void => {
    if (stopped.signal.aborted) return;
    // Reads run one at a time, so that an older answer never replaces a newer one.
    if (isReading) isOutdated = true;
    // A further announcement does not postpone the read: some servers never stop announcing.
    else timer ??= setTimeout(() => void readNow(), pause);
  };
  const readNow = async (): Promise<void> => {
    const begun = performance.now();
    timer = undefined;
    isReading = true;
    const covered = announced;
    try {
      await refresh();
      read = covered;
      endWaiting();
    } catch (error) {
      if (!stopped.signal.aborted) onError(error);
      endWaiting(error);
    }
    isReading = false;
    pause = Math.min(Math.max(QUIET, (performance.now() - begun) * PAUSE_PER_READ), LONGEST_PAUSE);
    if (!isOutdated) return;
    isOutdated = false;
    readSoon();
  };
  session.onNotification(`notifications/${kind}/list_changed`, onChanged);
  return {
    announce: onChanged,
    settled() {
      // A list that could not be read is read again for the next call.
      if (read >= announced || stopped.signal.aborted) return undefined;
      if (!isReading) readSoon();
      return new Promise((resolve, reject) => {
        waiting.add({ until: announced, end: (error) => (error === undefined ? resolve() : reject(error)) });
      });
    },
    stop() {
      clearTimeout(timer);
      stopped.abort();
      endWaiting(new Error("The session has ended."));
    },
  };
}
