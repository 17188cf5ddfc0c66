import { CallError, messageOf } from "../../../errors/call-error.ts";
import type { CalledTool, LaneTools } from "../session/server-lane.ts";
import type { Session } from "../session/session.ts";
import { listenForChanges } from "./listen-for-changes.ts";
import { watchList } from "./watch-list.ts";
import type { ListWatch } from "./watch-list.ts";

export interface SessionToolsOptions {
  /** The tools that a session lists now, by name, as JSON. */
  readonly list: (session: Session) => Promise<ReadonlyMap<string, string>>;
  readonly warn: (text: string) => void;
}

/**
 * The tools that the session of one caller lists. An operation was made, and accepted, from what the first session lists:
 * a server that has another form of it for this caller must not get the call.
 */
export class SessionTools implements LaneTools {
  readonly #options: SessionToolsOptions;
  #listed: ReadonlyMap<string, string> = new Map();
  #watch: ListWatch | undefined;
  #stopListening: (() => void) | undefined;

  constructor(options: SessionToolsOptions) {
    this.#options = options;
  }

  async read(session: Session): Promise<void> {
    const { list, warn } = this.#options;
    const refresh = async (): Promise<void> => {
      this.#listed = await list(session);
    };
    this.stop();
    const onError = (error: unknown): void =>
      warn(`The tools of a caller's session cannot be read: ${messageOf(error)}`);
    const watch = watchList(session, { kind: "tools", refresh, onError });
    this.#watch = watch;
    this.#stopListening = listenForChanges(session, () => watch.announce());
    await refresh();
  }

  settled(): Promise<void> | undefined {
    return this.#watch?.settled()?.catch((cause: unknown) => {
      const message = "The tools of the caller's session cannot be read.";
      throw new CallError("CONNECTION_LOST", message, undefined, { phase: "notStarted", cause });
    });
  }

  /** A tool that the session does not list is left to the server. */
  assertSame({ name, text }: CalledTool): void {
    const own = this.#listed.get(name);
    if (own === undefined || own === text) return;
    const message = `The tool ${name} is not the same in the session of this caller as the one that the hub knows.`;
    this.#options.warn(message);
    throw new CallError("OPERATION_QUARANTINED", message);
  }

  stop(): void {
    this.#stopListening?.();
    this.#watch?.stop();
  }
}
