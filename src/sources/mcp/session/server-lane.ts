import type { CallerTracker } from "./caller-tracker.ts";
import type { ServerConnection } from "./server-connection.ts";
import type { Session } from "./session.ts";

/** A connection to the server, and the calls that use it. */
export interface ServerLane {
  readonly connection: ServerConnection;
  readonly calls: CallerTracker;
  readonly tools: LaneLists["tools"];
  close(): Promise<void>;
}

/** Follows what the sessions of one lane list. */
export interface LaneLists {
  /** If it is known what the session lists. */
  readonly tools?: LaneTools | undefined;
  /** Takes a new session, and follows its changes from then on. */
  follow(session: Session): Promise<void>;
  stop(): void;
}

/** The tools that one lane lists, to compare with those that operations were made from. */
export interface LaneTools {
  /** Resolves when everything that the server has announced is read; undefined if it is. */
  settled(): Promise<void> | undefined;
  /** Throws if the session does not list the tool, or lists it in a form other than the operation's. */
  assertListed(tool: CalledTool): void;
}

/** A tool, and the JSON that its operation was made from. */
export interface CalledTool {
  /** The id of its operation. */
  readonly id: string;
  readonly name: string;
  readonly text: string;
}
