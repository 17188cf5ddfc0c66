import { delay } from "../../../shared/time/wait.ts";
import type { Session } from "../session/session.ts";

export interface WatchOptions {
  /** Reads the list again. */
  readonly refresh: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Several announcements within this time cause one read. Milliseconds. */
const QUIET = 50;
const FIRST_DELAY = 1000;
const LONGEST_DELAY = 60_000;

/** Reads the tool list again whenever the server says that it has changed. Returns a way to stop. */
export function watchList(session: Session, { refresh, onError }: WatchOptions): () => void {
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  let isOutdated = false;
  const onChanged = (): void => {
    if (stopped.signal.aborted) return;
    // Reads run one at a time, so that an older answer never replaces a newer one.
    if (isReading) isOutdated = true;
    // A further announcement does not postpone the read: some servers never stop announcing.
    else timer ??= setTimeout(() => void read(), QUIET);
  };
  const read = async (): Promise<void> => {
    timer = undefined;
    isReading = true;
    try {
      await refresh();
    } catch (error) {
      if (!stopped.signal.aborted) onError(error);
    }
    isReading = false;
    if (!isOutdated) return;
    isOutdated = false;
    onChanged();
  };
  session.client.setNotificationHandler("notifications/tools/list_changed", onChanged);
  // Since 2026-07-28 a server announces changes only to clients that subscribe.
  if (session.isModern && session.client.getServerCapabilities()?.tools?.listChanged === true) {
    void keepListening(session, { onChanged, signal: stopped.signal });
  }
  return () => {
    clearTimeout(timer);
    stopped.abort();
  };
}

interface Listening {
  readonly onChanged: () => void;
  readonly signal: AbortSignal;
}

async function keepListening(session: Session, { onChanged, signal }: Listening): Promise<void> {
  let wait = FIRST_DELAY;
  while (!signal.aborted && session.isOpen) {
    try {
      const subscription = await session.client.listen({ toolsListChanged: true }, { signal });
      // The server announced nothing between two subscriptions.
      if (wait !== FIRST_DELAY) onChanged();
      wait = FIRST_DELAY;
      if ((await subscription.closed) === "local") return;
    } catch (error) {
      // The server has answered, and refuses subscriptions.
      if (typeof (error as { code?: unknown }).code === "number") return;
    }
    if (signal.aborted || !session.isOpen) return;
    await delay(wait, signal).catch(() => undefined);
    wait = Math.min(wait * 2, LONGEST_DELAY);
  }
}
