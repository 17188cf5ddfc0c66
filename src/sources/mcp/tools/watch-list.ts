import { delay } from "../../../shared/wait.ts";
import type { Session } from "../session/session.ts";

export interface WatchOptions {
  /** Reads the list again. */
  readonly refresh: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** A server that announces changes faster than this is read once for all of them. */
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
    // One after the other: an older answer must not replace a newer one. And one for all that came meanwhile.
    if (isReading) isOutdated = true;
    // Not put off by each announcement: a server that never stops announcing must be read too.
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
  // Since 2026-07-28 a server only tells those who have asked to be told.
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
      // What changed between two subscriptions was told to nobody.
      if (wait !== FIRST_DELAY) onChanged();
      wait = FIRST_DELAY;
      if ((await subscription.closed) === "local") return;
    } catch (error) {
      // The server has answered, and does not want to be listened to.
      if (typeof (error as { code?: unknown }).code === "number") return;
    }
    if (signal.aborted || !session.isOpen) return;
    await delay(wait, signal).catch(() => undefined);
    wait = Math.min(wait * 2, LONGEST_DELAY);
  }
}
