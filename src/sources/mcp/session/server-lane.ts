import type { CallerTracker } from "./caller-tracker.ts";
import type { ServerConnection } from "./server-connection.ts";
import type { Session } from "./session.ts";

/** A connection to the server, and the calls that use it. */
export interface ServerLane {
  readonly connection: ServerConnection;
  readonly calls: CallerTracker;
  /** Present if the session lists its tools. */
  readonly tools?: LaneTools | undefined;
  close(): Promise<void>;
}

/** The tools that one lane lists, to compare with those that operations were made from. */
export interface LaneTools {
  /** Reads it over a new session, and follows its changes. */
  read(session: Session): Promise<void>;
  /** Resolves when everything that the server has announced is read; undefined if it is. */
  settled(): Promise<void> | undefined;
  /** Throws if the session does not list the tool, or lists it in a form other than the operation's. */
  assertListed(tool: CalledTool): void;
  stop(): void;
}

/** A tool, and the JSON that its operation was made from. */
export interface CalledTool {
  /** The id of its operation. */
  readonly id: string;
  readonly name: string;
  readonly text: string;
}
