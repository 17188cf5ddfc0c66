import { delay } from "../../../shared/time/wait.ts";
import type { Session } from "../session/session.ts";
import type { WatchedList } from "./watch-list.ts";

const FIRST_DELAY = 1000;
const LONGEST_DELAY = 60_000;

/**
 * Since 2026-07-28 a server announces changes of its lists only to clients that subscribe. `onMissed` is called when it
 * may have announced something between two subscriptions. Returns a function that stops it.
 */
export function listenForChanges(session: Session, onMissed: () => void): () => void {
  const stopped = new AbortController();
  const filter = filterFor(session);
  if (session.isModern && Object.keys(filter).length > 0)
    void keepListening(session, { filter, onMissed, signal: stopped.signal });
  return () => stopped.abort();
}

type ListenFilter = Readonly<Partial<Record<`${WatchedList}ListChanged`, true>>>;

interface Listening {
  readonly filter: ListenFilter;
  readonly onMissed: () => void;
  readonly signal: AbortSignal;
}

function filterFor({ client }: Session): ListenFilter {
  const { tools, prompts, resources } = client.getServerCapabilities() ?? {};
  return {
    ...(tools?.listChanged === true && { toolsListChanged: true }),
    ...(prompts?.listChanged === true && { promptsListChanged: true }),
    ...(resources?.listChanged === true && { resourcesListChanged: true }),
  };
}

async function keepListening(session: Session, { filter, onMissed, signal }: Listening): Promise<void> {
  let wait = FIRST_DELAY;
  while (!signal.aborted && session.isOpen) {
    try {
      const subscription = await session.client.listen(filter, { signal });
      if (wait !== FIRST_DELAY) onMissed();
      wait = FIRST_DELAY;
      if ((await subscription.closed) === "local") return;
    } catch (error) {
      // The server has answered: it refuses subscriptions.
      if (typeof (error as { code?: unknown }).code === "number") return;
    }
    if (signal.aborted || !session.isOpen) return;
    await delay(wait, signal).catch(() => undefined);
    wait = Math.min(wait * 2, LONGEST_DELAY);
  }
}
