import type { LaneLists } from "../session/server-lane.ts";
import type { Session } from "../session/session.ts";
import { listenForChanges } from "./listen-for-changes.ts";
import type { SessionTools } from "./session-tools.ts";
import { watchList } from "./watch-list.ts";
import type { ListWatch } from "./watch-list.ts";

export interface SessionListsOptions {
  /** If the session says what its caller sees. */
  readonly tools: SessionTools | undefined;
  /** Called when the session lists other resources, or templates. */
  readonly onResources: () => void;
}

/** Follows what the session of one caller lists. Its resources are not kept: each list asks the server. */
export class SessionLists implements LaneLists {
  readonly tools: SessionTools | undefined;
  readonly #onResources: () => void;
  #watches: readonly ListWatch[] = [];
  #stopListening: (() => void) | undefined;

  constructor({ tools, onResources }: SessionListsOptions) {
    this.tools = tools;
    this.#onResources = onResources;
  }

  async follow(session: Session): Promise<void> {
    this.stop();
    // No stream for announcements that nobody waits for.
    if (this.tools === undefined && session.client.getServerCapabilities()?.resources === undefined) return;
    const resources = watchList(session, {
      kind: "resources",
      refresh: async () => this.#onResources(),
      onError: () => undefined,
    });
    const watches = [resources, ...(this.tools?.watch(session) ?? [])];
    this.#watches = watches;
    this.#stopListening = listenForChanges(session, () => watches.forEach((each) => each.announce()));
    await this.tools?.read(session);
  }

  stop(): void {
    this.#stopListening?.();
    for (const watch of this.#watches) watch.stop();
  }
}
