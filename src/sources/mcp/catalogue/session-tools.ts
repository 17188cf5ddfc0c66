import { CallError, messageOf } from "../../../errors/call-error.ts";
import { notOffered } from "../../../operation/access-control.ts";
import type { Identity } from "../../../operation/access-control.ts";
import { offeredMethods } from "../offers/server-offers.ts";
import type { ServerOffer } from "../session/requester.ts";
import type { CalledTool, LaneTools } from "../session/server-lane.ts";
import type { Session } from "../session/session.ts";
import type { IsOffered } from "./caller-lists.ts";
import { watchList } from "./watch-list.ts";
import type { ListWatch } from "./watch-list.ts";

export interface SessionToolsOptions {
  /** Whose session it is. */
  readonly identity: Identity | undefined;
  /** The tools that a session lists now, by name, as JSON. */
  readonly listTools: (session: Session) => Promise<ReadonlyMap<string, string>>;
  /** The names of the prompts that a session lists now. */
  readonly listPrompts: (session: Session) => Promise<ReadonlySet<string>>;
  /** Whether a tool must be the one that its operation was made from. */
  readonly isCompared: boolean;
  /** Called with every list that was read. */
  readonly onListed: (isOffered: IsOffered<ServerOffer>) => void;
  readonly warn: (text: string) => void;
}

/**
 * What the session of one caller lists. An operation was made and accepted from what the first session lists. If the
 * server has another form of it for this caller, the call must not reach it.
 */
export class SessionTools implements LaneTools {
  readonly #options: SessionToolsOptions;
  #tools: ReadonlyMap<string, string> = new Map();
  /** Undefined if they cannot be read: a server that cannot list its prompts may still have them. */
  #prompts: ReadonlySet<string> | undefined;
  #watch: ListWatch | undefined;

  constructor(options: SessionToolsOptions) {
    this.#options = options;
  }

  /** Reads everything over a new session. */
  async read(session: Session): Promise<void> {
    await Promise.all([this.#readTools(session), this.#readPrompts(session)]);
    this.#tell(session);
  }

  /** Reads a list again whenever the session announces another one. */
  watch(session: Session): ListWatch[] {
    const watch = (kind: "tools" | "prompts", refresh: () => Promise<void>): ListWatch =>
      watchList(session, {
        kind,
        refresh: async () => {
          await refresh();
          this.#tell(session);
        },
        onError: (error) => this.#options.warn(`The ${kind} of a caller's session cannot be read: ${messageOf(error)}`),
      });
    this.#watch = watch("tools", () => this.#readTools(session));
    return [this.#watch, watch("prompts", () => this.#readPrompts(session))];
  }

  settled(): Promise<void> | undefined {
    return this.#watch?.settled()?.catch((cause: unknown) => {
      const message = "The tools of the caller's session cannot be read.";
      throw new CallError("CONNECTION_LOST", message, undefined, { phase: "notStarted", cause });
    });
  }

  assertListed({ id, name, text }: CalledTool): void {
    const { identity, isCompared, warn } = this.#options;
    const own = this.#tools.get(name);
    if (own === undefined) {
      // Callers without an identity share a session, so its list says nothing about any one of them.
      if (identity === undefined) return;
      throw notOffered(id, identity);
    }
    if (!isCompared || own === text) return;
    const message = `The tool ${name} in this caller's session differs from the one that the hub knows.`;
    warn(message);
    throw new CallError("OPERATION_QUARANTINED", message);
  }

  async #readTools(session: Session): Promise<void> {
    this.#tools = await this.#options.listTools(session);
  }

  async #readPrompts(session: Session): Promise<void> {
    this.#prompts = await this.#options.listPrompts(session).catch(() => undefined);
  }

  #tell({ client }: Session): void {
    const [tools, prompts] = [this.#tools, this.#prompts];
    const methods = new Set<string>(offeredMethods(client.getServerCapabilities() ?? {}));
    this.#options.onListed(({ method, name }) => {
      if (name === undefined) return methods.has(method);
      return method === "tools/call" ? tools.has(name) : prompts?.has(name) !== false;
    });
  }
}
