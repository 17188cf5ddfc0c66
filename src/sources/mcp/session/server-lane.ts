import type { CallerTracker } from "./caller-tracker.ts";
import type { ServerConnection } from "./server-connection.ts";
import type { Session } from "./session.ts";

/** A connection to the server, and the calls that use it. */
export interface ServerLane {
  readonly connection: ServerConnection;
  readonly calls: CallerTracker;
  /** Where the tools must be the same in every session. */
  readonly tools?: LaneTools | undefined;
  close(): Promise<void>;
}

/** The tools of one lane, compared with those that operations were made from. */
export interface LaneTools {
  /** Reads them over a new session, and follows its changes. */
  read(session: Session): Promise<void>;
  /** Resolves when all that the server has announced is read; undefined if it is. */
  settled(): Promise<void> | undefined;
  /** Throws if the tool is not the one that the operation was made from. */
  assertSame(tool: CalledTool): void;
  stop(): void;
}

/** A tool, and the JSON that its operation was made from. */
export interface CalledTool {
  readonly name: string;
  readonly text: string;
}
